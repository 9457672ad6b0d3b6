import type { Queryable } from '../../platform/db/database.ts'
import { type LedgerStateRow, selectLedgerState } from './reconcile-store.ts'

/** What the last whole check of the ledger found, and how many accounts nothing can be spent from now. */
export function readLedgerState(db: Queryable): Promise<LedgerStateRow> {
  return selectLedgerState(db)
}
