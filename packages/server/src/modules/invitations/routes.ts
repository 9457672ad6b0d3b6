import type { ApiData } from '@everkin/contract/api-types.ts'
import type { deskInvitations } from '@everkin/contract/http/desk-products.ts'
import type { invitations } from '@everkin/contract/http/invitations.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { recordAudit } from '../operators/module.ts'
import { claimSignedIn } from './claim-invitation.ts'
import { createInvitation } from './create-invitation.ts'
import { invitationInfo } from './invitation-info.ts'
import { listInvitations } from './list-invitations.ts'
import { giftView, invitationRules } from './rules.ts'
import type { InvitationServices } from './services.ts'

/** The HTTP handlers of this module. */
export function invitationHandlers(services: InvitationServices): Handlers<typeof invitations> {
  return {
    createInvitation: ({ body }, caller) => createInvitation(services, body.card_id, caller),
    invitationGift: async () => ({ gift: giftView((await invitationRules.load(services.database)).value.gift) }),
    invitationInfo: ({ query }, caller) => invitationInfo(services, query.code, caller),
    claimInvitation: ({ body }, caller) => claimSignedIn(services, body.code, caller),
    listInvitations: ({ query }, caller) => listInvitations(services, query, caller),
  }
}

/** The operator's calls of this module. */
export function deskInvitationHandlers({
  database,
  clock,
}: Pick<InvitationServices, 'database' | 'clock'>): Handlers<typeof deskInvitations> {
  return {
    invitationRules: () => settingsView(database),
    saveInvitationRules: ({ body: { value, revision } }, { identity }) =>
      database.transaction(async (tx) => {
        const now = clock.now()
        await invitationRules.save(tx, { value, revision }, now)
        const rules = value ?? invitationRules.defaults
        await recordAudit(tx, {
          actorId: identity.personId,
          action: 'invitations.changed',
          targetType: 'setting',
          targetId: 'invitations',
          details: {
            gift: `${rules.gift.coins}:${rules.gift.messages}`,
            inviter_reward: `${rules.inviter_reward.coins}:${rules.inviter_reward.messages}`,
            gifts_per_day: `${rules.gifts_per_day.network}:${rules.gifts_per_day.inviter}`,
            inviter_rewards: `${rules.inviter_rewards.day}:${rules.inviter_rewards.ever}`,
            invitations_per_day: rules.invitations_per_day,
            defaults: value === null,
          },
          now,
        })
        return settingsView(tx)
      }),
  }
}

async function settingsView(db: Queryable): Promise<ApiData<'GET /api/desk/invitationRules'>> {
  const { value, revision, updatedAt } = await invitationRules.load(db)
  return { value, defaults: invitationRules.defaults, revision, updated_at: updatedAt?.toISOString() ?? null }
}
