import type { TextKey } from '../../i18n/text-key.ts'

/** Why something moved, by the server's name for it. */
const CAUSES: Record<string, TextKey> = {
  newAccount: 'wallet.cause.newAccount',
  message_sent: 'wallet.cause.messageSent',
  reply_regenerated: 'wallet.cause.replyRegenerated',
  reply_continued: 'wallet.cause.replyContinued',
  reply_spoken: 'wallet.cause.replySpoken',
  reply_branched: 'wallet.cause.replyBranched',
  reply_refund: 'wallet.cause.refund',
}

/** The text for a cause; a plain word for one that this version of the page does not know. */
export function causeText(cause: string): TextKey {
  return CAUSES[cause] ?? 'wallet.cause.other'
}
