import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partClass, promptPartOf, sumParts } from './prompt-parts.ts'

describe('the parts of a prompt', () => {
  it('are summed in order of appearance', () => {
    const sections = [
      { kind: 'safety', tokens: 200 },
      { kind: 'description', tokens: 30 },
      { kind: 'lore', tokens: 5 },
      { kind: 'scenario', tokens: 12 },
      { kind: 'memory', tokens: 0 },
    ]
    expect(sumParts(sections)).toEqual([
      { part: 'rules', tokens: 200 },
      { part: 'card', tokens: 42 },
      { part: 'lore', tokens: 5 },
    ])
  })

  it('add up to all tokens, whatever sections there are', () => {
    const sections = fc.array(fc.record({ kind: fc.string(), tokens: fc.nat(9_000) }))
    fc.assert(
      fc.property(sections, (all) => {
        const sum = (list: readonly { tokens: number }[]) => list.reduce((total, { tokens }) => total + tokens, 0)
        expect(sum(sumParts(all))).toBe(sum(all))
      }),
    )
  })

  it('have distinct colours', () => {
    const parts = ['safety', 'description', 'persona', 'lore', 'memory', 'history', 'note'].map(promptPartOf)
    expect(new Set(parts.map(partClass)).size).toBe(7)
  })
})
