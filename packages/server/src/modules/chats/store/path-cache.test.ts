import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TOKENS_AROUND_MESSAGE } from '../../models/module.ts'
import type { PathEntry } from './path-cache.ts'
import { isSpoken, isTrimmed, trimPath } from './path-cache.ts'

const entries = fc
  .array(fc.record({ role: fc.constantFrom('user', 'character', 'system'), tokens: fc.nat(60) }), { maxLength: 600 })
  .map((list) =>
    list.map(({ role, tokens }, index): PathEntry => ({ seq: index + 1, role, speakerId: null, text: 'x', tokens })),
  )
const rooms = fc.integer({ min: 900, max: 20_000 })

describe('how much of a path is cached for prompts', () => {
  it('is everything that could fit, the same whether read at once or grown', () => {
    fc.assert(
      fc.property(entries, rooms, (path, room) => {
        const kept = trimPath(path, room)
        const cost = kept.filter(isSpoken).reduce((sum, entry) => sum + entry.tokens + TOKENS_AROUND_MESSAGE, 0)
        const notices = kept.length - kept.filter(isSpoken).length
        if (kept.length < path.length) expect(cost + notices).toBeGreaterThanOrEqual(room)
        if (kept.length < path.length) expect(isTrimmed(kept, room)).toBe(true)
        let grown: readonly PathEntry[] = []
        for (const entry of path) grown = trimPath(grown.concat(entry), room)
        expect(grown).toEqual(kept)
      }),
      { numRuns: 30 },
    )
  })
})
