import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findHistoryStart, findNextHistoryStart } from './history-window.ts'

const path = (count: number, tokens = 100) => Array.from({ length: count }, (_, at) => ({ seq: at + 1, tokens }))
const budget = { whole: 4_000, trimmed: 3_600, least: 6 }
const sum = (messages: readonly { tokens: number }[]) => messages.reduce((total, { tokens }) => total + tokens, 0)

describe('where the conversation begins', () => {
  it('is at its first message while all fit', () => {
    expect(findHistoryStart(path(40), budget)).toBe(0)
    expect(findHistoryStart(path(41), budget)).toBeGreaterThan(0)
  })

  it('moves rarely and far, and never back while the conversation grows', () => {
    const starts = Array.from({ length: 400 }, (_, turn) => findHistoryStart(path(40 + turn), budget))
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    expect(new Set(starts).size).toBeLessThan(400 / 12)
    const fills = starts.slice(1).map((start, turn) => (41 + turn - start) * 100)
    expect(Math.max(...fills)).toBeLessThanOrEqual(3_600)
    expect(Math.min(...fills)).toBeGreaterThanOrEqual(3_600 * 0.45)
  })

  it('does not depend on messages before it, which another process may not have loaded', () => {
    const whole = path(300)
    const start = whole[findHistoryStart(whole, budget)]
    for (const loaded of [50, 80, 200]) {
      const part = whole.slice(-loaded)
      expect(part[findHistoryStart(part, budget)]).toEqual(start)
    }
  })

  it('stays within the budget for messages of any size, and keeps the newest in any case', () => {
    const messages = fc.array(fc.record({ gap: fc.integer({ min: 1, max: 9 }), tokens: fc.nat(900) }), { minLength: 1 })
    fc.assert(
      fc.property(
        messages,
        fc.nat(4_000),
        fc.nat(400),
        fc.integer({ min: 1, max: 6 }),
        (drawn, trimmed, more, least) => {
          let seq = 0
          const messages = drawn.map(({ gap, tokens }) => {
            seq += gap
            return { seq, tokens }
          })
          const limits = { whole: trimmed + more, trimmed, least }
          const start = findHistoryStart(messages, limits)
          const kept = messages.slice(start)
          expect(kept.length).toBeGreaterThanOrEqual(Math.min(least, messages.length))
          if (kept.length > least) expect(sum(kept)).toBeLessThanOrEqual(start === 0 ? trimmed + more : trimmed)
          expect(findNextHistoryStart(messages, limits)).toBeGreaterThanOrEqual(start === 0 ? 0 : start)
        },
      ),
    )
  })
})
