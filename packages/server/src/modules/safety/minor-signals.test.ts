import { describe, expect, it } from 'vitest'
import { findMinorSignal } from './minor-signals.ts'
import sets from './test-sets/minor-signals.json' with { type: 'json' }

const NOW = new Date('2026-11-26T12:00:00Z')
const LANGUAGES = Object.entries(sets)

describe('A6: signs that someone is under 18', () => {
  it.each(LANGUAGES)('finds plain statements: %s', (_language, { says }) => {
    expect(says.length).toBeGreaterThanOrEqual(12)
    expect(says.filter((text) => findMinorSignal(text, NOW) === null)).toEqual([])
    expect(says.filter((text) => findMinorSignal(`Hello there. ${text}. And you?`, NOW) === null)).toEqual([])
  })

  it.each(LANGUAGES)('leaves stories, memories, other people and other numbers alone: %s', (_language, { not }) => {
    expect(not.length).toBeGreaterThanOrEqual(15)
    expect(not.filter((text) => findMinorSignal(text, NOW) !== null)).toEqual([])
  })

  it.each([
    ["I'm 15", 15],
    ['Ich bin erst 14 Jahre alt', 14],
    ["I'm almost 18", 17],
    ['عمري ١٣ سنة', 13],
    ['我今年12岁了', 12],
    ["I'm in 9th grade", null],
    ['Ich gehe in die 8. Klasse', null],
    ["I'm underage", null],
  ])('%s: the age is %s', (text, age) => {
    expect(findMinorSignal(text, NOW)).toEqual({ age })
  })

  it('knows by the year who is under 18', () => {
    const said = 'I was born in 2009'
    expect(findMinorSignal(said, NOW)).not.toBeNull()
    expect(findMinorSignal(said, new Date('2027-11-26T12:00:00Z'))).toBeNull()
  })

  it('reads empty, endless and meaningless texts', () => {
    for (const text of ['', ' ', '15', '"'.repeat(5_000), "i'm ".repeat(5_000), '«'.repeat(5_000)])
      expect(findMinorSignal(text, NOW)).toBeNull()
  })
})
