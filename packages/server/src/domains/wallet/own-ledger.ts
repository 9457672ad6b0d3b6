import type { LedgerEntry } from '@everkin/contract/types.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { readHistory } from './history.ts'

const PAGE = 500

/** Every movement of a person's coins and messages, newest first, for the copy of their data. */
export async function* readLedgerOf(db: Queryable, personId: string): AsyncGenerator<LedgerEntry> {
  let cursor: string | null = null
  do {
    const page = await readHistory(db, personId, { limit: PAGE, ...(cursor === null ? {} : { cursor }) })
    yield* page.list
    cursor = page.next_cursor
  } while (cursor !== null)
}
