import type { CheckinDay } from '@everkin/contract/types.ts'
import { addDays, dayExists, mondayOf } from '../../platform/time-zone-days.ts'
import type { CheckinResult } from './evaluate-checkin.ts'
import { nextStreakDay, type RewardWeek, rewardOf } from './rules.ts'

/** A stored check-in. */
export interface StoredCheckin {
  day: string
  streakDay: number
  messageNum: number
  coinNum: number
}

/**
 * The seven days of the current week, Monday first: what was granted, what today grants, and what the coming days would
 * grant if none is missed. A day that the zone never had counts as present and grants nothing.
 */
export function planWeek(
  checkins: readonly StoredCheckin[],
  today: Pick<CheckinResult, 'day' | 'streakDay'>,
  timeZone: string,
  isMember: boolean,
  rewards: RewardWeek,
): CheckinDay[] {
  const monday = mondayOf(today.day)
  const byDay = new Map(checkins.map((checkin) => [checkin.day, checkin]))
  const before = checkins.filter((checkin) => checkin.day < monday).sort((a, b) => (a.day < b.day ? 1 : -1))[0]
  let streak: { day: string; streakDay: number } | null = before ?? null
  return Array.from({ length: 7 }, (_, index): CheckinDay => {
    const date = addDays(monday, index)
    const follows: boolean = streak !== null && addDays(streak.day, 1) === date
    const isToday = date === today.day
    const checkin = byDay.get(date)
    if (checkin) {
      streak = checkin
      return {
        date,
        is_today: isToday,
        is_checkin: true,
        streak_day: checkin.streakDay,
        message_num: checkin.messageNum,
        coin_num: checkin.coinNum,
      }
    }
    if (!isToday && !dayExists(timeZone, date)) {
      const streakDay = follows && streak ? streak.streakDay : 1
      if (follows) streak = { day: date, streakDay }
      return { date, is_today: false, is_checkin: follows, streak_day: streakDay, message_num: 0, coin_num: 0 }
    }
    const streakDay = isToday ? today.streakDay : follows && streak ? nextStreakDay(streak.streakDay) : 1
    if (date >= today.day) streak = { day: date, streakDay }
    const { messageNum, coinNum } = rewardOf(rewards, streakDay, isMember)
    return {
      date,
      is_today: isToday,
      is_checkin: false,
      streak_day: streakDay,
      message_num: messageNum,
      coin_num: coinNum,
    }
  })
}
