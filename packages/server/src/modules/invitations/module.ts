import { deskInvitations } from '@everkin/contract/http/desk-products.ts'
import { invitations } from '@everkin/contract/http/invitations.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { listExport } from '../../platform/personal-data.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { createTagNames } from '../characters/module.ts'
import { checkClaims } from './check-claims.ts'
import { eraseInvitations, purgeInvitations } from './invitation-lifecycle.ts'
import { exportInvitations } from './list-invitations.ts'
import { deskInvitationHandlers, invitationHandlers } from './routes.ts'
import type { InvitationServices } from './services.ts'

export { createInvitationPort } from './revoke-minor-gifts.ts'
export type { ChatActivity } from './services.ts'

/** @param ports `activityOf` belongs to chats. */
export function createInvitationsModule(
  core: ServerCore,
  ports: Pick<InvitationServices, 'activityOf'>,
): ServerModule & { services: InvitationServices } {
  const { database, clock } = core
  const services: InvitationServices = { ...core, ...ports, tagNames: createTagNames(core.texts) }
  return {
    name: 'invitations',
    services,
    operations: [
      ...bindHandlers(invitations, invitationHandlers(services)),
      ...bindHandlers(deskInvitations, deskInvitationHandlers(services)),
    ],
    frames: {},
    onConnect: null,
    syncSource: null,
    recurringJobs: [
      {
        name: 'check-invitation-claims',
        everyMs: MINUTE_MS,
        timeoutMs: 10 * MINUTE_MS,
        run: () => checkClaims(services),
      },
      {
        name: 'purge-invitations',
        everyMs: HOUR_MS,
        timeoutMs: 10 * MINUTE_MS,
        run: () => purgeInvitations(database, clock.now()),
      },
    ],
    personalData: {
      tables: { invitation: { erasure: 'anonymized' } },
      exportParts: [
        listExport({ path: 'invitations.json', about: 'invitations', tables: ['invitation'] }, exportInvitations),
      ],
      eraseSteps: [{ phase: 'content', run: (tx, person) => eraseInvitations(tx, person.id) }],
    },
    mediaUsage: null,
    metrics: null,
    lifecycle: {},
  }
}
