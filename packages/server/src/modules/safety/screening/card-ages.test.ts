import { describe, expect, it } from 'vitest'
import sets from '../test-sets/card-ages.json' with { type: 'json' }
import { claimsPersonUnder18, describesMinor } from './age-claims.ts'
import { type AgeTextKind, findMinorAge } from './card-ages.ts'

const NAMES = ['Lila Marsh', 'リラ', '莉拉', 'ليلى']
const LANGUAGES = Object.entries(sets.languages)
const KINDS: readonly AgeTextKind[] = ['about', 'instruction', 'scene', 'spoken', 'other']
const findingsOf = (texts: readonly string[], kind: AgeTextKind) =>
  texts.map((text) => [text, findMinorAge(text, NAMES, kind)])
const allAre = (texts: readonly string[], finding: 'stated' | 'doubtful' | null) => texts.map((text) => [text, finding])

describe('B5: what a card says of its character’s age', () => {
  it.each(LANGUAGES)('an age under 18 is found: %s', (_language, { about, named, spoken }) => {
    expect(findingsOf(about, 'about')).toEqual(allAre(about, 'stated'))
    expect(findingsOf(spoken, 'spoken')).toEqual(allAre(spoken, 'stated'))
    for (const kind of KINDS) expect(findingsOf(named, kind)).toEqual(allAre(named, 'stated'))
  })

  it.each(LANGUAGES)('children, other people, memories and numbers do not count: %s', (_language, { not }) => {
    expect(not.length).toBeGreaterThanOrEqual(15)
    for (const kind of KINDS) expect(findingsOf(not, kind)).toEqual(allAre(not, null))
    expect(
      not.filter((text) => findMinorAge(`She keeps bees and grows tea.\n${text}`, NAMES, 'about') !== null),
    ).toEqual([])
  })

  it.each([
    ['Her sister Anna lives next door. She is 15.', 'about', 'doubtful'],
    ['She teaches at the village school. He is fifteen.', 'about', 'doubtful'],
    ['Her sister Anna lives next door. She is 15.', 'spoken', null],
    ['The tea is ready. She is fifteen.', 'spoken', 'doubtful'],
    ['A 15-year-old girl stands at the counter.', 'spoken', 'doubtful'],
    ['A 15-year-old girl waits by the gate.', 'scene', 'doubtful'],
    ['Grows tea.\nA 15-year-old girl.', 'about', 'doubtful'],
    ['Two children live with her.\nA 7-year-old boy.', 'about', null],
    ['“I am fifteen,” says her niece.', 'spoken', 'doubtful'],
    ['You are fifteen.', 'spoken', 'doubtful'],
    ['A 15-year-old wanderer', 'about', 'doubtful'],
    ['She is a 15-year-old girl.', 'other', null],
    ['{{user}}: I am 15.\n{{char}}: I am 40.', 'spoken', null],
    ['Tom: I am fifteen.\n{{char}}: Come in, Tom.', 'spoken', 'doubtful'],
    ['{{user}}: How old are you?\n{{char}}: I am fifteen.', 'spoken', 'stated'],
  ] as const)('%s (%s): %s', (text, kind, finding) => {
    expect(findMinorAge(text, NAMES, kind)).toBe(finding)
  })

  it('every name counts, also one that begins or ends with a sign', () => {
    expect(findMinorAge('Pip is fifteen.', ['Lila', 'Pip'], 'other')).toBe('stated')
    expect(findMinorAge('$^(.* is fifteen.', ['$^(.*'], 'other')).toBe('stated')
    expect(findMinorAge('The baker is out. The 15-year-old oak fell.', ['The Baker'], 'other')).toBeNull()
    expect(findMinorAge('Wren Ashdown (2)', ['Wren'], 'other')).toBeNull()
  })

  it.each([
    'a 15 year old girl who likes tea',
    'Please create a 15-year-old boy who paints.',
    'Vesper, a 15-year-old girl who grows roses',
    'A girl named Anna, 15, who likes tea',
    'Une fille de 15 ans qui aime le thé',
    '15歳の女の子、お茶が好き',
    '一个喜欢茶的15岁女孩',
    'فتاة عمرها 15 سنة تحب الشاي',
  ])('a prompt for such a character is noticed: %s', (prompt) => expect(describesMinor(prompt)).toBe(true))

  it.each([
    'A baker who raises a 7-year-old',
    'A teacher of ninth grade who likes tea',
    'Vesper, mother of a 15-year-old girl',
    'A nurse with 15 years of experience',
    'An old sailor who cares for Tom, a 7-year-old',
  ])('a prompt for an adult is not: %s', (prompt) => expect(describesMinor(prompt)).toBe(false))

  it('a persona is read in the same way', () => {
    for (const text of ['Robin (15)', 'Robin has just turned fifteen', 'In 9th grade', 'Robin turns 16 next week'])
      expect([text, claimsPersonUnder18(text, 'Robin')]).toEqual([text, true])
  })

  it('takes linear time, whatever the text', () => {
    const LENGTH = 60_000
    const pieces = [
      'she is just ',
      'a shy ',
      '15-year-old ',
      'she is 15 ',
      '彼女は、',
      '她今年',
      'عمرها 15 ',
      '{{char}} ',
      "une d'",
      '- ',
      '(',
      '"',
    ]
    for (const piece of pieces) {
      const started = performance.now()
      for (const kind of ['about', 'spoken'] as const) findMinorAge(piece.repeat(LENGTH / piece.length), ['Lila'], kind)
      expect([piece, performance.now() - started < 2_000]).toEqual([piece, true])
    }
  })
})
