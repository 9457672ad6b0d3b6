import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffWords, type Stretch } from './diff-words.ts'

const marked = (stretches: Stretch[]) => stretches.map(({ words, isOwn }) => (isOwn ? `[${words}]` : words)).join('')
const plain = (stretches: Stretch[]) => stretches.map(({ words }) => words).join('')

describe('diffWords', () => {
  it('marks the words that only one side has', () => {
    const { from, to, gone, come } = diffWords('She looks down.', 'She never looks up.')
    expect(marked(from)).toBe('She looks [down].')
    expect(marked(to)).toBe('She [never ]looks [up].')
    expect([gone, come]).toEqual([1, 2])
  })

  it('finds words in scripts without spaces', () => {
    const { from, to } = diffWords('図書館の猫は静かに眠る', '図書館の猫は静かに起きる')
    expect(marked(from).startsWith('図書館の猫は静かに[')).toBe(true)
    expect(marked(to).startsWith('図書館の猫は静かに[')).toBe(true)
    expect(marked(diffWords('我喜欢猫', '我喜欢狗').to)).toBe('我喜欢[狗]')
  })

  it('counts removed and added words of empty texts', () => {
    expect(diffWords('', 'new words')).toMatchObject({ from: [], gone: 0, come: 2 })
    expect(diffWords('', '')).toEqual({ from: [], to: [], gone: 0, come: 0 })
  })

  it('preserves every character of both texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (from, to) => {
        const diff = diffWords(from, to)
        expect(plain(diff.from)).toBe(from)
        expect(plain(diff.to)).toBe(to)
      }),
    )
  })
})
