import type { Transaction } from '../../platform/db/database.ts'

/** What the characters module, which comes later, does with the cards of a person. */
export interface CardsPort {
  /** Nobody else finds, reads or chats with them any more. Called under the person's lock. */
  makePrivate(tx: Transaction, personId: string, now: Date): Promise<void>
}
