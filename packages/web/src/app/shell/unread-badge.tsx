import { useSyncExternalStore } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import {
  type InitialUnread,
  totalUnread,
  unreadByChat,
  unreadCounts,
} from '../../features/chats/realtime/unread-counts.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useText } from '../../i18n/use-text.ts'
import { useVisible } from '../../lib/use-visible.ts'
import { pageAt } from '../paths.ts'

const MOST = 99

/** How many messages are unread, without those of the chat that is being looked at. */
export function useUnreadCount(): number {
  // The root's loader is typed to give it.
  const drawn = (useRouteLoaderData('root') as { unread: InitialUnread | null } | undefined)?.unread ?? null
  const { pathname, search } = useLocation()
  const isVisible = useVisible()
  const told = useSyncExternalStore(unreadCounts.subscribe, unreadCounts.snapshot, () => null)
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
      <span aria-hidden="true">{count > MOST ? `${format.number(MOST)}+` : format.number(count)}</span>
      <span className="visually-hidden">{text('shell.tabs.unread', { count })}</span>
    </span>
  )
}
