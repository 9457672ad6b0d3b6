import { describe, expect, it } from 'vitest'
import { nextAiNotice, type UsageClock } from './ai-notice.ts'
import { canShowOffers } from './detect-crisis.ts'

const start = Date.parse('2026-11-20T08:00:00Z')
const minutes = (count: number) => count * 60_000
const dayOf = (instantMs: number) => new Date(instantMs).toISOString().slice(0, 10)

/** The minutes after the start at which a reminder came, for a person active every 20 minutes and at `extra`. */
function remindersWithin(lastMinute: number, isMinor: boolean, extra: number[] = []): number[] {
  const activity = [...Array.from({ length: Math.floor(lastMinute / 20) + 1 }, (_, index) => index * 20), ...extra]
  const reminders: number[] = []
  let clock: UsageClock | null = null
  for (const minute of activity.sort((one, other) => one - other)) {
    const answer = nextAiNotice(clock, start + minutes(minute), { isMinor, dayOf })
    clock = answer.clock
    if (answer.notice === 'ai_reminder') reminders.push(minute)
  }
  return reminders
}

describe('H1: the clock of AI notices', () => {
  it('the first chat of the day, once', () => {
    const first = nextAiNotice(null, start, { isMinor: false, dayOf })
    expect(first.notice).toBe('first_of_day')
    expect(nextAiNotice(first.clock, start + 1_000, { isMinor: false, dayOf }).notice).toBeNull()
    expect(nextAiNotice(first.clock, start + 24 * minutes(60), { isMinor: false, dayOf }).notice).toBe('first_of_day')
  })
  it('not at 2:59, at 3:00 and again at 6:00', () => {
    expect(remindersWithin(179, false, [179])).toEqual([])
    expect(remindersWithin(180, false, [179])).toEqual([180])
    expect(remindersWithin(360, false, [179, 359])).toEqual([180, 360])
  })
  it('hourly for minors', () => {
    expect(remindersWithin(180, true, [59])).toEqual([60, 120, 180])
  })
  it('60 minutes of silence end continued use, 59 do not', () => {
    const clock = { usedSinceMs: start, lastActiveMs: start + minutes(120), lastNoticeMs: start }
    expect(nextAiNotice(clock, start + minutes(180), { isMinor: false, dayOf })).toMatchObject({
      notice: null,
      clock: { usedSinceMs: start + minutes(180) },
    })
    const active = { ...clock, lastActiveMs: start + minutes(121) }
    expect(nextAiNotice(active, start + minutes(180), { isMinor: false, dayOf }).notice).toBe('ai_reminder')
  })
  it('a second device with a late clock does not move it back', () => {
    const clock = { usedSinceMs: start, lastActiveMs: start + minutes(10), lastNoticeMs: start }
    expect(nextAiNotice(clock, start + minutes(5), { isMinor: false, dayOf }).clock.lastActiveMs).toBe(
      start + minutes(10),
    )
  })
})

describe('C3: no offers for 24 hours after a crisis', () => {
  it('not before, and again from 24:00 on', () => {
    const crisis = new Date('2026-11-20T08:00:00Z')
    expect(canShowOffers(null, crisis)).toBe(true)
    expect(canShowOffers(crisis, crisis)).toBe(false)
    expect(canShowOffers(crisis, new Date('2026-11-21T07:59:59Z'))).toBe(false)
    expect(canShowOffers(crisis, new Date('2026-11-21T08:00:00Z'))).toBe(true)
  })
})
