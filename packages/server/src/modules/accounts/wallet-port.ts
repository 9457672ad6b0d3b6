import type { LedgerEntry, Wallet } from '@everkin/contract/types.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import type { Person } from './person.ts'

/** What accounts need of the wallet, which lies above them. Types only; `wallet/purse.ts` does it. */
export interface WalletPort {
  read(db: Queryable, person: Pick<Person, 'id' | 'memberUntilSeconds'>, now: Date): Promise<Wallet>
  /** Grants the messages of a new account, once in its life. */
  welcome(tx: Transaction, personId: string, messages: number, now: Date): Promise<boolean>
  history(
    db: Queryable,
    personId: string,
    page: { cursor?: string | undefined; limit: number; asset?: LedgerEntry['asset'] | undefined },
  ): Promise<{ list: LedgerEntry[]; next_cursor: string | null }>
}
