import type { Transaction } from '../../platform/db/database.ts'
import type { AfterErasure } from '../../platform/personal-data.ts'

/** What guests need of chats, which is a later module. Implemented in `chats/list/move-guest-chats.ts`. */
export interface GuestChats {
  /**
   * Gives the chats in which a guest has written to an account, in the transaction of the sign-in. The account's row is
   * locked. Returns what is to be done after the commit.
   */
  move(tx: Transaction, chats: { fromId: string; toId: string }): Promise<AfterErasure>
}
