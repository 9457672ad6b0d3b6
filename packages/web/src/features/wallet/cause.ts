import type { TextKey } from '../../i18n/text-key.ts'

/** What a ledger entry refers to; its `ref` is the id of one. */
export type CauseTarget = 'chat' | 'order' | 'invitation'

interface Cause {
  text: TextKey
  leadsTo?: CauseTarget
}

/** Texts and targets by the server's name for the cause. */
const CAUSES: Record<string, Cause> = {
  newAccount: { text: 'wallet.cause.newAccount' },
  invitation: { text: 'wallet.cause.welcomeGift', leadsTo: 'invitation' },
  invitationThanks: { text: 'wallet.cause.inviteThanks', leadsTo: 'invitation' },
  invitationTakenBack: { text: 'wallet.cause.giftTakenBack', leadsTo: 'invitation' },
  purchase: { text: 'wallet.cause.purchase', leadsTo: 'order' },
  purchase_refund: { text: 'wallet.cause.purchaseRefund', leadsTo: 'order' },
  chargeback: { text: 'wallet.cause.chargeback', leadsTo: 'order' },
  purchase_restored: { text: 'wallet.cause.purchaseRestored', leadsTo: 'order' },
  checkin: { text: 'wallet.cause.checkin' },
  message_sent: { text: 'wallet.cause.messageSent', leadsTo: 'chat' },
  reply_regenerated: { text: 'wallet.cause.replyRegenerated', leadsTo: 'chat' },
  reply_continued: { text: 'wallet.cause.replyContinued', leadsTo: 'chat' },
  reply_spoken: { text: 'wallet.cause.replySpoken', leadsTo: 'chat' },
  reply_branched: { text: 'wallet.cause.replyBranched', leadsTo: 'chat' },
  picture: { text: 'wallet.cause.picture' },
  picture_refund: { text: 'wallet.cause.pictureRefund' },
  image_unlocked: { text: 'wallet.cause.imageUnlocked' },
  video_unlocked: { text: 'wallet.cause.videoUnlocked' },
  unlock_refund: { text: 'wallet.cause.unlockRefund' },
  operator_grant: { text: 'wallet.cause.operatorGrant' },
  reply_refund: { text: 'wallet.cause.refund', leadsTo: 'chat' },
}

/** The text for a cause; a generic one for a cause that this version of the page does not know. */
export function causeText(cause: string): TextKey {
  return CAUSES[cause]?.text ?? 'wallet.cause.other'
}

/** What entries with this cause refer to; null if there is nothing to show. */
export function causeTarget(cause: string): CauseTarget | null {
  return CAUSES[cause]?.leadsTo ?? null
}
