import type { Queryable } from '../../../platform/db/database.ts'
import { loadPerson } from '../../accounts/module.ts'
import { findUnreadChats } from '../store/chat-store.ts'

/** More chats than this with something unread make no difference to anyone. */
const MAX_CHATS = 200

/**
 * What the unread badge begins with. The revision is read first: a change in between is then told again by `sync`,
 * never left out.
 */
export async function countUnread(
  db: Queryable,
  personId: string,
): Promise<{ user_rev: number; list: { chat_id: string; unread: number }[] }> {
  const person = await loadPerson(db, personId)
  const chats = await findUnreadChats(db, personId, MAX_CHATS)
  return { user_rev: person?.userRev ?? 0, list: chats.map(({ id, unread }) => ({ chat_id: id, unread })) }
}
