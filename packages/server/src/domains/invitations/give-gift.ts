import { INVITATION_GIFT } from '@everkin/contract/limits.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { grant } from '../wallet/grant.ts'

/** Books the gift, once in the life of an account whatever asks for it (WAL-12). */
export async function giveGift(
  tx: Queryable,
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
