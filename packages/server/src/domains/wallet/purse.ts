import type { Purse } from '../accounts/purse.ts'
import { readWallet } from './balance.ts'
import { grant } from './grant.ts'
import { readHistory } from './history.ts'

/** The wallet as the accounts domain asks for it. */
export const purse: Purse = {
  read: readWallet,
  history: readHistory,
  welcome: (tx, personId, messages, now) =>
    grant(tx, {
      personId,
      asset: 'message',
      amount: messages,
      key: `welcome:${personId}`,
      cause: 'newAccount',
      ref: null,
      now,
    }),
}
