import type { rewards } from '@everkin/contract/http/rewards.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { claimCheckin } from './checkin.ts'
import { loadCheckinDue, loadCheckinWeek } from './load-checkins.ts'
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
