import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canSendProactiveMessage,
  MAX_IDLE_MS,
  MIN_IDLE_MS,
  PROACTIVE_INTERVAL_MS,
  type ProactiveConditions,
  WAKING_HOURS,
} from './rules.ts'

const now = new Date('2026-11-22T12:00:00.000Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const facts: fc.Arbitrary<ProactiveConditions> = fc.record({
  now: fc.constant(now),
  localHour: fc.integer({ min: 0, max: 23 }),
  lastMessageAt: fc.integer({ min: 0, max: 2 * MAX_IDLE_MS }).map(ago),
  lastSentAt: fc.option(fc.integer({ min: 0, max: 4 * PROACTIVE_INTERVAL_MS }).map(ago)),
  isUnanswered: fc.boolean(),
  isAfterCrisis: fc.boolean(),
})

describe('a proactive message', () => {
  it('is sent in the daytime, a day after the last message and the last proactive one, if that was answered', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const since = (then: Date) => now.getTime() - then.getTime()
        const isTime =
          given.localHour >= WAKING_HOURS.from &&
          given.localHour < WAKING_HOURS.to &&
          since(given.lastMessageAt) >= MIN_IDLE_MS &&
          since(given.lastMessageAt) < MAX_IDLE_MS &&
          (given.lastSentAt === null || since(given.lastSentAt) >= PROACTIVE_INTERVAL_MS)
        expect(canSendProactiveMessage(given)).toBe(isTime && !given.isUnanswered && !given.isAfterCrisis)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is sent to a person who chatted yesterday at noon', () => {
    const quiet = { localHour: 12, lastMessageAt: ago(25 * 3_600_000), lastSentAt: null }
    expect(canSendProactiveMessage({ now, ...quiet, isUnanswered: false, isAfterCrisis: false })).toBe(true)
    expect(canSendProactiveMessage({ now, ...quiet, isUnanswered: false, isAfterCrisis: true })).toBe(false)
    expect(canSendProactiveMessage({ now, ...quiet, localHour: 23, isUnanswered: false, isAfterCrisis: false })).toBe(
      false,
    )
  })
})
