import { useFormat } from '../i18n/format.ts'
import { useText } from '../i18n/use-text.ts'

/** The number of unread messages of a chat; renders nothing when everything is read. */
export function UnreadCount({ count }: { count: number }) {
  const text = useText()
  const format = useFormat()
  if (count === 0) return null
  return (
    <span className="badge figures">
      <span aria-hidden="true">{format.number(count)}</span>
      <span className="visually-hidden">{text('shell.tabs.unread', { count })}</span>
    </span>
  )
}
