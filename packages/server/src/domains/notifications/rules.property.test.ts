import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AWAKE, GONE_AFTER_MS, mayRemark, QUIET_FOR_MS, REMARK_EVERY_MS, type RemarkFacts } from './rules.ts'

const now = new Date('2026-11-22T12:00:00.000Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const facts: fc.Arbitrary<RemarkFacts> = fc.record({
  now: fc.constant(now),
  localHour: fc.integer({ min: 0, max: 23 }),
  lastTalkAt: fc.integer({ min: 0, max: 2 * GONE_AFTER_MS }).map(ago),
  lastRemarkAt: fc.option(fc.integer({ min: 0, max: 4 * REMARK_EVERY_MS }).map(ago)),
  isUnanswered: fc.boolean(),
  isAfterCrisis: fc.boolean(),
})

describe('an unasked remark', () => {
  it('comes by day, a day after the last talk and the last remark, and never on top of an unanswered one', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const since = (then: Date) => now.getTime() - then.getTime()
        const isTime =
          given.localHour >= AWAKE.from &&
          given.localHour < AWAKE.to &&
          since(given.lastTalkAt) >= QUIET_FOR_MS &&
          since(given.lastTalkAt) < GONE_AFTER_MS &&
          (given.lastRemarkAt === null || since(given.lastRemarkAt) >= REMARK_EVERY_MS)
        expect(mayRemark(given)).toBe(isTime && !given.isUnanswered && !given.isAfterCrisis)
      }),
      { numRuns: 2_000 },
    )
  })

  it('comes to someone who talked yesterday at noon', () => {
    const quiet = { localHour: 12, lastTalkAt: ago(25 * 3_600_000), lastRemarkAt: null }
    expect(mayRemark({ now, ...quiet, isUnanswered: false, isAfterCrisis: false })).toBe(true)
    expect(mayRemark({ now, ...quiet, isUnanswered: false, isAfterCrisis: true })).toBe(false)
    expect(mayRemark({ now, ...quiet, localHour: 23, isUnanswered: false, isAfterCrisis: false })).toBe(false)
  })
})
