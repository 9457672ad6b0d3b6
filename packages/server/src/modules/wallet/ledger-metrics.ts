import type { Queryable } from '../../platform/db/database.ts'
import type { Gauge } from '../../platform/monitoring/health.ts'
import { selectLedgerState } from './reconcile-store.ts'

/** The result of the last ledger check, for `/metrics`; all but the last should be 0. */
export async function ledgerMetrics(db: Queryable): Promise<Gauge[]> {
  const { frozen, differing, unbalanced, checkedAt } = await selectLedgerState(db)
  return [
    { name: 'everkin_ledger_frozen_accounts', help: 'Accounts that nothing can be spent from.', value: frozen },
    {
      name: 'everkin_ledger_differing_accounts',
      help: 'Accounts whose balance was not the sum of their entries at the last check.',
      value: differing,
    },
    {
      name: 'everkin_ledger_unbalanced_transfers',
      help: 'Transfers that did not sum to zero at the last check.',
      value: unbalanced,
    },
    {
      name: 'everkin_ledger_checked_timestamp_seconds',
      help: 'End of the last whole check of the ledger; 0 before the first.',
      value: (checkedAt?.getTime() ?? 0) / 1000,
    },
  ]
}
