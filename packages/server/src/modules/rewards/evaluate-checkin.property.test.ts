import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, dayExists, dayIn, endOfDay } from '../../platform/time-zone-days.ts'
import { evaluateCheckin, type LastCheckin } from './evaluate-checkin.ts'
import { nextStreakDay } from './rules.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SEED = 20_261_121
const ZONES = Intl.supportedValuesOf('timeZone')

const zone = fc.constantFrom(...ZONES)
/** Whole seconds from 1980 on, covering dates, year ends and clock changes that the tz database knows. */
const instant = fc
  .integer({ min: Date.UTC(1980, 0) / 1000, max: Date.UTC(2037, 0) / 1000 })
  .map((seconds) => new Date(seconds * 1000))

/** Checks in if it counts; returns the check-in as it would be stored. */
function attempt(last: LastCheckin | null, timeZone: string, at: Date): LastCheckin | null {
  const { day, streakDay, nextAt } = evaluateCheckin(last, timeZone, at)
  return nextAt === null ? { day, streakDay, at, timeZone } : null
}

function expectHonest(made: readonly LastCheckin[]): void {
  for (const [index, next] of made.entries()) {
    const last = made[index - 1]
    if (!last) continue
    expect(next.day > last.day).toBe(true)
    const isOtherClock = dayIn(last.timeZone, next.at) !== next.day || dayIn(next.timeZone, last.at) !== last.day
    if (isOtherClock) expect(next.at.getTime() - last.at.getTime()).toBeGreaterThanOrEqual(DAY_MS)
  }
}

describe('WAL-07: changing time zones earns nothing', () => {
  it('days only go forward, and 30 days give 32 check-ins at most, whatever zones are named when', () => {
    const hops = fc.array(fc.tuple(zone, fc.integer({ min: 0, max: 720 * 60 })), { minLength: 60, maxLength: 160 })
    fc.assert(
      fc.property(instant, hops, (start, tries) => {
        const made: LastCheckin[] = []
        for (const [timeZone, minute] of tries.sort((a, b) => a[1] - b[1])) {
          const next = attempt(made.at(-1) ?? null, timeZone, new Date(start.getTime() + minute * 60_000))
          if (next) made.push(next)
        }
        expectHonest(made)
        expect(made.length).toBeLessThanOrEqual(32)
      }),
      { numRuns: 60, seed: SEED },
    )
  })

  it('earns no more for someone who tries every offset at every hour than for someone who stays', () => {
    const offsets = new Map(ZONES.map((name) => [dayAndHour(name, new Date('2026-06-15T00:10:00Z')), name]))
    for (const start of ['2026-03-08T00:00:00Z', '2026-10-15T00:00:00Z']) {
      const made: LastCheckin[] = []
      for (let hour = 0; hour <= 30 * 24; hour++)
        for (const timeZone of offsets.values()) {
          const at = new Date(Date.parse(start) + hour * HOUR_MS)
          const next = attempt(made.at(-1) ?? null, timeZone, at)
          if (next) made.push(next)
        }
      expectHonest(made)
      expect(made.length).toBeLessThanOrEqual(31)
    }
  })

  it('accepts a changed zone from 24 hours after the last check-in, to the second', () => {
    const at = new Date('2026-11-20T23:30:00Z')
    const last = { day: dayIn('Europe/London', at), at, timeZone: 'Europe/London', streakDay: 3 }
    const after = (ms: number) => new Date(at.getTime() + ms)
    expect(attempt(last, 'Asia/Tokyo', after(60_000))).toBeNull()
    expect(attempt(last, 'Asia/Tokyo', after(DAY_MS - 1000))).toBeNull()
    expect(attempt(last, 'Asia/Tokyo', after(DAY_MS))).toMatchObject({ day: '2026-11-22', streakDay: 4 })
    expect(attempt(last, 'Europe/London', after(HOUR_MS))).toMatchObject({ day: '2026-11-21', streakDay: 4 })
  })

  it('compares zones by their clock, not by their name', () => {
    const at = new Date('2026-11-20T12:00:00Z')
    const last = { day: '2026-11-20', at, timeZone: 'Europe/Kiev', streakDay: 1 }
    const next = new Date('2026-11-20T22:00:01Z')
    expect(attempt(last, 'Europe/Kyiv', next)).toMatchObject({ day: '2026-11-21', streakDay: 2 })
    expect(attempt(last, 'europe/kyiv', next)).toMatchObject({ day: '2026-11-21' })
  })

  it('keeps the streak of a traveller who skips a day at the date line', () => {
    const at = new Date('2026-11-21T06:00:00Z')
    const last = { day: dayIn('Pacific/Honolulu', at), at, timeZone: 'Pacific/Honolulu', streakDay: 5 }
    expect(last.day).toBe('2026-11-20')
    const landed = evaluateCheckin(last, 'Asia/Tokyo', new Date('2026-11-21T22:00:00Z'))
    expect(landed).toEqual({ day: '2026-11-22', streakDay: 6, nextAt: new Date('2026-11-22T06:00:00Z') })
    expect(attempt(last, 'Asia/Tokyo', new Date('2026-11-22T06:00:00Z'))).toMatchObject({ streakDay: 6 })
    // And back: days that were already checked in are not granted again.
    const tokyo = { day: '2026-11-22', at: new Date('2026-11-22T06:00:00Z'), timeZone: 'Asia/Tokyo', streakDay: 6 }
    const home = evaluateCheckin(tokyo, 'Pacific/Honolulu', new Date('2026-11-23T08:00:00Z'))
    expect(home).toMatchObject({ day: '2026-11-22', nextAt: new Date('2026-11-23T10:00:00Z') })
  })
})

