import { describe, expect, it } from 'vitest'
import { localDay, shortDate } from './dates.ts'

/** Noon of a day in the device's time zone, so that the test passes in every zone. */
const noon = (year: number, month: number, day: number) => new Date(year, month - 1, day, 12, 5).toISOString()
const now = new Date(2026, 10, 20, 18, 30).getTime()

describe('shortMoment', () => {
  it.each([
    [noon(2026, 11, 20), '12:05'],
    [noon(2026, 11, 18), 'Wed'],
    [noon(2026, 11, 2), '2 Nov'],
    [noon(2025, 11, 2), '2 Nov 2025'],
  ])('%s', (iso, expected) => {
    expect(shortDate(iso, now, 'en')).toBe(expected)
  })

  it('follows the clock of a given zone', () => {
    const evening = Date.parse('2026-11-20T22:30:00Z')
    expect(shortDate('2026-11-20T20:10:00Z', evening, 'en', 'Europe/Berlin')).toBe('21:10')
    expect(shortDate('2026-11-20T20:10:00Z', evening, 'en', 'Asia/Tokyo')).toBe('5:10')
    expect(shortDate('2026-11-20T12:00:00Z', evening, 'en', 'Asia/Tokyo')).toBe('Fri')
  })

  it('uses Arabic-Indic digits in Arabic', () => {
    expect(shortDate(noon(2026, 11, 2), now, 'ar')).toContain('٢')
  })
})

it('dayOf distinguishes days and ignores the time', () => {
  expect(localDay(noon(2026, 11, 20))).toBe(localDay(new Date(2026, 10, 20, 0, 1).toISOString()))
  expect(localDay(noon(2026, 11, 20))).not.toBe(localDay(noon(2026, 11, 21)))
})
