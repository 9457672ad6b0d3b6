import { describe, expect, it } from 'vitest'
import { type ScreenedCard, screenCard } from './screen-card.ts'

const card: ScreenedCard = {
  name: 'Mara Vell',
  tagline: 'A lighthouse keeper with a grown son.',
  age: 41,
  texts: [
    '{{char}} is six foot two and teaches children to sail.',
    'Her daughter is 12 years old and loves dinosaurs.',
    'Mara was a pilot once.',
  ],
  tags: ['cosy'],
  rating: 'sfw',
}
const withText = (text: string, change: Partial<ScreenedCard> = {}) =>
  screenCard({ ...card, ...change, texts: [...card.texts, text] })

describe('B5: the age of a character', () => {
  it('an adult with a life around them is ok', () => {
    expect(screenCard(card)).toMatchObject({ state: 'ok', reasons: [] })
  })
  it('a missing age, one under 18 or one that is not a whole number keeps the card a draft', () => {
    expect(screenCard({ ...card, age: null })).toMatchObject({ state: 'draft', reasons: ['age_missing'] })
    for (const age of [17, 0, -3, 18.5, Number.NaN]) {
      expect(screenCard({ ...card, age })).toMatchObject({ state: 'draft', reasons: ['age_under_18'] })
    }
  })
  const contradictions = [
    '{{char}} is 15.',
    'Mara is a 16-year-old.',
    'Mara Vell just turned 14',
    'Age: 13',
    '[[own-age-minor-cue]]',
    '{{char}} ist 15',
    'Alter: 12',
    '{{char}} a quinze ans',
    'Edad: 11',
    '{{char}} tem treze anos',
    '{{char}}は15歳',
    '年齢：14',
    '{{char}}今年十五岁',
    'عمري ١٥ سنة',
    '{{char}} is still {{char}}, but {{char}} looks like a child',
  ]
  for (const text of contradictions) {
    it(`“${text}” contradicts 41`, () => {
      expect(withText(text)).toMatchObject({ state: 'draft', reasons: ['age_contradicted'] })
    })
  }
})

describe('B1: what a card may say', () => {
  it('a hit blocks, in every part, whatever the age and rating', () => {
    for (const rating of ['sfw', 'nsfw'] as const) {
      expect(withText('child [[sexual-cue]]', { rating })).toMatchObject({
        state: 'blocked',
        reasons: ['minor_safety'],
      })
      expect(screenCard({ ...card, rating, tagline: 'child [[romance-cue]]' }).state).toBe('blocked')
      expect(screenCard({ ...card, rating, tags: ['[[minor-cue]]', '[[sexual-cue]]'] }).state).toBe('blocked')
    }
  })
  it('a hit split between two texts of one card is found', () => {
    expect(screenCard({ ...card, texts: ['a schoolgirl', '[[sexual-cue]]'] }).state).toBe('blocked')
  })
  it('an nsfw card that contains both at any distance is reviewed by a person', () => {
    const far = `[[minor-cue]] ${'and the sea was calm '.repeat(40)} [[body-cue]]`
    expect(withText(far, { rating: 'nsfw' })).toMatchObject({
      state: 'in_review',
      reasons: ['doubtful', 'minor_safety'],
    })
    expect(withText(far).state).toBe('ok')
  })
  it('bad input: an empty card, an empty name, a name of signs', () => {
    expect(screenCard({ name: '', tagline: '', age: 30, texts: [], tags: [], rating: 'sfw' }).state).toBe('ok')
    expect(screenCard({ ...card, name: '$^(.*' }).state).toBe('ok')
  })
})
