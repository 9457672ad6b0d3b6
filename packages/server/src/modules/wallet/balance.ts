import type { Wallet } from '@everkin/contract/types.ts'
import { invalidInput } from '../../platform/app-error.ts'
import { onlyRow, type Queryable } from '../../platform/db/database.ts'
import { isMember } from '../accounts/module.ts'
import { selectAccount, selectWallet, type WalletRow } from './store.ts'

/**
 * Accepts whole amounts from 0 to 2^53 - 1 (WAL-18).
 * @throws AppError InvalidInput on `amount` for everything else; nothing is booked.
 */
export function assertAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount < 0) throw invalidInput('amount')
}

/** The wallet as sent on the wire. Members send messages without charge, within fair use. */
export async function loadWallet(db: Queryable, personId: string, now: Date): Promise<Wallet> {
  return walletOf(onlyRow(await selectWallet(db, personId)), now)
}

/** The wallet for a row of balances; an empty one for null. */
export function walletOf(row: WalletRow | null, now: Date): Wallet {
  return {
    coin_num: row?.coins ?? 0,
    message_num: row?.messages ?? 0,
    unlimited_messages: isMember({ memberUntilSeconds: row?.member_until ?? 0 }, now),
  }
}

/** Whether nothing can be spent from this person's coins or messages. */
export async function isWalletFrozen(db: Queryable, personId: string): Promise<boolean> {
  const accounts = await Promise.all([selectAccount(db, personId, 'coin'), selectAccount(db, personId, 'message')])
  return accounts.flat().some((account) => account.is_frozen)
}
