import type { LedgerEntry, Wallet } from '@everkin/contract/types.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'

/**
 * What accounts needs from the wallet, which is above this module. Types only; implemented in `wallet/wallet-port.ts`.
 */
export interface WalletPort {
  read(db: Queryable, personId: string, now: Date): Promise<Wallet>
  /** Grants a new account its welcome messages, once per account. */
  welcome(tx: Transaction, personId: string, messages: number, now: Date): Promise<boolean>
  history(
    db: Queryable,
    personId: string,
    page: { cursor?: string | undefined; limit: number; asset?: LedgerEntry['asset'] | undefined },
  ): Promise<{ list: LedgerEntry[]; next_cursor: string | null }>
}
