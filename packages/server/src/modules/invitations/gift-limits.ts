import type { Transaction } from '../../platform/db/database.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { grant } from '../wallet/module.ts'
import { type Gift, invitationRules } from './rules.ts'
import { countGifts } from './store.ts'

/** Whether the daily limits allow one more gift to this network and from this inviter (WAL-15). */
export async function isWithinGiftLimits(
  tx: Transaction,
  gift: { networkHash: Uint8Array; inviterId: string; now: Date },
): Promise<boolean> {
  const count = await countGifts(tx, { ...gift, since: new Date(gift.now.getTime() - DAY_MS) })
  const { value } = await invitationRules.load(tx)
  return count.network < value.gifts_per_day.network && count.inviter < value.gifts_per_day.inviter
}

/** Grants the gift, once per account (WAL-12). */
export async function grantGift(
  tx: Transaction,
  { personId, invitationId, gift, now }: { personId: string; invitationId: string; gift: Gift; now: Date },
): Promise<void> {
  const booking = { personId, cause: 'invitation', ref: invitationId, now }
  await grant(tx, { ...booking, asset: 'coin', amount: gift.coins, key: `invitation:coin:${personId}` })
  await grant(tx, {
    ...booking,
    asset: 'message',
    amount: gift.messages,
    key: `invitation:message:${personId}`,
  })
}
