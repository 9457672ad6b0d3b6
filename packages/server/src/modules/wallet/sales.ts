import type { Transaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { assertAmount } from './balance.ts'
import { walletChanged } from './publish-wallet.ts'
import { type Asset, insertMovement, openAccount, selectMovements } from './store.ts'
import { PURCHASE_CAUSES, replayUnspent } from './unspent.ts'

interface Sale {
  personId: string
  asset: Asset
  amount: number
  orderId: string
  now: Date
}

/** Books the contents of an order against the account of sales, at most once per order. */
export async function sell(tx: Transaction, sale: Sale): Promise<void> {
  assertAmount(sale.amount)
  const account = await accountOf(tx, sale)
  tx.afterCommit(walletChanged(sale.personId))
  await insertMovement(tx, {
    ...booking(sale, PURCHASE_CAUSES.bought, `order:${sale.orderId}`),
    accountId: account.id,
    person: sale.amount,
    receivable: 0,
  })
}

/** How much of an order's contents is unspent; the account is locked until the transaction ends. */
export async function unspentOfOrder(tx: Transaction, sale: Omit<Sale, 'amount'>): Promise<number> {
  const account = await accountOf(tx, sale)
  const { purchased } = replayUnspent(await selectMovements(tx, account.id))
  return Math.min(purchased.get(sale.orderId) ?? 0, account.balance)
}

/**
 * Moves contents of an order after `sell`: negative amounts are taken from the person and booked as owed to us
 * (`receivable`), positive ones are given back. `step` identifies the movement within the order.
 */
export async function adjustSale(
  tx: Transaction,
  move: Omit<Sale, 'amount'> & { person: number; receivable: number; why: 'refund' | 'chargeback'; step: string },
): Promise<void> {
  if (move.person === 0 && move.receivable === 0) return
  const account = await accountOf(tx, move)
  tx.afterCommit(walletChanged(move.personId))
  const isRestored = move.person > 0 || move.receivable > 0
  const taken = move.why === 'refund' ? PURCHASE_CAUSES.refunded : PURCHASE_CAUSES.chargedBack
  await insertMovement(tx, {
    ...booking(move, isRestored ? PURCHASE_CAUSES.restored : taken, `order:${move.orderId}:${move.step}`),
    accountId: account.id,
    person: move.person,
    receivable: move.receivable,
  })
}

const booking = (sale: Omit<Sale, 'amount'>, cause: string, key: string) => ({
  asset: sale.asset,
  key,
  cause,
  ref: sale.orderId,
  now: sale.now,
  against: 'sold' as const,
})

const accountOf = (tx: Transaction, sale: Omit<Sale, 'amount'>) =>
  openAccount(tx, sale.personId, sale.asset, newId(sale.now))
