import type { WalletPort } from '../accounts/module.ts'
import { loadWallet } from './balance.ts'
import { grant } from './charge.ts'
import { listHistory } from './ledger-history.ts'

/** The wallet as the accounts module needs it. */
export const walletPort: WalletPort = {
  read: loadWallet,
  history: listHistory,
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
