import type { Queryable, Transaction } from '../../../platform/db/database.ts'
import type { ChangedRow, ChangesAfter } from '../../../platform/realtime/sync-source.ts'
import { type ChatRow, chatColumns } from './chat-store.ts'

/** The chats with unread messages, newest first. */
export async function findUnreadChats(
  db: Queryable,
  personId: string,
  limit: number,
): Promise<Pick<ChatRow, 'id' | 'unread' | 'cardId' | 'roster'>[]> {
  return db.query(
    `select id, unread, card_id as "cardId", roster from chat where person_id = $1 and deleted_at is null and unread > 0
     order by updated_at desc limit $2`,
    [personId, limit],
  )
}

export interface ChatListPosition {
  pinned: boolean
  updatedAt: string
  id: string
}

/** Names are looked up in subqueries of their own, because Citus does not join each chat with `card`. */
const MATCHES_SEARCH = `(title ilike $6 or last_message ->> 'text' ilike $6
  or card_id in (select id from card where name ilike $6 and id in (select card_id from chat where person_id = $1))
  or card_id in (select card_id from card_text where name ilike $6
    and card_id in (select card_id from chat where person_id = $1)))`

/**
 * A page of the chat list, pinned first, then newest. `search` looks in titles, in the names of the card in every
 * language, and in newest messages.
 */
export async function listChats(
  db: Queryable,
  personId: string,
  options: { after: ChatListPosition | null; search: string | null; limit: number },
): Promise<ChatRow[]> {
  const { after, search, limit } = options
  const pattern = search === null ? null : `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return db.query<ChatRow>(
    `select ${chatColumns('$1')} from chat where person_id = $1 and deleted_at is null
       and ($2::boolean is null or (pinned, updated_at, id) < ($2, $3::timestamptz, $4))
       ${pattern === null ? '' : `and ${MATCHES_SEARCH}`}
     order by pinned desc, updated_at desc, id desc limit $5`,
    [
      personId,
      after?.pinned ?? null,
      after?.updatedAt ?? null,
      after?.id ?? null,
      limit,
      ...(pattern === null ? [] : [pattern]),
    ],
  )
}

/** One page for `readChanges`: chats whose list entry has changed, including chats that were deleted. */
export async function findChatsChangedAfter(
  db: Queryable,
  personId: string,
  after: ChangesAfter,
  limit: number,
): Promise<(ChatRow & ChangedRow & { isDeleted: boolean })[]> {
  return db.query(
    `select ${chatColumns('$1')}, user_rev as "userRev", deleted_at is not null as "isDeleted" from chat
     where person_id = $1 and user_rev >= $2 and (user_rev > $2 or id > $3) order by user_rev, id limit $4`,
    [personId, after.userRev, after.id, limit],
  )
}

/** Gives a new revision in the list to the chats with a card, with a creator's cards, or with groups of them. */
export function touchChatsWith(
  tx: Transaction,
  personId: string,
  targetId: string,
  userRev: number,
): Promise<{ id: string }[]> {
  return tx.query<{ id: string }>(
    `with known as materialized (
       select distinct card_id from chat where person_id = $1 and deleted_at is null
     ), meant as materialized (
       select c.id from known join card c on c.id = known.card_id
       where c.id = $2 or c.creator_id = $2 or exists (
         select 1 from card m where m.id = any(c.member_ids) and (m.id = $2 or m.creator_id = $2))
     )
     update chat set user_rev = $3 where person_id = $1 and deleted_at is null and card_id in (select id from meant)
     returning id`,
    [personId, targetId, userRev],
  )
}
