import { CheckinWeek } from '@everkin/contract/http/desk-products.ts'
import type { z } from 'zod'
import { createStoredSetting } from '../../platform/stored-setting.ts'

/**
 * Guarantees of this module:
 * - One reward per calendar day in the person's time zone. Changing the clock or the zone earns no second one (WAL-06 to
 *   WAL-08).
 * - Coins only for members, by the server's clock (WAL-11).
 * - Not for people under 18 (A5), and not offered for a day after a crisis message (C3).
 */

/** The reward of each streak day; after the seventh the first comes again. */
export type RewardWeek = z.infer<typeof CheckinWeek>

/** The week as the operator has set it. */
export const checkinRewards = createStoredSetting<RewardWeek>('checkin_rewards', CheckinWeek, [
  { messages: 5, coins: 2 },
  { messages: 5, coins: 2 },
  { messages: 10, coins: 4 },
  { messages: 10, coins: 4 },
  { messages: 15, coins: 6 },
  { messages: 15, coins: 6 },
  { messages: 30, coins: 12 },
])

const STREAK_DAYS = 7

/** The reward of a streak day, 1 to 7; coins are for members. */
export function rewardOf(
  week: RewardWeek,
  streakDay: number,
  isMember: boolean,
): { messageNum: number; coinNum: number } {
  const day = week[streakDay - 1]
  if (!day) throw new RangeError(`a streak has no day ${streakDay}`)
  return { messageNum: day.messages, coinNum: isMember ? day.coins : 0 }
}

/** The streak day after this one. */
export function nextStreakDay(streakDay: number): number {
  return (streakDay % STREAK_DAYS) + 1
}
