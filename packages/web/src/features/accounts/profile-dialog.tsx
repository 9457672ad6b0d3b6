import { LIMITS } from '@everkin/contract/limits.ts'
import type { User } from '@everkin/contract/types.ts'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { ApiError, callApi } from '../../api/call.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PersonMark } from '../../ui/portrait.tsx'
import { RadioTiles } from '../../ui/radio-tiles.tsx'
import { TextField } from '../../ui/text-field.tsx'

// Loaded when it is wanted: most people never choose a picture.
const AvatarDialog = lazy(async () => ({ default: (await import('./avatar-dialog.tsx')).AvatarDialog }))

interface ProfileDialogProps {
  person: User
  onClose: () => void
  onSaved: (person: User) => void
}

/** Asks what to call the person, and their gender and age; nothing is chosen beforehand (A3). */
export function ProfileDialog({ person, onClose, onSaved }: ProfileDialogProps) {
  const text = useText()
  const lang = useLocale()
  const [nickname, setNickname] = useState(person.nickname)
  const [gender, setGender] = useState(person.gender)
  const [ageScope, setAgeScope] = useState(person.age_scope)
  const [avatar, setAvatar] = useState(person.avatar)
  const [isChoosing, setIsChoosing] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function save(event: FormEvent) {
    event.preventDefault()
    setIsBusy(true)
    setError(null)
    try {
      const changed = avatar === person.avatar ? {} : { avatar }
      const body = { nickname: nickname.trim(), gender, age_scope: ageScope, lang, ...changed }
      onSaved(await callApi('POST /api/user/profile', { body }))
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.message : text('errors.internal'))
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={text('accounts.profile.title')}
      description={<p className="small">{text('accounts.profile.hint')}</p>}
    >
      <form className="stack stack-loose" onSubmit={save}>
        {ageScope === 1 ? null : (
          <div className="profile-picture">
            <PersonMark name={nickname} url={avatar} size="large" />
            <Button onClick={() => setIsChoosing(true)}>
              {text(avatar ? 'personal.avatar.other' : 'personal.avatar.choose')}
            </Button>
          </div>
        )}
        <TextField
          label={text('accounts.profile.nickname')}
          name="nickname"
          autoComplete="nickname"
          dir="auto"
          maxLength={LIMITS.nicknameLength}
          value={nickname}
          onChange={(event) => setNickname(event.target.value)}
          error={error}
          data-first-focus
        />
        <RadioTiles
          label={text('accounts.profile.gender')}
          value={gender}
          onChange={setGender}
          options={[
            { value: 0, label: text('accounts.profile.male') },
            { value: 1, label: text('accounts.profile.female') },
            { value: 2, label: text('accounts.profile.trans') },
          ]}
        />
        <RadioTiles
          label={text('accounts.profile.age')}
          value={ageScope}
          onChange={setAgeScope}
          layout="two"
          options={[
            { value: 1, label: text('accounts.profile.under18') },
            { value: 2, label: text('accounts.profile.from18to25') },
            { value: 3, label: text('accounts.profile.from26to30') },
            { value: 4, label: text('accounts.profile.above30') },
          ]}
        />
        <Button type="submit" look="primary" size="large" wide busy={isBusy} disabled={nickname.trim() === ''}>
          {text('accounts.profile.confirm')}
        </Button>
      </form>
      {isChoosing ? (
        <Suspense fallback={null}>
          <AvatarDialog
            name={nickname}
            avatar={avatar}
            onClose={() => setIsChoosing(false)}
            onChosen={async (url) => setAvatar(url)}
          />
        </Suspense>
      ) : null}
    </Dialog>
  )
}
