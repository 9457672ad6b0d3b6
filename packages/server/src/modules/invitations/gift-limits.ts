import { INVITATION_GIFT } from '@everkin/contract/limits.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { grant } from '../wallet/module.ts'
import { MAX_GIFTS_PER_DAY } from './rules.ts'
import { countGifts } from './store.ts'

/** Whether the daily limits allow one more gift to this network and from this inviter (WAL-15). */
export async function isWithinGiftLimits(
  tx: Transaction,
  gift: { networkHash: Uint8Array; inviterId: string; now: Date },
): Promise<boolean> {
  const count = await countGifts(tx, { ...gift, since: new Date(gift.now.getTime() - DAY_MS) })
  return count.network < MAX_GIFTS_PER_DAY.network && count.inviter < MAX_GIFTS_PER_DAY.inviter
}

/** Grants the gift, once per account (WAL-12). */
export async function grantGift(
  tx: Transaction,
  { personId, invitationId, now }: { personId: string; invitationId: string; now: Date },
): Promise<void> {
  const gift = { personId, cause: 'invitation', ref: invitationId, now }
  await grant(tx, { ...gift, asset: 'coin', amount: INVITATION_GIFT.coin_num, key: `invitation:coin:${personId}` })
  await grant(tx, {
    ...gift,
    asset: 'message',
    amount: INVITATION_GIFT.message_num,
    key: `invitation:message:${personId}`,
  })
}
