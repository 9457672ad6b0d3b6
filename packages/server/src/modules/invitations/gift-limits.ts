import { INVITATION_GIFT } from '@everkin/contract/limits.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { grant } from '../wallet/module.ts'
import { DAY_MS, MAX_GIFTS_PER_DAY } from './rules.ts'
import { countGifts } from './store.ts'

/** Whether one more gift may go to this network and come from this inviter within a day (WAL-15). */
export async function isWithinGiftLimits(
  tx: Transaction,
  gift: { networkHash: Uint8Array; inviterId: string; now: Date },
): Promise<boolean> {
  const count = await countGifts(tx, { ...gift, since: new Date(gift.now.getTime() - DAY_MS) })
  return count.network < MAX_GIFTS_PER_DAY.network && count.inviter < MAX_GIFTS_PER_DAY.inviter
}

/** Books the gift, once in the life of an account whatever asks for it (WAL-12). */
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
