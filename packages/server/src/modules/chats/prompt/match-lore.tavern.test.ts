import { readLorebook } from '@everkin/card-formats'
import { describe, expect, it } from 'vitest'
import { matchLore } from './match-lore.ts'
import { prepareLore } from './prepare-lore.ts'
import type { LoreMessage } from './search-lore.ts'

type Entry = Record<string, unknown>

/** What SillyTavern writes for every entry. */
const DEFAULTS = {
  key: ['dragon'],
  keysecondary: [],
  comment: '',
  content: 'The dragon sleeps.',
  constant: false,
  selective: true,
  selectiveLogic: 0,
  order: 100,
  position: 0,
  disable: false,
  probability: 100,
  useProbability: true,
  displayIndex: 0,
}

function bookOf(entries: Entry[]) {
  const file = { entries: Object.fromEntries(entries.map((entry, uid) => [uid, { ...DEFAULTS, uid, ...entry }])) }
  return prepareLore(readLorebook(file as never)) // a file as it is parsed from JSON
}

const said = (...texts: string[]): LoreMessage[] =>
  texts.map((text, at) => ({ text, speaker: at % 2 === 0 ? 'Ilse' : 'Alex', isReply: at % 2 === 0 }))

function fire(entries: Entry[], messages: LoreMessage[], scan: Record<string, unknown> = {}) {
  return matchLore({
    books: [bookOf(entries)],
    messages,
    greetingIndex: 0,
    context: {
      characterName: 'Ilse',
      personName: 'Alex',
      chatSeed: 'c',
      turnSeed: 'c/1',
      now: new Date(0),
      locale: 'en',
    },
    tokenBudget: 1000,
    ...scan,
  }).fired
}
const textsOf = (...args: Parameters<typeof fire>) => fire(...args).map(({ text }) => text)

describe('a SillyTavern book', () => {
  const table: [string, Entry, string, boolean][] = [
    ['matches whole words', {}, 'dragons', false],
    ['or parts of them', { matchWholeWords: false }, 'Dragons!', true],
    ['a part of one letter', { key: ['x'], matchWholeWords: false }, 'oxen', true],
    ['the name before a message', { key: ['Alex'] }, 'hello', true],
    ['a key with the person’s name', { key: ['{{user}}’s sword'] }, 'It is Alex’s sword.', true],
    ['a key with the character’s name', { key: ['<char> the bold'] }, 'Ilse the Bold', true],
    ['a constant entry with a pattern', { key: ['/nothing/'], constant: true }, 'hello', true],
    ['a pattern beside a plain key', { key: ['/drag[oö]n/', 'worm'] }, 'the worm', true],
    ['a plain key is no pattern', { key: ['/zz/', 'a.c'] }, 'abc', false],
    ['a pattern as second key', { keysecondary: ['/f[ij]re/'] }, 'dragon fire', true],
    [
      'a filter for the character',
      { characterFilter: { isExclude: false, names: ['ilse'], tags: [] } },
      'dragon',
      true,
    ],
    ['a filter for another', { characterFilter: { isExclude: false, names: ['Bo'], tags: [] } }, 'dragon', false],
    [
      'a filter that leaves it out',
      { characterFilter: { isExclude: true, names: ['Ilse'], tags: [] } },
      'dragon',
      false,
    ],
    ['an outlet', { position: 7, outletName: 'x' }, 'dragon', false],
    ['a delay that is not over', { delay: 3 }, 'dragon', false],
    ['a delay that is over', { delay: 2 }, 'dragon', true],
    ['one delayed until recursion', { delayUntilRecursion: true }, 'dragon', false],
  ]
  it.each(table)('%s', (_, entry, text, expected) => {
    expect(fire([entry], said('', text))).toHaveLength(expected ? 1 : 0)
  })

  it('triggers entries by entries unless it is switched off', () => {
    const entries = [{}, { key: ['sleeps'], content: 'Do not wake it.' }]
    expect(textsOf(entries, said('dragon'))).toEqual(['The dragon sleeps.', 'Do not wake it.'])
  })

  it('triggers delayed entries in recursion, level by level', () => {
    const entries = [
      {},
      { key: ['sleeps'], content: 'first', delayUntilRecursion: 1, order: 101 },
      { key: ['sleeps'], content: 'second', delayUntilRecursion: 2, order: 102 },
    ]
    expect(textsOf(entries, said('dragon'))).toEqual(['The dragon sleeps.', 'first', 'second'])
  })

  it.each([
    [2, 2, true],
    [3, 2, undefined],
  ])('position %i is at the author’s note', (position, depth, isBefore) => {
    const [entry] = fire([{ position }], said('dragon'), { noteDepth: depth })
    expect(entry?.place).toEqual({
      kind: 'at_depth',
      depth,
      role: 'system',
      ...(isBefore && { before_note: true }),
    })
  })

  it.each([
    [5, { kind: 'after_char' }],
    [6, { kind: 'after_char', after_examples: true }],
  ])('position %i is at the examples', (position, place) => {
    expect(fire([{ position }], said('dragon'))[0]?.place).toEqual(place)
  })
})

