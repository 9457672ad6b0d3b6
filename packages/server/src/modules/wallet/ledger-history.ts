import type { LedgerEntry } from '@everkin/contract/types.ts'
import { invalidInput } from '../../platform/app-error.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { type Asset, replaceOwner, selectEntries } from './store.ts'

/**
 * A page of the person's entries, of one asset or of all, newest first, in constant time for any length of the history.
 * @throws AppError InvalidInput on `cursor` for one that this function did not create.
 */
export async function listHistory(
  db: Queryable,
  personId: string,
  page: { cursor?: string | undefined; limit: number; asset?: Asset | undefined },
): Promise<{ list: LedgerEntry[]; next_cursor: string | null }> {
  const rows = await selectEntries(db, personId, {
    beforeId: beforeIdOf(page.cursor),
    limit: page.limit + 1,
    asset: page.asset ?? null,
  })
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return {
    list: shown.map((row) => ({
      id: row.id.toString(36),
      asset: row.asset,
      amount: row.amount,
      balance: row.balance,
      cause: row.cause,
      ref: row.ref,
      created_at: row.created_at.toISOString(),
    })),
    next_cursor: rows.length > page.limit && last ? last.id.toString(36) : null,
  }
}

function beforeIdOf(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER
  const id = /^[0-9a-z]{1,11}$/.test(cursor) ? Number.parseInt(cursor, 36) : Number.NaN
  if (!Number.isSafeInteger(id)) throw invalidInput('cursor')
  return id
}

const PAGE_SIZE = 500

/** All entries of a person's coins and messages, newest first, for the export of their data. */
export async function* exportLedger(db: Queryable, personId: string): AsyncGenerator<LedgerEntry> {
  let cursor: string | null = null
  do {
    const page = await listHistory(db, personId, { limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) })
    yield* page.list
    cursor = page.next_cursor
  } while (cursor !== null)
}

/** Leaves the erased person's entries under a pseudonym that cannot be traced back (D2). */
export async function eraseOwner(tx: Transaction, personId: string): Promise<void> {
  await replaceOwner(tx, personId, `erased-${newId()}`)
}
