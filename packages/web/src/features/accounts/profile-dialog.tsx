import type { ApiBody } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import type { User } from '@everkin/contract/types.ts'
import { type FormEvent, lazy, type RefObject, Suspense, useRef, useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { PersonAvatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RadioTiles } from '../../ui/form/radio-tiles.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useMutation } from '../../ui/use-mutation.ts'

// Loaded on demand: most people never choose a picture.
const AvatarDialog = lazy(async () => ({ default: (await import('./avatar-dialog.tsx')).AvatarDialog }))

type TeenAge = NonNullable<ApiBody<'POST /api/user/profile'>['teen_age']>

interface ProfileDialogProps {
  person: User
  /** “Under 18” is followed by a question about the age. */
  servesTeens: boolean
  /** Someone too young has no account any more. */
  onTooYoung: () => void
  onClose: () => void
  onSaved: (person: User) => void
}

/**
 * Asks for the nickname and the age, which are required, and the gender; nothing is preselected, and every answer is
 * saved in the same way (A3).
 */
export function ProfileDialog(props: ProfileDialogProps) {
  const { person, onClose } = props
  const text = useText()
  const profile = useProfileForm(props)
  const { answers, change } = profile
  const { nickname, avatar } = answers
  const [isChoosing, setIsChoosing] = useState(false)
  const excess = nickname.trim().length - LIMITS.nicknameLength

  return (
    <Dialog
      open
      onClose={onClose}
      title={text(titleFor(person))}
      description={<p className="small">{text('accounts.profile.ageHint')}</p>}
    >
      <form className="stack stack-loose" onSubmit={profile.submit}>
        {person.age_scope === 1 ? null : (
          <div className="profile-picture">
            <PersonAvatar name={nickname} url={avatar} size="large" />
            <Button onClick={() => setIsChoosing(true)}>
              {text(avatar ? 'personal-data.avatar.other' : 'personal-data.avatar.choose')}
            </Button>
          </div>
        )}
        <TextField
          label={text('accounts.profile.nickname')}
          help={text('accounts.profile.hint')}
          name="nickname"
          autoComplete="nickname"
          dir="auto"
          value={nickname}
          onChange={(event) => change({ nickname: event.target.value })}
          error={excess > 0 ? text('errors.field.tooLong', { count: excess }) : profile.error}
          data-first-focus
        />
        <RadioTiles
          label={text('accounts.profile.gender')}
          value={answers.gender}
          onChange={(gender) => change({ gender })}
          options={[
            { value: 0, label: text('accounts.profile.male') },
            { value: 1, label: text('accounts.profile.female') },
            { value: 2, label: text('accounts.profile.trans') },
          ]}
        />
        <AgeQuestion
          ref={profile.ageField}
          value={answers.ageScope}
          onChange={(ageScope) => change({ ageScope })}
          error={profile.asksTeenAge ? null : profile.ageError}
        />
        {profile.asksTeenAge ? (
          <TeenAgeQuestion
            value={answers.teenAge}
            onChange={(age) => change({ teenAge: age })}
            error={profile.ageError}
          />
        ) : null}
        <Button
          type="submit"
          variant="primary"
          size="large"
          wide
          busy={profile.isBusy}
          disabled={nickname.trim() === '' || excess > 0}
        >
          {text('accounts.profile.confirm')}
        </Button>
      </form>
      {isChoosing ? (
        <Suspense fallback={null}>
          <AvatarDialog
            name={nickname}
            avatar={avatar}
            onClose={() => setIsChoosing(false)}
            onChosen={async (url) => change({ avatar: url })}
          />
        </Suspense>
      ) : null}
    </Dialog>
  )
}

interface Answers extends Pick<User, 'nickname' | 'gender' | 'avatar'> {
  ageScope: AgeScope | null
  teenAge: TeenAge | null
}

/** The answers, and saving them once the age is known. */
function useProfileForm({ person, servesTeens, onTooYoung, onSaved }: ProfileDialogProps) {
  const text = useText()
  const lang = useLocale()
  const { nickname, gender, avatar } = person
  const [answers, setAnswers] = useState<Answers>({
    nickname,
    gender,
    avatar,
    ageScope: person.age_scope,
    teenAge: null,
  })
  const [ageError, setAgeError] = useState<string | null>(null)
  const ageField = useRef<HTMLDivElement>(null)
  const asksTeenAge = servesTeens && answers.ageScope === 1 && !person.profile_complete

  const { run, isBusy, error } = useMutation(
    async () => {
      const body = {
        nickname: answers.nickname.trim(),
        gender: answers.gender,
        age_scope: answers.ageScope,
        teen_age: asksTeenAge ? answers.teenAge : undefined,
        lang,
        ...(answers.avatar !== person.avatar && { avatar: answers.avatar }),
      }
      try {
        onSaved(await callApi('POST /api/user/profile', { body }))
      } catch (failure) {
        if (!isApiError(failure, 'AgeNotOpen')) throw failure
        onTooYoung()
      }
    },
    { staysBusy: true },
  )

  function change(patch: Partial<Answers>) {
    setAnswers((before) => ({ ...before, ...patch }))
    if (patch.ageScope !== undefined || patch.teenAge !== undefined) setAgeError(null)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (answers.ageScope === null) {
      setAgeError(text('accounts.profile.ageMissing'))
      ageField.current?.querySelector('input')?.focus()
    } else if (asksTeenAge && answers.teenAge === null) setAgeError(text('protection.age.missing'))
    else void run()
  }
  return { answers, change, submit, asksTeenAge, ageField, ageError, isBusy, error }
}

interface QuestionProps<Value> {
  value: Value | null
  onChange: (value: Value) => void
  error: string | null
}

type AgeScope = NonNullable<User['age_scope']>

function AgeQuestion({ ref, ...question }: QuestionProps<AgeScope> & { ref: RefObject<HTMLDivElement | null> }) {
  const text = useText()
  return (
    <div ref={ref}>
      <RadioTiles
        {...question}
        label={text('accounts.profile.age')}
        layout="two"
        options={[
          { value: 1, label: text('accounts.profile.under18') },
          { value: 2, label: text('accounts.profile.from18to25') },
          { value: 3, label: text('accounts.profile.from26to30') },
          { value: 4, label: text('accounts.profile.above30') },
        ]}
      />
    </div>
  )
}

/** Follows “Under 18” where teens are served. */
function TeenAgeQuestion(question: QuestionProps<TeenAge>) {
  const text = useText()
  const format = useFormat()
  return (
    <RadioTiles
      {...question}
      label={text('protection.age.question')}
      layout="two"
      options={[
        { value: 12, label: text('protection.age.under13') },
        ...([13, 14, 15] as const).map((age) => ({ value: age, label: format.number(age) })),
        { value: 16, label: text('protection.age.from16') },
      ]}
    />
  )
}

/** The title names the missing field; for a complete profile it is general. */
function titleFor({ nickname, age_scope }: User) {
  if (age_scope !== null) return 'accounts.profile.title'
  return nickname.trim() === '' ? 'accounts.profile.setupTitle' : 'accounts.profile.ageTitle'
}
