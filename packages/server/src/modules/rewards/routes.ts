import type { ApiData } from '@everkin/contract/api-types.ts'
import type { deskRewards } from '@everkin/contract/http/desk-products.ts'
import type { rewards } from '@everkin/contract/http/rewards.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import type { ServerCore } from '../../platform/server-module.ts'
import { recordAudit } from '../operators/module.ts'
import { claimCheckin } from './checkin.ts'
import { loadCheckinDue, loadCheckinWeek } from './load-checkins.ts'
import { checkinRewards } from './rules.ts'
import type { RewardServices } from './services.ts'

/** The HTTP handlers of this module. */
export function rewardHandlers(services: RewardServices): Handlers<typeof rewards> {
  return {
    checkinStatus: (_input, caller) => loadCheckinWeek(services, caller.identity.personId, caller.timeZone),
    checkinDue: (_input, caller) => loadCheckinDue(services, caller.identity.personId, caller.timeZone),
    checkin: ({ body }, caller) =>
      claimCheckin(services, caller.identity.personId, { asked: body.time_zone, header: caller.timeZone }),
  }
}

/** The operator's calls of this module. */
export function deskRewardHandlers({
  database,
  clock,
}: Pick<ServerCore, 'database' | 'clock'>): Handlers<typeof deskRewards> {
  return {
    checkinRewards: () => settingsView(database),
    saveCheckinRewards: ({ body: { value, revision } }, { identity }) =>
      database.transaction(async (tx) => {
        const now = clock.now()
        await checkinRewards.save(tx, { value, revision }, now)
        const week = value ?? checkinRewards.defaults
        await recordAudit(tx, {
          actorId: identity.personId,
          action: 'rewards.changed',
          targetType: 'setting',
          targetId: 'checkin_rewards',
          details: {
            messages: week.map(({ messages }) => messages).join(':'),
            coins: week.map(({ coins }) => coins).join(':'),
            defaults: value === null,
          },
          now,
        })
        return settingsView(tx)
      }),
  }
}

async function settingsView(db: Queryable): Promise<ApiData<'GET /api/desk/checkinRewards'>> {
  const { value, revision, updatedAt } = await checkinRewards.load(db)
  return { value, defaults: checkinRewards.defaults, revision, updated_at: updatedAt?.toISOString() ?? null }
}
