import type { rewards } from '@everkin/contract/http/rewards.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { checkin } from './checkin.ts'
import { readCheckinDue, readCheckinWeek } from './read-checkins.ts'
import type { RewardServices } from './services.ts'

/** The calls about rewards, each bound to its use-case. */
export function rewardHandlers(services: RewardServices): Handlers<typeof rewards> {
  return {
    checkinStatus: (_input, caller) => readCheckinWeek(services, caller.identity.personId, caller.timeZone),
    checkinDue: (_input, caller) => readCheckinDue(services, caller.identity.personId, caller.timeZone),
    checkin: ({ body }, caller) =>
      checkin(services, caller.identity.personId, { asked: body.time_zone, header: caller.timeZone }),
  }
}
