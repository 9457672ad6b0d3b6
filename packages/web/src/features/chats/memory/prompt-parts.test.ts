import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partClass, promptPartOf, sectionClass, sectionNameKey, sumParts } from './prompt-parts.ts'

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

describe('the sections of a prompt', () => {
  it('have a name in every language, except those that a newer server may have', () => {
    expect(sectionNameKey('persona')).toBe('memory.fits.you')
    expect(sectionNameKey('post_history')).toBe('chats.prompt.parts.closing')
    expect(sectionNameKey('of tomorrow')).toBeNull()
  })

  it('have the colour of their part, and instructions one of their own', () => {
    expect(sectionClass('lore')).toBe(partClass('lore'))
    expect(sectionClass('scenario')).toBe(partClass('card'))
    expect(sectionClass('instructions')).toBe(sectionClass('post_history'))
    expect(sectionClass('instructions')).not.toBe(sectionClass('scenario'))
  })
})
