import { useLocation, useRouteLoaderData } from 'react-router'
import {
  type InitialUnread,
  totalUnread,
  unreadByChat,
  unreadCounts,
} from '../../features/chats/realtime/unread-counts.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { usePageVisible } from '../../lib/browser-state.ts'
import { useStore } from '../../lib/store.ts'
import { pageAt } from '../paths.ts'

const MAX_SHOWN = 99

/** How many messages are unread, without those of the chat that is being looked at. */
export function useUnreadCount(): number {
  // The root's loader is typed to give it.
  const drawn = (useRouteLoaderData('root') as { unread: InitialUnread | null } | undefined)?.unread ?? null
  const { pathname, search } = useLocation()
  const isVisible = usePageVisible()
  const told = useStore(unreadCounts.counts)
  const counts = told ?? (drawn && unreadByChat(drawn))
  const isReading = isVisible && pageAt(pathname) === 'chat'
  return counts ? totalUnread(counts, isReading ? new URLSearchParams(search).get('chat_id') : null) : 0
}

/** The number of unread messages, on the way to the chats; nothing when all is read. */
export function UnreadBadge() {
  const count = useUnreadCount()
  const text = useText()
  const format = useFormat()
  if (count === 0) return null
  return (
    <span className="badge figures">
      <span aria-hidden="true">{count > MAX_SHOWN ? `${format.number(MAX_SHOWN)}+` : format.number(count)}</span>
      <span className="visually-hidden">{text('shell.tabs.unread', { count })}</span>
    </span>
  )
}