describe('WAL-08: a daily visitor is rewarded once a day and never loses the streak', () => {
  /** One instant in each day of the zone from a given day on; `parts` says how far into the day. */
  function* visits(timeZone: string, from: Date, days: number, parts: readonly number[]): Generator<Date> {
    let begin = endOfDay(timeZone, dayIn(timeZone, from), from)
    for (let index = 0; index < days; index++) {
      const end = endOfDay(timeZone, dayIn(timeZone, begin), begin)
      const part = parts[index % parts.length] ?? 0
      yield new Date(begin.getTime() + Math.floor((end.getTime() - 1000 - begin.getTime()) * part))
      begin = end
    }
  }

  function expectUnbroken(timeZone: string, from: Date, days: number, parts: readonly number[]): LastCheckin[] {
    const made: LastCheckin[] = []
    for (const at of visits(timeZone, from, days, parts)) {
      const last = made.at(-1) ?? null
      const next = attempt(last, timeZone, at)
      if (!next) throw new Error(`${timeZone}: no check-in at ${at.toISOString()}`)
      if (last && next.streakDay !== nextStreakDay(last.streakDay))
        throw new Error(`${timeZone}: the run broke at ${at.toISOString()}`)
      // A second check-in on the same day, at its very end, does not count.
      const again = evaluateCheckin(next, timeZone, new Date(endOfDay(timeZone, next.day, at).getTime() - 1000))
      if (again.nextAt === null) throw new Error(`${timeZone}: two on ${next.day}`)
      made.push(next)
    }
    return made
  }

  it.each([
    ['Africa/Cairo, where a midnight does not exist', 'Africa/Cairo', '2024-04-23T12:00:00Z'],
    ['Africa/Cairo, back again at midnight', 'Africa/Cairo', '2024-10-28T12:00:00Z'],
    ['Asia/Beirut, where a midnight does not exist', 'Asia/Beirut', '2024-03-27T12:00:00Z'],
    ['Asia/Beirut, back again at midnight', 'Asia/Beirut', '2024-10-23T12:00:00Z'],
    ['Australia/Lord_Howe, by half an hour', 'Australia/Lord_Howe', '2026-10-01T12:00:00Z'],
    ['Australia/Lord_Howe, half an hour back', 'Australia/Lord_Howe', '2026-04-02T12:00:00Z'],
    ['America/Sao_Paulo 2018', 'America/Sao_Paulo', '2018-11-01T12:00:00Z'],
    ['America/Sao_Paulo, February 2018', 'America/Sao_Paulo', '2018-02-14T12:00:00Z'],
    ['Europe/Berlin, a day of 23 hours', 'Europe/Berlin', '2026-03-26T12:00:00Z'],
    ['Europe/Berlin, a day of 25 hours', 'Europe/Berlin', '2026-10-22T12:00:00Z'],
    ['Pacific/Apia, where 30 December 2011 does not exist', 'Pacific/Apia', '2011-12-26T12:00:00Z'],
    ['Pacific/Kwajalein, where a day of August 1993 does not exist', 'Pacific/Kwajalein', '1993-08-17T12:00:00Z'],
  ])('%s', (_name, timeZone, from) => {
    for (const parts of [[0], [1], [0.5], [1, 0], [0, 1]]) {
      const made = expectUnbroken(timeZone, new Date(from), 9, parts)
      expect(new Set(made.map(({ day }) => day)).size).toBe(9)
    }
  })

  it('counts the day that Apia skipped as present, and a day that existed as missed', () => {
    expect(dayExists('Pacific/Apia', '2011-12-30')).toBe(false)
    expect(dayExists('Pacific/Honolulu', '2011-12-30')).toBe(true)
    const last = (timeZone: string) => ({
      day: '2011-12-29',
      at: new Date('2011-12-29T22:00:00Z'),
      timeZone,
      streakDay: 2,
    })
    const next = new Date('2011-12-31T22:00:00Z')
    expect(evaluateCheckin(last('Pacific/Apia'), 'Pacific/Apia', next)).toMatchObject({
      day: '2012-01-01',
      streakDay: 1,
    })
    const sooner = new Date('2011-12-30T22:00:00Z')
    expect(evaluateCheckin(last('Pacific/Apia'), 'Pacific/Apia', sooner)).toMatchObject({
      day: '2011-12-31',
      streakDay: 3,
    })
    expect(evaluateCheckin(last('Pacific/Honolulu'), 'Pacific/Honolulu', next)).toMatchObject({ streakDay: 1 })
  })

  it('in every zone, over the end of the year', () => {
    for (const timeZone of ZONES) expectUnbroken(timeZone, new Date('2026-12-28T12:00:00Z'), 6, [0, 1, 0.5])
  })

  it('in any zone, over any ten days', () => {
    const parts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 })
    fc.assert(
      fc.property(zone, instant, parts, (timeZone, from, at) => void expectUnbroken(timeZone, from, 10, at)),
      { numRuns: 250, seed: SEED },
    )
  })

  it('says when the next one counts, and it counts from then on and not before', () => {
    fc.assert(
      fc.property(zone, zone, instant, fc.integer({ min: 0, max: 40 * 3600 }), (home, away, at, seconds) => {
        const last = { day: dayIn(home, at), at, timeZone: home, streakDay: 4 }
        const now = new Date(at.getTime() + seconds * 1000)
        for (const timeZone of [home, away]) {
          const { nextAt } = evaluateCheckin(last, timeZone, now)
          if (!nextAt) continue
          expect(nextAt.getTime()).toBeGreaterThan(now.getTime())
          expect(evaluateCheckin(last, timeZone, nextAt).nextAt).toBeNull()
          expect(evaluateCheckin(last, timeZone, new Date(nextAt.getTime() - 1000)).nextAt).not.toBeNull()
        }
      }),
      { numRuns: 250, seed: SEED },
    )
  })
})

describe('the streak', () => {
  const at = (day: string) => new Date(`${day}T12:00:00Z`)
  const last = { day: '2026-11-20', at: at('2026-11-20'), timeZone: 'UTC', streakDay: 6 }

  it('goes from the seventh day to the first again, and restarts after a missed day', () => {
    expect(evaluateCheckin(last, 'UTC', at('2026-11-21')).streakDay).toBe(7)
    expect(evaluateCheckin({ ...last, streakDay: 7 }, 'UTC', at('2026-11-21')).streakDay).toBe(1)
    expect(evaluateCheckin(last, 'UTC', at('2026-11-22')).streakDay).toBe(1)
    expect(evaluateCheckin(null, 'UTC', at('2026-11-22')).streakDay).toBe(1)
  })

  it('is not broken by a day on which check-ins were paused after a crisis message (C3)', () => {
    const paused = new Date('2026-11-20T21:00:00Z')
    expect(evaluateCheckin(last, 'UTC', at('2026-11-22'), paused).streakDay).toBe(7)
    expect(evaluateCheckin(last, 'UTC', at('2026-11-23'), paused).streakDay).toBe(1)
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  })
})

/** The day and hour that a zone shows, to compare offsets. */
function dayAndHour(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)
}
