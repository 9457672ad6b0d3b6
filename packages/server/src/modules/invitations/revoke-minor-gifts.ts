import type { AppSecret } from '../../platform/app-secret.ts'
import { onlyRow, type Transaction } from '../../platform/db/database.ts'
import type { Invitations } from '../accounts/module.ts'
import { revokeGift } from '../wallet/module.ts'
import { claimInvitation } from './claim-invitation.ts'
import { deleteUnclaimedOf, giftOf, INVITATION_DEVICES, lockByInvitee, updateGift } from './store.ts'

/**
 * Handles a person who turned out to be under 18: revokes the unspent part of their gift, cancels a held gift and
 * invalidates the links they sent (A5). Idempotent.
 */
async function revokeMinorGifts(tx: Transaction, personId: string, now: Date): Promise<void> {
  await deleteUnclaimedOf(tx, personId)
  const invitation = onlyRow(await lockByInvitee(tx, personId))
  if (!invitation || (invitation.gift_state !== 'given' && invitation.gift_state !== 'held')) return
  await updateGift(tx, invitation.id, 'taken_back', null)
  if (invitation.gift_state === 'held') return
  const reason = { personId, cause: 'invitationTakenBack', ref: invitation.id, now }
  await revokeGift(tx, {
    ...reason,
    asset: 'coin',
    max: giftOf(invitation).coins,
    key: `invitation:back:coin:${personId}`,
  })
  await revokeGift(tx, {
    ...reason,
    asset: 'message',
    max: giftOf(invitation).messages,
    key: `invitation:back:message:${personId}`,
  })
}

/** The port through which the accounts module uses invitations. */
export function createInvitationPort(appSecret: AppSecret): Invitations {
  return {
    claim: (tx, claim) => claimInvitation(appSecret, tx, claim),
    revokeForMinor: revokeMinorGifts,
    ...INVITATION_DEVICES,
  }
}
