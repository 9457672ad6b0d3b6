import type { Locale } from '@everkin/contract/locales.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'

export type BlockTarget = 'card' | 'user'

export interface BlockRow {
  targetType: BlockTarget
  targetId: string
  /** Null for one that is gone, or whose profile moderation has hidden. */
  name: string | null
  avatar: string | null
  rating: 'sfw' | 'nsfw' | null
  createdAt: Date
}

/** Everything that a person has blocked, latest first, with names in their language. */
export function selectBlocks(db: Queryable, personId: string, locale: Locale): Promise<BlockRow[]> {
  return db.query<BlockRow>(
    `select b.target_type as "targetType", b.target_id as "targetId", coalesce(t.name, c.name, p.nickname) as name,
       coalesce(c.avatar, c.cover, p.avatar) as avatar, c.rating, b.created_at as "createdAt"
     from block b
     left join card c on b.target_type = 'card' and c.id = b.target_id
     left join card_text t on t.card_id = c.id and t.locale = $2
     left join person p on b.target_type = 'user' and p.id = b.target_id and p.profile_restriction is null
     where b.person_id = $1 order by b.created_at desc, b.target_id`,
    [personId, locale],
  )
}

/** Does nothing for one that is already blocked. */
export async function insertBlock(
  tx: Transaction,
  block: { personId: string; targetType: BlockTarget; targetId: string; now: Date },
): Promise<void> {
  await tx.query(
    'insert into block (person_id, target_type, target_id, created_at) values ($1, $2, $3, $4) on conflict do nothing',
    [block.personId, block.targetType, block.targetId, block.now],
  )
}

export async function deleteBlock(tx: Transaction, personId: string, type: BlockTarget, id: string): Promise<void> {
  await tx.query('delete from block where person_id = $1 and target_type = $2 and target_id = $3', [personId, type, id])
}

/** Removes the blocks that a person has set, and those that others have set on this person. */
export async function deleteBlocksOf(tx: Transaction, personId: string): Promise<void> {
  await tx.query('delete from block where person_id = $1 or target_id = $1', [personId])
}

/** Whether the reader has met a card of another person: it is open to them, or they have a chat with it. */
export async function hasMetCreator(db: Queryable, creatorId: string, readerId: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from card c where c.creator_id = $1 and c.creator_id <> $2
       and (c.state = 'published' and c.visibility <> 'private'
         or c.id in (select h.card_id from chat h where h.person_id = $2))
     limit 1`,
    [creatorId, readerId],
  )
  return rows.length > 0
}

/** Whether another person has sent an invitation that is still kept. */
export async function hasInvited(db: Queryable, inviterId: string, readerId: string): Promise<boolean> {
  const rows = await db.query('select 1 from invitation where inviter_id = $1 and inviter_id <> $2 limit 1', [
    inviterId,
    readerId,
  ])
  return rows.length > 0
}

/** Whether the reader has a chat with this card. */
export async function hasChatWithCard(db: Queryable, cardId: string, readerId: string): Promise<boolean> {
  const rows = await db.query(
    'select 1 from chat where person_id = $1 and card_id = $2 and deleted_at is null limit 1',
    [readerId, cardId],
  )
  return rows.length > 0
}

/** Whether a card is another person's, or the library's, and the reader has met it in the same sense. */
export async function hasMetCard(db: Queryable, cardId: string, readerId: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from card c where c.id = $1 and c.creator_id is distinct from $2
       and (c.state = 'published' and c.visibility <> 'private'
         or c.id in (select h.card_id from chat h where h.person_id = $2)
         or exists (select 1 from card g where $1 = any(g.member_ids)
           and g.id in (select h.card_id from chat h where h.person_id = $2)))`,
    [cardId, readerId],
  )
  return rows.length > 0
}
