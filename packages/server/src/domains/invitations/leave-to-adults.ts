import { INVITATION_GIFT } from '@everkin/contract/limits.ts'
import { onlyRow, type Queryable } from '../../platform/db/database.ts'
import { takeBack } from '../wallet/take-back.ts'

import { deleteUnclaimedOf, lockByInvitee, updateGift } from './store.ts'

/**
 * Someone turned out to be under 18: what is unspent of their gift goes back, a held one will not come, and the links
 * they sent lead nowhere (A5). Doing it twice does nothing more.
 */
export async function leaveToAdults(tx: Queryable, personId: string, now: Date): Promise<void> {
  await deleteUnclaimedOf(tx, personId)
  const invitation = onlyRow(await lockByInvitee(tx, personId))
  if (!invitation || (invitation.gift_state !== 'given' && invitation.gift_state !== 'held')) return
  await updateGift(tx, invitation.id, 'taken_back', null)
  if (invitation.gift_state === 'held') return
  const taken = { personId, cause: 'invitationTakenBack', ref: invitation.id, now }
  await takeBack(tx, {
    ...taken,
    asset: 'coin',
    most: INVITATION_GIFT.coin_num,
    key: `invitation:back:coin:${personId}`,
  })
  await takeBack(tx, {
    ...taken,
    asset: 'message',
    most: INVITATION_GIFT.message_num,
    key: `invitation:back:message:${personId}`,
  })
}
