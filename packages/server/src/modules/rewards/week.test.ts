import { describe, expect, it } from 'vitest'
import { checkinRewards, rewardOf } from './rules.ts'
import { planWeek, type StoredCheckin } from './week.ts'

const kept = (day: string, streakDay: number, isMember = false): StoredCheckin => ({
  day,
  streakDay,
  ...rewardOf(checkinRewards.defaults, streakDay, isMember),
})

const runs = (week: ReturnType<typeof planWeek>) => week.map((day) => day.streak_day)

// 16 November 2026 is a Monday.
describe('the week', () => {
  it('has seven days from Monday on, with the first streak day today and its rewards to come', () => {
    const week = planWeek([], { day: '2026-11-19', streakDay: 1 }, 'Europe/Berlin', false, checkinRewards.defaults)
    expect(week.map((day) => day.date)).toEqual([16, 17, 18, 19, 20, 21, 22].map((day) => `2026-11-${day}`))
    expect(week.map((day) => day.is_today)).toEqual([false, false, false, true, false, false, false])
    expect(runs(week)).toEqual([1, 1, 1, 1, 2, 3, 4])
    expect(week.map((day) => day.message_num)).toEqual([5, 5, 5, 5, 5, 10, 10])
    expect(week.every((day) => day.coin_num === 0 && !day.is_checkin)).toBe(true)
  })

  it('continues from the week before, over the seventh day, with coins for members', () => {
    const week = planWeek(
      [kept('2026-11-15', 5)],
      { day: '2026-11-16', streakDay: 6 },
      'UTC',
      true,
      checkinRewards.defaults,
    )
    expect(runs(week)).toEqual([6, 7, 1, 2, 3, 4, 5])
    expect(week.map((day) => [day.message_num, day.coin_num])).toEqual([
      [15, 6],
      [30, 12],
      [5, 2],
      [5, 2],
      [10, 4],
      [10, 4],
      [15, 6],
    ])
  })

  it('shows what was granted, omits the other days, and restarts after them', () => {
    const checkins = [kept('2026-11-17', 2), kept('2026-11-16', 1, true)]
    const week = planWeek(checkins, { day: '2026-11-19', streakDay: 1 }, 'UTC', false, checkinRewards.defaults)
    expect(week.map((day) => day.is_checkin)).toEqual([true, true, false, false, false, false, false])
    expect(runs(week)).toEqual([1, 2, 3, 1, 2, 3, 4])
    expect(week[0]).toMatchObject({ message_num: 5, coin_num: 2 })
  })

  it('counts a day that the zone never had as present, and grants nothing for it', () => {
    const checkins = [kept('2011-12-29', 4), kept('2011-12-28', 3)]
    const week = planWeek(checkins, { day: '2011-12-31', streakDay: 5 }, 'Pacific/Apia', false, checkinRewards.defaults)
    expect(week[4]).toEqual({
      date: '2011-12-30',
      is_today: false,
      is_checkin: true,
      streak_day: 4,
      message_num: 0,
      coin_num: 0,
    })
    expect(runs(week).slice(2)).toEqual([3, 4, 4, 5, 6])
  })
})
