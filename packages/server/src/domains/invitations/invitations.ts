import type { Invitations } from '../accounts/invitations.ts'
import { claimInvitation } from './claim-invitation.ts'
import { leaveToAdults } from './leave-to-adults.ts'

/** Invitations as the accounts domain asks for them. */
export function invitationsOf(appSecret: string): Invitations {
  return { claim: (tx, claim) => claimInvitation(appSecret, tx, claim), leaveToAdults }
}
