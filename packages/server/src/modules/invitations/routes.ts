import type { invitations } from '@everkin/contract/http/invitations.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { claimSignedIn } from './claim-invitation.ts'
import { createInvitation } from './create-invitation.ts'
import { invitationInfo } from './invitation-info.ts'
import { listInvitations } from './list-invitations.ts'
import type { InvitationServices } from './services.ts'

/** The HTTP handlers of this module. */
export function invitationHandlers(services: InvitationServices): Handlers<typeof invitations> {
  return {
    createInvitation: ({ body }, caller) => createInvitation(services, body.card_id, caller),
    invitationInfo: ({ query }, caller) => invitationInfo(services, query.code, caller),
    claimInvitation: ({ body }, caller) => claimSignedIn(services, body.code, caller),
    listInvitations: ({ query }, caller) => listInvitations(services, query, caller),
  }
}
