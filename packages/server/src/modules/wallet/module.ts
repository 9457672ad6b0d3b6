import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { listExport } from '../../platform/personal-data.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { eraseOwner, exportLedger } from './ledger-history.ts'
import { ledgerMetrics } from './ledger-metrics.ts'
import { createWalletSyncSource, publishWalletChanges } from './publish-wallet.ts'
import { reconcileLedgerDaily } from './reconcile-ledger.ts'

export { isWalletFrozen, loadWallet } from './balance.ts'
export { assertCanPay, charge, grant, refund } from './charge.ts'
export { balancesAfterCharge, canPayMessages, messageChargeCtes } from './charge-ctes.ts'
export { walletChanged } from './publish-wallet.ts'
export { reconcileLedger } from './reconcile-ledger.ts'
export { selectLedgerState } from './reconcile-store.ts'
export { revokeGift } from './revoke-gift.ts'
export { adjustSale, sell, unspentOfOrder } from './sales.ts'
export { walletPort } from './wallet-port.ts'

/**
 * Guarantees of this module:
 * - Every transfer sums to zero within its asset, every balance equals its entries, and no entry is changed or deleted
 *   (WAL-01).
 * - A transfer has a key that names its cause, and is booked once, whatever is repeated or sent at once (WAL-02). It is
 *   booked whole or not at all (WAL-04).
 * - No charge takes a balance below zero (WAL-03). A refused charge books nothing and does not use up its key.
 * - A charge is refunded once. Taking back a gift leaves what was bought untouched.
 * - The daily check freezes the accounts that differ from their entries and no others; they still earn and are refunded
 *   (WAL-17). It corrects nothing.
 * - People’s open pages get the wallet once per transaction, after the commit.
 */
export function createWalletModule(core: ServerCore): ServerModule {
  const { database, clock, log } = core
  const stopPublishing = publishWalletChanges(core)
  return {
    name: 'wallet',
    operations: [],
    frames: {},
    onConnect: null,
    syncSource: createWalletSyncSource(core),
    recurringJobs: [
      {
        name: 'reconcile-ledger',
        everyMs: 15 * MINUTE_MS,
        timeoutMs: HOUR_MS,
        run: () => reconcileLedgerDaily(database, clock, log),
      },
    ],
    personalData: {
      tables: {
        ledger_account: { erasure: 'anonymized' },
        ledger_transfer: { erasure: 'anonymized' },
        ledger_entry: { erasure: 'anonymized' },
        ledger_check: { erasure: 'impersonal', notExported: 'numbers of the daily check of all balances' },
      },
      exportParts: [
        listExport(
          { path: 'ledger.json', about: 'ledger', tables: ['ledger_account', 'ledger_entry', 'ledger_transfer'] },
          exportLedger,
        ),
      ],
      eraseSteps: [{ phase: 'ledger', run: (tx, person) => eraseOwner(tx, person.id) }],
    },
    mediaUsage: null,
    metrics: () => ledgerMetrics(database),
    lifecycle: { close: stopPublishing },
  }
}
