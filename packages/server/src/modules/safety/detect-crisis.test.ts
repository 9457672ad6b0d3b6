import { expandContractions } from '@everkin/text-safety'
import { describe, expect, it } from 'vitest'
import { crisisOnError, detectCrisis } from './detect-crisis.ts'
import first from './test-sets/crisis.json' with { type: 'json' }
import independent from './test-sets/crisis-independent.json' with { type: 'json' }
import methods from './test-sets/crisis-methods.json' with { type: 'json' }

const shareOf = (part: readonly string[], whole: readonly string[]) => part.length / whole.length

const sets = [
  ...Object.entries(first).map(([locale, set]) => ({ name: `${locale}, first set`, locale, ...set })),
  ...Object.entries(independent).map(([locale, set]) => ({ name: `${locale}, set written apart`, locale, ...set })),
  ...Object.entries(methods).map(([locale, set]) => ({ name: `${locale}, set of methods and acts`, locale, ...set })),
]

for (const { name, locale, crisis, imminent, other } of sets) {
  describe(`C1: expressions of distress, ${name}`, () => {
    it('recall is at least 95 %', () => {
      const missed = crisis.filter((text) => detectCrisis(text, locale) === 'none')
      expect(shareOf(missed, crisis), missed.join('\n')).toBeLessThanOrEqual(0.05)
    })
    it('C2: imminent danger is detected in at least 99 %', () => {
      const missed = imminent.filter((text) => detectCrisis(text, locale) !== 'crisis_imminent')
      expect(missed).toEqual([])
    })
    it('precision is at least 70 %, look-alikes counted', () => {
      const found = [...crisis, ...imminent].filter((text) => detectCrisis(text, locale) !== 'none')
      const wrong = other.filter((text) => detectCrisis(text, locale) !== 'none')
      expect(found.length / (found.length + wrong.length), wrong.join('\n')).toBeGreaterThanOrEqual(0.7)
      expect(shareOf(wrong, other), wrong.join('\n')).toBeLessThanOrEqual(0.15)
    })
    it('works whatever the language of the interface, except for everyday sighs', () => {
      const found = crisis.filter((text) => detectCrisis(text, locale === 'en' ? 'de' : 'en') !== 'none')
      expect(shareOf(found, crisis)).toBeGreaterThanOrEqual(0.9)
    })
  })
}

for (const [locale, { crisis, imminent, other }] of Object.entries(methods)) {
  describe(`C1: a method or an act in the first person, ${locale}`, () => {
    it('every message is read as meant, in an interface of any language', () => {
      const misread = (texts: readonly string[], level: string) =>
        texts.filter((text) => ['en', locale].some((shown) => detectCrisis(text, shown) !== level))
      expect(misread(crisis, 'crisis')).toEqual([])
      expect(misread(imminent, 'crisis_imminent')).toEqual([])
      expect(misread(other, 'none')).toEqual([])
    })
  })
}

