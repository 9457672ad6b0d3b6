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

describe('B5: in which part of a card an age is stated', () => {
  const girl = 'She is a 15-year-old girl in ninth grade.'
  const withDefinition = (definition: object, change: Partial<ScreenedCard> = {}) =>
    screenCard({ ...card, ...change, definition })

  it.each([
    ['description', { description: girl }],
    ['personality', { personality: `Calm and curious. ${girl}` }],
    ['scenario', { scenario: girl }],
    ['first message', { first_mes: '*The kettle sings.* “I am fifteen.”' }],
    ['another greeting', { alternate_greetings: ['Come in.', 'I just turned fifteen!'] }],
    ['greeting of a group', { group_only_greetings: ['I am in ninth grade.'] }],
    ['example dialogue', { mes_example: '<START>\n{{user}}: And you?\n{{char}}: I am fifteen.' }],
    ['system prompt', { system_prompt: 'You are a 15-year-old girl.' }],
    ['text of another program', { extensions: { depth_prompt: { prompt: girl } } }],
    ['entry about the character', { character_book: { entries: [{ keys: ['Mara'], content: girl }] } }],
    ['entry that is always there', { character_book: { entries: [{ keys: [], content: girl, constant: true }] } }],
    ['nickname', { nickname: 'Pip', character_book: { entries: [{ keys: ['tea'], content: 'Pip is fifteen.' }] } }],
  ])('%s', (_part, definition) => {
    expect(withDefinition(definition)).toMatchObject({ state: 'draft', reasons: ['age_contradicted'] })
  })
  it('tagline, tags and name', () => {
    for (const change of [{ tagline: 'A 15-year-old girl' }, { tags: ['teenage girl'] }, { name: 'Mara (15)' }])
      expect(screenCard({ ...card, ...change })).toMatchObject({ state: 'draft', reasons: ['age_contradicted'] })
  })
  it('other people of any age may be in every part', () => {
    const definition = {
      description:
        'Mother of a 7-year-old. Her 15-year-old sister visits on Sundays. She has two nieces. They are 9 and 12.',
      personality: 'Was 15 when the war began; 15 years of experience.',
      scenario: 'She teaches ninth grade. A 15-year-old whisky waits on the shelf.',
      first_mes: 'I have been here for 15 years. My son is twelve.',
      mes_example: '{{user}}: I was 15 then.\n{{char}}: Fifteen. I see.',
      character_book: { entries: [{ keys: ['Tom'], content: 'Tom is the baker’s son. He is 12.' }] },
    }
    expect(withDefinition(definition)).toMatchObject({ state: 'ok', reasons: [] })
  })
  it('where someone else may be meant, a person looks before anybody chats with it', () => {
    expect(withDefinition({ description: 'Her sister Anna lives next door. She is 15.' })).toMatchObject({
      state: 'in_review',
      reasons: ['doubtful', 'minor_safety'],
      suitsTeens: false,
    })
  })
  it('a definition of any shape is read', () => {
    for (const definition of [null, [], 'x', { character_book: 7, nickname: 7, first_mes: { deep: ['x'] } }])
      expect(screenCard({ ...card, definition }).state).toBe('ok')
  })
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
