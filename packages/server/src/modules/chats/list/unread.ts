import type { Queryable } from '../../../platform/db/database.ts'
import { loadPerson } from '../../accounts/module.ts'
import { findUnreadChats } from '../store/chat-store.ts'

/** The badge does not count beyond this number of chats. */
const MAX_CHATS = 200

/**
 * The initial unread count of the badge. The revision is read first: `sync` then repeats a change made in between, and
 * never misses one.
 */
export async function countUnread(
  db: Queryable,
  personId: string,
): Promise<{ user_rev: number; list: { chat_id: string; unread: number }[] }> {
  const person = await loadPerson(db, personId)
  const chats = await findUnreadChats(db, personId, MAX_CHATS)
  return { user_rev: person?.userRev ?? 0, list: chats.map(({ id, unread }) => ({ chat_id: id, unread })) }
}