describe('C1: the detector', () => {
  it('“now” beside a crisis makes it imminent, far away it does not', () => {
    expect(detectCrisis('[[crisis-cue]] [[now-cue]]', 'en')).toBe('crisis_imminent')
    expect(detectCrisis(`[[now-cue]] ${'and so on '.repeat(20)} [[crisis-cue]]`, 'en')).toBe('crisis')
  })
  it('talk about a work of fiction is no crisis; imminent words are, even there', () => {
    expect(detectCrisis('[[fiction-cue]] [[crisis-cue]]', 'en')).toBe('none')
    expect(detectCrisis('[[fiction-cue]] [[imminent-cue]]', 'en')).toBe('crisis_imminent')
  })
  it('a wish near death, or something against life near life, is a crisis; one half is none', () => {
    expect(detectCrisis('[[wish-cue]] so [[death-cue]]', 'en')).toBe('crisis')
    expect(detectCrisis('[[life-cue]] [[against-cue]]', 'en')).toBe('crisis')
    for (const half of [
      '[[wish-cue]]',
      '[[death-cue]]',
      '[[life-cue]]',
      '[[against-cue]]',
      '[[wish-cue]] [[life-cue]]',
    ]) {
      expect(detectCrisis(half, 'en'), half).toBe('none')
    }
  })
  it('the person’s own absence near its benefit to others is a crisis; one half is none', () => {
    expect(detectCrisis('[[absence-cue]] they are all [[relief-cue]]', 'en')).toBe('crisis')
    expect(detectCrisis(`[[absence-cue]] ${'and so on '.repeat(8)} [[relief-cue]]`, 'en')).toBe('none')
    for (const half of ['[[absence-cue]]', '[[relief-cue]]']) expect(detectCrisis(half, 'en'), half).toBe('none')
  })
  it('C2: a deed near a sign of finality, and a farewell near “now”, are imminent; not in a story', () => {
    for (const text of ['[[deed-cue]] when [[final-cue]]', '[[now-cue]] I made my [[farewell-cue]]']) {
      expect(detectCrisis(text, 'en'), text).toBe('crisis_imminent')
      expect(detectCrisis(`[[fiction-cue]] ${text}`, 'en'), text).toBe('none')
    }
    for (const half of [
      '[[deed-cue]]',
      '[[final-cue]]',
      '[[farewell-cue]]',
      '[[now-cue]]',
      '[[deed-cue]] [[now-cue]]',
    ]) {
      expect(detectCrisis(half, 'en'), half).toBe('none')
    }
  })
  it('an act is a crisis, and imminent after an intention; in a story it is neither', () => {
    expect(detectCrisis('[[act-cue]]', 'en')).toBe('crisis')
    expect(detectCrisis('[[intention-cue]] soon [[act-cue]]', 'en')).toBe('crisis_imminent')
    expect(detectCrisis('[[act-cue]] [[intention-cue]]', 'en')).toBe('crisis')
    expect(detectCrisis('[[fiction-cue]] [[intention-cue]] [[act-cue]]', 'en')).toBe('none')
  })
  it('words that are harmless alone are a crisis near a wish, and imminent after an intention', () => {
    expect(detectCrisis('[[dose-cue]]', 'en')).toBe('none')
    expect(detectCrisis('[[intention-cue]]', 'en')).toBe('none')
    expect(detectCrisis('[[wish-cue]] [[dose-cue]]', 'en')).toBe('crisis')
    expect(detectCrisis('[[intention-cue]] [[dose-cue]]', 'en')).toBe('crisis_imminent')
    expect(detectCrisis(`[[intention-cue]] ${'and so on '.repeat(5)} [[dose-cue]]`, 'en')).toBe('none')
  })
  it('a shielded phrase is not a crisis', () => {
    expect(detectCrisis('[[shielded]] [[crisis-cue]]', 'en')).toBe('none')
  })
  it('M4: a failing detection shows help', () => {
    expect(
      crisisOnError(() => {
        throw new Error('lexicon away')
      }),
    ).toBe('crisis')
    expect(crisisOnError(() => 'none')).toBe('none')
  })
  it('bad input is no crisis: empty, control characters, an unknown locale', () => {
    expect(detectCrisis('', '')).toBe('none')
    expect(detectCrisis('\u0000\ud800', 'xx-unknown')).toBe('none')
  })
})

describe('expanding contractions', () => {
  it('adds the full forms, and nothing where there is no contraction', () => {
    expect(expandContractions(['i dont want to', 'no way out', 'i cant go on'])).toEqual([
      'i dont want to',
      'i do not want to',
      'no way out',
      'i cant go on',
      'i can not go on',
      'i cannot go on',
    ])
  })

  it.each([
    ['I don’t want to be here anymore', 'I do not want to be here anymore'],
    ["I can't see a way out", 'I cannot see a way out'],
  ])('C1: detects “%s” and “%s” alike', (short, full) => {
    expect(detectCrisis(full, 'en')).toBe(detectCrisis(short, 'en'))
  })

  it('C1: detects the full form at all', () => {
    expect(detectCrisis('I do not want to be here anymore', 'en')).toBe('crisis')
  })
})
