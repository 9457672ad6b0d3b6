import type { Wallet } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import { onlyRow, type Queryable, type Transaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { assertAmount, loadWallet, walletOf } from './balance.ts'
import { walletChanged } from './publish-wallet.ts'
import {
  deleteEmptyTransfer,
  insertCharge,
  insertGrant,
  insertRefund,
  type NewTransfer,
  selectAccount,
} from './store.ts'

/**
 * Takes an amount from a person and returns the wallet afterwards. Runs in the transaction of what is paid for.
 * @throws AppError NoMessagesLeft or NotEnoughCoins, both with the wallet, when the balance does not suffice;
 * NotAllowed while the account is frozen (WAL-17). Then nothing is booked, even if the caller continues and commits.
 */
export async function charge(tx: Transaction, transfer: NewTransfer): Promise<Wallet> {
  assertAmount(transfer.amount)
  if (transfer.amount === 0) return loadWallet(tx, transfer.personId, transfer.now)
  const booked = onlyRow(await insertCharge(tx, transfer))
  if (booked && booked.balance !== null) {
    tx.afterCommit(walletChanged(transfer.personId))
    const changed = transfer.asset === 'coin' ? { coins: booked.balance } : { messages: booked.balance }
    return walletOf({ ...booked, ...changed }, transfer.now)
  }
  const isRefused = booked?.is_new === true
  if (isRefused) await deleteEmptyTransfer(tx, transfer.key)
  const wallet = await loadWallet(tx, transfer.personId, transfer.now)
  if (!isRefused) return wallet
  throw refusalOf(transfer, booked?.is_frozen ?? false, wallet)
}

/**
 * Checks that a charge would be booked now, without booking it.
 * @throws AppError as `charge`.
 */
export async function assertCanPay(
  db: Queryable,
  { personId, asset, amount, now }: Pick<NewTransfer, 'personId' | 'asset' | 'amount' | 'now'>,
): Promise<void> {
  const account = onlyRow(await selectAccount(db, personId, asset))
  if (account && !account.is_frozen && account.balance >= amount) return
  throw refusalOf({ asset, amount }, account?.is_frozen ?? false, await loadWallet(db, personId, now))
}

function refusalOf(
  { asset, amount }: Pick<NewTransfer, 'asset' | 'amount'>,
  isFrozen: boolean,
  wallet: Wallet,
): AppError {
  if (isFrozen) return new AppError('NotAllowed', { reason: 'wallet_frozen' }, 'walletFrozen')
  if (asset === 'message') return new AppError('NoMessagesLeft', { wallet })
  return new AppError('NotEnoughCoins', { wallet, price: amount })
}

/**
 * Refunds the charge with this key, at most once, from any number of callers. Returns whether it was booked now; also
 * false when there was no such charge (it was free).
 */
export async function refund(tx: Transaction, request: { key: string; cause: string; now: Date }): Promise<boolean> {
  const booked = onlyRow(await insertRefund(tx, request))
  if (booked?.person_id) tx.afterCommit(walletChanged(booked.person_id))
  return booked !== null
}

/** Gives a person an amount. Returns whether it was booked now. */
export async function grant(tx: Transaction, transfer: NewTransfer): Promise<boolean> {
  assertAmount(transfer.amount)
  if (transfer.amount === 0) return false
  const isBooked = (await insertGrant(tx, transfer, newId(transfer.now))).length > 0
  if (isBooked) tx.afterCommit(walletChanged(transfer.personId))
  return isBooked
}
