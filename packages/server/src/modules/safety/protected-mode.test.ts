import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import teenRules from './data/teen-rules.json' with { type: 'json' }
import { isTooYoung, MAX_TEEN_USE_MS, nextMorning, nextTeenUse, type TeenUse, teenRuleFor } from './protected-mode.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const hourIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone })
  return (instantMs: number) => Number(format.format(instantMs))
}

describe('A8: the youngest age by country', () => {
  it.each([
    ['GB', 13],
    ['de', 16],
    ['FR', 15],
    ['ES', 14],
    ['ZZ', 16], // not in the table: the strictest age
    ['CN', 'closed'],
    ['IN', 'closed'],
    ['XX', 'closed'],
    ['T1', 'closed'],
    ['', 'closed'],
    [null, 'closed'],
    [undefined, 'closed'],
  ])('%s, where the proxy names the country', (country, rule) => {
    expect(teenRuleFor(country, { hasCountryHeader: true })).toBe(rule)
  })

  it('is the strictest of the table where no header is configured, whatever a request claims', () => {
    for (const country of ['GB', 'CN', null, undefined])
      expect(teenRuleFor(country, { hasCountryHeader: false })).toBe(16)
  })

  it('is 13 or more in every country, and each country is in one place', () => {
    const listed = [...Object.values(teenRules.minimumAge).flat(), ...teenRules.closed]
    expect(new Set(listed).size).toBe(listed.length)
    expect(listed.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true)
    for (const age of Object.keys(teenRules.minimumAge)) expect(Number(age)).toBeGreaterThanOrEqual(13)
    for (const source of Object.values(teenRules.sources)) expect(source).toMatch(/^https:\/\//)
  })

  it('under 13 is too young everywhere, also where nobody is served', () => {
    for (const rule of [13, 16, 'closed'] as const) expect(isTooYoung(12, rule)).toBe(true)
    expect(isTooYoung(13, 'closed')).toBe(false)
    expect(isTooYoung(14, 15)).toBe(true)
    expect(isTooYoung(16, 16)).toBe(false)
  })
})

describe('A8: two hours a day', () => {
  const actions = (gapsMs: readonly number[], day = '2026-11-20') => {
    let use: TeenUse | null = nextTeenUse(null, NOON, day)
    let nowMs = NOON
    for (const gapMs of gapsMs) {
      nowMs += gapMs
      use = nextTeenUse(use, nowMs, day)
    }
    return use
  }

  it('counts the time between actions, and at most ten minutes of a pause', () => {
    expect(actions([]).usedMs).toBe(0)
    expect(actions([MINUTE_MS, 2 * MINUTE_MS]).usedMs).toBe(3 * MINUTE_MS)
    expect(actions([10 * MINUTE_MS]).usedMs).toBe(10 * MINUTE_MS)
    expect(actions([3 * HOUR_MS]).usedMs).toBe(10 * MINUTE_MS)
  })

  it('is used up after two hours without a pause, and not a moment before', () => {
    const almost = actions(Array.from({ length: 119 }, () => MINUTE_MS))
    expect(almost.usedMs).toBe(MAX_TEEN_USE_MS - MINUTE_MS)
    expect(nextTeenUse(almost, almost.lastAtMs + MINUTE_MS - 1, '2026-11-20').usedMs).toBeLessThan(MAX_TEEN_USE_MS)
    expect(nextTeenUse(almost, almost.lastAtMs + MINUTE_MS, '2026-11-20').usedMs).toBe(MAX_TEEN_USE_MS)
  })

  it('begins again with the next day, and never runs backwards', () => {
    const used = actions([10 * MINUTE_MS])
    expect(nextTeenUse(used, used.lastAtMs + HOUR_MS, '2026-11-21').usedMs).toBe(0)
    expect(nextTeenUse(used, NOON - HOUR_MS, '2026-11-20')).toEqual(used)
  })
})

describe('A8: when chats open again', () => {
  it.each([
    ['UTC', '2026-11-20T23:30:00Z', '2026-11-21T07:00:00Z'],
    ['UTC', '2026-11-20T06:59:59Z', '2026-11-20T07:00:00Z'],
    ['UTC', '2026-11-20T12:00:00Z', '2026-11-21T07:00:00Z'],
    ['Asia/Kathmandu', '2026-11-20T17:00:00Z', '2026-11-21T01:15:00Z'],
    // The clocks go back in this night.
    ['Europe/Berlin', '2026-10-24T21:00:00Z', '2026-10-25T06:00:00Z'],
  ])('in %s at %s', (zone, now, opens) => {
    expect(new Date(nextMorning(Date.parse(now), hourIn(zone))).toISOString()).toBe(new Date(opens).toISOString())
  })
})
