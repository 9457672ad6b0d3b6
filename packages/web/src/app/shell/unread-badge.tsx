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

/** Number of unread messages, except in the chat that is open. */
export function useUnreadCount(): number {
  // Guaranteed by the type of the root's loader.
  const initial = (useRouteLoaderData('root') as { unread: InitialUnread | null } | undefined)?.unread ?? null
  const { pathname, search } = useLocation()
  const isVisible = usePageVisible()
  const told = useStore(unreadCounts.counts)
  const counts = told ?? (initial && unreadByChat(initial))
  const isReading = isVisible && pageAt(pathname) === 'chat'
  return counts ? totalUnread(counts, isReading ? new URLSearchParams(search).get('chat_id') : null) : 0
}

/** The unread count on the link to the chats; renders nothing when everything is read. */
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
