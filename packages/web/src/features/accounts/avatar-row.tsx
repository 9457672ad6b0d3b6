import { lazy, Suspense, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { PersonAvatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'

// Loaded on demand: most people never choose a picture.
const AvatarDialog = lazy(async () => ({ default: (await import('./avatar-dialog.tsx')).AvatarDialog }))

/** The settings row of the person's picture; people under 18 cannot have one (A5). */
export function AvatarRow() {
  const { person, setPerson, askForProfile } = useSession()
  const text = useText()
  const toasts = useToast()
  const [isChoosing, setIsChoosing] = useState(false)
  if (!person || person.teen) return null

  async function keep(avatar: string | null) {
    setPerson(await callApi('POST /api/user/profile', { body: { avatar } }))
    toasts.show(text(avatar ? 'personal-data.avatar.saved' : 'personal-data.avatar.removed'))
  }

  const name = person.nickname || person.email || ''
  // A profile without a name is incomplete: the dialog that asks for the name includes the picture.
  const open = () => (person.nickname.trim() === '' ? askForProfile(() => {}) : setIsChoosing(true))
  return (
    <>
      <button type="button" className="set-row" onClick={open}>
        <span className="set-words">
          <b>{text('personal-data.avatar.title')}</b>
          <span className="set-hint">{text('personal-data.avatar.shown')}</span>
        </span>
        <PersonAvatar name={name} url={person.avatar} size="large" />
        <Icon name="pencil-simple" size="small" />
      </button>
      {isChoosing ? (
        <Suspense fallback={null}>
          <AvatarDialog name={name} avatar={person.avatar} onClose={() => setIsChoosing(false)} onChosen={keep} />
        </Suspense>
      ) : null}
    </>
  )
}
