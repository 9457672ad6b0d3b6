import { describe, expect, it } from 'vitest'
import { findCues } from './find-cues.ts'
import { buildLexicons, compileLexicon, expandContractions, expandPhrases, type NumberWords } from './lexicon.ts'

const LAMP = 1
const NUMBERS: NumberWords = [['zero'], ['one'], ['two']]

describe('a lexicon', () => {
  it('collects the phrases of a lexicon once, whether it is built in parts or by the first texts', async () => {
    let collections = 0
    const createTestLexicon = () =>
      compileLexicon(() => {
        collections += 1
        return expandPhrases(['lantern'], LAMP, [], 2026)
      })
    const built = createTestLexicon()
    let pauses = 0
    await buildLexicons([built], async () => {
      pauses += 1
    })
    expect(pauses).toBe(3)
    await buildLexicons([built], async () => {})
    for (const read of [built, createTestLexicon()])
      for (const text of ['a lantern', 'a l4ntern']) expect(findCues(text, read).cues).toHaveLength(1)
    expect(collections).toBe(2)
  })

  it('fills the slots of a phrase with every word, and refuses a slot without words', () => {
    const written = (entry: string, slots = {}) => expandPhrases([entry], LAMP, NUMBERS, 2026, slots)
    const colours = { colour: ['red', 'blue'], thing: ['lamp', 'lantern'] }
    expect(written('{colour} {thing}', colours).map(({ text }) => text)).toEqual([
      'red lamp',
      'red lantern',
      'blue lamp',
      'blue lantern',
    ])
    expect(written('lamp {a}').map(({ text }) => text)).toEqual(
      Array.from({ length: 14 }, (_, age) => `lamp ${age + 4}`),
    )
    expect(() => written('{colour} lamp')).toThrow('{colour}')
    expect(() => written('{colour} lamp', { colour: [] })).toThrow('{colour}')
  })

  it('writes contractions out', () => {
    expect(expandContractions(["we can't"])).toEqual(["we can't"])
    expect(expandContractions(['we cant'])).toEqual(['we cant', 'we can not', 'we cannot'])
  })
})
