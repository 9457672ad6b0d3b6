import { describe, expect, it } from 'vitest'
import { createCueReader, findCues, withoutShielded } from './index.ts'
import { compileLexicon, expandPhrases, type Lexicon } from './lexicon.ts'

const SHIELD = 4

/** A lexicon that counts the texts it has read. */
function createCountingLexicon() {
  const compiled = compileLexicon(() => [
    ...expandPhrases(['red'], 1, [], 0),
    ...expandPhrases(['blue'], 2, [], 0),
    ...expandPhrases(['red herring'], SHIELD, [], 0),
  ])
  const counts = { reads: 0 }
  const lexicon: Lexicon = {
    get plain() {
      counts.reads += 1
      return compiled.plain
    },
    get deobfuscated() {
      return compiled.deobfuscated
    },
  }
  return { lexicon, counts }
}

describe('a cue reader', () => {
  it('finds what the lexicon finds, without shielded cues, the first time and later', () => {
    const { lexicon } = createCountingLexicon()
    const read = createCueReader(lexicon, SHIELD, 1_000)
    for (const text of ['A red car.', 'No colour.', 'A red herring, a b l u e one, a red one.', '', 'A red car.']) {
      const found = findCues(text, lexicon)
      const expected = { cues: withoutShielded(found.cues, SHIELD), foldedLength: found.plain.length }
      expect([read(text), read(text)]).toEqual([expected, expected])
    }
  })

  it('reads a text once while it is remembered, and forgets what was asked for longest ago', () => {
    const { lexicon, counts } = createCountingLexicon()
    const read = createCueReader(lexicon, SHIELD, 160)
    const texts = Array.from({ length: 16 }, (_, index) => `red ${String(index).padStart(6, '0')}`)
    for (const text of texts) read(text)
    read(texts[0]!)
    expect(counts.reads).toBe(16)
    read('blue 0000') // the seventeenth: something has to go
    read(texts[0]!)
    expect(counts.reads).toBe(17)
    read(texts[1]!)
    expect(counts.reads).toBe(18)
  })

  it('does not remember a text that would displace too many others', () => {
    const { lexicon, counts } = createCountingLexicon()
    const read = createCueReader(lexicon, SHIELD, 160)
    const long = 'red '.repeat(5)
    read(long)
    read(long)
    expect(counts.reads).toBe(2)
  })
})