describe('inclusion groups', () => {
  const member = (content: string, more: Entry = {}) => ({ group: 'weather', content, ...more })

  it('let one member win, the same in every prompt of a turn', () => {
    const entries = Array.from({ length: 20 }, (_, at) => member(`weather ${at}`))
    const [first] = textsOf(entries, said('dragon'))
    expect(textsOf(entries, said('dragon'))).toEqual([first])
    const others = Array.from({ length: 12 }, (_, at) => textsOf(entries, said(...Array(at + 2).fill('dragon')))[0])
    expect(new Set(others).size).toBeGreaterThan(3)
  })
  it('let the weight decide', () => {
    expect(textsOf([member('a', { groupWeight: 0 }), member('b')], said('dragon'))).toEqual(['b'])
  })
  it('let the override with the highest order win', () => {
    const entries = [
      member('a'),
      member('b', { groupOverride: true, order: 5 }),
      member('c', { groupOverride: true, order: 9 }),
    ]
    expect(textsOf(entries, said('dragon'))).toEqual(['c'])
  })
  it('let the member with the most keys win', () => {
    const entries = [
      member('a', { useGroupScoring: true }),
      member('b', { key: ['dragon', 'fire'], useGroupScoring: true }),
    ]
    expect(textsOf(entries, said('dragon fire'))).toEqual(['b'])
  })
  it('stay closed in recursion once a member is in', () => {
    const entries = [member('The dragon sleeps.'), member('b', { key: ['sleeps'] })]
    expect(textsOf(entries, said('dragon'))).toEqual(['The dragon sleeps.'])
  })
})

describe('timed effects follow the path', () => {
  /** Whether the entry is in the prompt of each reply of a conversation. */
  const replies = (entry: Entry, texts: string[]) =>
    texts.flatMap((_, at) => (at % 2 === 1 ? [fire([entry], said(...texts.slice(0, at + 1))).length > 0] : []))
  const mention = ['', 'dragon', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']

  it('an entry stays as long as its keys are near', () => {
    expect(replies({ scanDepth: 1 }, mention)).toEqual([true, false, false, false, false, false])
  })
  it('a sticky one stays for its messages', () => {
    expect(replies({ scanDepth: 1, sticky: 4 }, mention)).toEqual([true, true, false, false, false, false])
    const [entry] = fire([{ scanDepth: 1, sticky: 4 }], said('', 'dragon', 'a', 'b'))
    expect(entry).toMatchObject({ isSticky: true })
  })
  it('a cooldown keeps it away afterwards', () => {
    const often = mention.map((text, at) => (at % 2 === 1 ? 'dragon' : text))
    expect(replies({ scanDepth: 1, cooldown: 4 }, often)).toEqual([true, false, true, false, true, false])
    expect(replies({ scanDepth: 1, sticky: 2, cooldown: 4 }, often)).toEqual([true, false, false, true, false, false])
  })
  it('on another branch there is no effect', () => {
    expect(fire([{ scanDepth: 1, sticky: 8 }], said('', 'no', 'a', 'b'))).toEqual([])
  })
  it('is the same whichever part of a long path is known', () => {
    const path = Array.from({ length: 500 }, (_, at) => ({
      text: at % 14 === 1 ? 'dragon' : 'x',
      speaker: '',
      isReply: at % 2 === 0,
      seq: at + 1,
    }))
    const entry = { scanDepth: 1, sticky: 3, cooldown: 4, probability: 60 }
    for (let end = 440; end < 500; end += 2) {
      const whole = textsOf([entry], path.slice(0, end))
      expect(textsOf([entry], path.slice(end - 210, end))).toEqual(whole)
    }
  })
})

describe('several books', () => {
  const books = (first: Entry[], second: Entry[]) => [bookOf(first), bookOf(second)]

  it('share one budget, in which the first book comes first', () => {
    const long = { constant: true, content: 'one two three four' }
    const { fired, dropped } = matchLore({
      books: books([{ ...long, content: 'near', order: 1 }], [{ ...long, order: 999 }]),
      messages: said('x'),
      greetingIndex: 0,
      context: { characterName: '', personName: '', chatSeed: '', turnSeed: '', now: new Date(0), locale: 'en' },
      tokenBudget: 5,
    })
    expect(fired.map(({ text, book }) => [text, book])).toEqual([['near', 0]])
    expect(dropped).toBe(1)
  })
  it('trigger each other’s entries', () => {
    const found = fire([], said('dragon'), { books: books([{}], [{ key: ['sleeps'], content: 'Do not wake it.' }]) })
    expect(found.map(({ text }) => text)).toEqual(['The dragon sleeps.', 'Do not wake it.'])
  })
})
