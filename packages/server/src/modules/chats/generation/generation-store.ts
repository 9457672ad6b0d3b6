import { AppError } from '../../../platform/app-error.ts'
import type { Queryable, Transaction } from '../../../platform/db/database.ts'

/** A reply that a process is writing. */
export interface GenerationRow {
  chatId: string
  seq: number
  personId: string
  chargeKeys: string[]
}

const COLUMNS = `chat_id as "chatId", seq, person_id as "personId", charge_keys as "chargeKeys"`

export async function insertGeneration(
  tx: Transaction,
  generation: GenerationRow & { owner: string; leaseUntil: Date },
): Promise<void> {
  await tx.query(
    'insert into generation (chat_id, seq, person_id, charge_keys, owner, lease_until) values ($1, $2, $3, $4, $5, $6)',
    [
      generation.chatId,
      generation.seq,
      generation.personId,
      generation.chargeKeys,
      generation.owner,
      generation.leaseUntil,
    ],
  )
}

/** The reply that is being written in a chat, if any. */
export async function findGeneration(db: Queryable, chatId: string): Promise<GenerationRow | null> {
  return (
    (await db.query<GenerationRow>(`select ${COLUMNS} from generation where chat_id = $1 limit 1`, [chatId]))[0] ?? null
  )
}

/**
 * Refuses a change while a reply is being written in the chat, by whatever process. Call it in the transaction of the
 * change. @throws AppError Conflict.
 */
export async function assertNoGeneration(tx: Transaction, chatId: string): Promise<void> {
  if (await findGeneration(tx, chatId)) throw new AppError('Conflict')
}

/**
 * Ends a generation and returns the keys of the charges that it pays for: those it began with, and those that
 * `addCharges` added. Null when `owner` no longer owns it, because another process took it over as abandoned. The caller
 * must then not write its text (the fence of MN-03).
 */
export async function endGeneration(
  tx: Transaction,
  chatId: string,
  seq: number,
  owner: string,
): Promise<string[] | null> {
  const rows = await tx.query<{ keys: string[] }>(
    'delete from generation where chat_id = $1 and seq = $2 and owner = $3 returning charge_keys as keys',
    [chatId, seq, owner],
  )
  return rows[0]?.keys ?? null
}

/** Lets a reply that is being written pay for further messages: if it fails, they are refunded too. */
export async function addCharges(tx: Transaction, chatId: string, seq: number, keys: readonly string[]): Promise<void> {
  await tx.query('update generation set charge_keys = charge_keys || $3::text[] where chat_id = $1 and seq = $2', [
    chatId,
    seq,
    [...keys],
  ])
}

/** Renews the leases on these replies, as far as `owner` still owns them. */
export async function renewLeases(
  db: Queryable,
  owner: string,
  replies: readonly { chatId: string; seq: number }[],
  leaseUntil: Date,
): Promise<void> {
  await db.query(
    `update generation set lease_until = $2 from unnest($3::text[], $4::int[]) as live (chat_id, seq)
     where generation.owner = $1 and generation.chat_id = live.chat_id and generation.seq = live.seq`,
    [owner, leaseUntil, replies.map(({ chatId }) => chatId), replies.map(({ seq }) => seq)],
  )
}

export async function deleteGenerationsOf(tx: Transaction, personId: string): Promise<void> {
  await tx.query('delete from generation where person_id = $1', [personId])
}

/**
 * Generations with a lapsed lease, those of `owner` included: a process may have failed to end its own. If no other
 * process can exist, also all that `owner` does not own.
 */
export async function findAbandonedGenerations(
  db: Queryable,
  owner: string,
  now: Date,
  othersMayLive: boolean,
): Promise<(GenerationRow & { owner: string })[]> {
  return db.query(
    `select ${COLUMNS}, owner from generation where lease_until < $2 or (owner <> $1 and not $3::boolean)
     order by chat_id, seq limit 1000`,
    [owner, now, othersMayLive],
  )
}
