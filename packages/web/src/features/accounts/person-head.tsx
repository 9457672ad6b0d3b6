import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useText } from '../../i18n/use-text.ts'
import { copyText } from '../../lib/copy-text.ts'
import { useSession } from '../../session/session.tsx'
import { PersonAvatar } from '../../ui/avatar.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'

/** Both ends of an id, which are enough to recognise it. */
const shortId = (id: string) => `${id.slice(0, 4)}…${id.slice(-4)}`

/** A longer word would be broken beside the picture. */
const MAX_WORD_LENGTH = 14

/** The person's picture, name and number, with a button to edit the profile. */
export function PersonHead() {
  const { person, askForProfile } = useSession()
  const text = useText()
  const toasts = useToast()
  if (!person) return null
  const name = person.nickname || person.email || ''
  const isLong = name.split(/[\s-]/).some((word) => word.length > MAX_WORD_LENGTH)

  async function copyId(id: string) {
    if (await copyText(id)) toasts.show(text('shell.actions.copied'))
  }

  return (
    <div className="me-who">
      <PersonAvatar name={name} url={person.avatar} size="large" isMember={person.member.active} />
      <div className="me-name">
        <h1 className={isLong ? 'title-2' : 'title-1'}>
          <bdi>{name}</bdi>
        </h1>
        <p className="caption faint me-id">
          <span>
            <RichText text={text('shell.drawer.id', { id: slot('id') })} names={{ id: shortId(person.id) }} />
          </span>
          <IconButton icon="copy" label={text('accounts.copyId')} onClick={() => void copyId(person.id)} />
        </p>
      </div>
      <Button className="me-edit" onClick={() => askForProfile(() => {})}>
        {text('shell.actions.edit')}
      </Button>
    </div>
  )
}
