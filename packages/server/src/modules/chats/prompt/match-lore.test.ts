import { describe, expect, it } from 'vitest'
import type { MacroContext } from './macros.ts'
import { matchLore } from './match-lore.ts'
import { prepareLore } from './prepare-lore.ts'
import type { LoreMessage } from './search-lore.ts'

const context: MacroContext = {
  characterName: 'Ilse',
  personName: 'Alex',
  chatSeed: 'c',
  turnSeed: 'c/1',
  now: new Date(0),
  locale: 'en',
}

type Entry = Record<string, unknown>

/** The texts that match for a book and the last messages, newest last. */
function fire(
  entries: Entry[],
  texts: string[],
  book: Record<string, unknown> = {},
  scan: Record<string, unknown> = {},
) {
  const prepared = prepareLore({
    entries: entries.map((entry) => ({ enabled: true, insertion_order: 1, ...entry })),
    ...book,
  })
  const messages = texts.map((text): LoreMessage => ({ text, speaker: 'Alex', isReply: false }))
  // Two replies, out of reach of the keys.
  const replies = Array.from({ length: 2 }, (): LoreMessage => ({ text: '', speaker: 'Ilse', isReply: true }))
  return matchLore({
    books: [prepared],
    messages: [...replies, ...messages],
    greetingIndex: 0,
    context,
    tokenBudget: 1000,
    ...scan,
  })
}
const textsOf = (...args: Parameters<typeof fire>) => fire(...args).fired.map((entry) => entry.text)

const lamp = { keys: ['lamp'], content: 'The lamp is green.' }

describe('what triggers an entry', () => {
  const table: [string, Entry, string[], boolean][] = [
    ['a key in the newest message', lamp, ['the lamp'], true],
    ['no key', lamp, ['the door'], false],
    ['a disabled entry never', { ...lamp, enabled: false, constant: true }, ['lamp'], false],
    ['an empty one never', { keys: ['lamp'], content: '  ' }, ['lamp'], false],
    ['a constant one always', { ...lamp, constant: true }, ['door'], true],
    ['a key beyond the scan depth', lamp, ['lamp', 'b', 'c', 'd', 'e'], false],
    ['a key within it', lamp, ['lamp', 'b', 'c', 'd'], true],
    ['selective needs a second key', { ...lamp, selective: true, secondary_keys: ['oil'] }, ['lamp'], false],
    ['… and has it', { ...lamp, selective: true, secondary_keys: ['oil'] }, ['lamp', 'oil'], true],
    ['secondary keys without selective do not matter', { ...lamp, secondary_keys: ['oil'] }, ['lamp'], true],
    [
      'NOT ANY',
      { ...lamp, selective: true, secondary_keys: ['oil'], extensions: { selectiveLogic: 2 } },
      ['lamp oil'],
      false,
    ],
    [
      'NOT ALL',
      { ...lamp, selective: true, secondary_keys: ['oil', 'wick'], extensions: { selectiveLogic: 1 } },
      ['lamp oil'],
      true,
    ],
    [
      'AND ALL',
      { ...lamp, selective: true, secondary_keys: ['oil', 'wick'], extensions: { selectiveLogic: 3 } },
      ['lamp oil'],
      false,
    ],
    ['case does not matter', lamp, ['LAMP'], true],
    ['unless it does', { ...lamp, case_sensitive: true }, ['LAMP'], false],
    ['a regular expression', { ...lamp, use_regex: true, keys: ['la(m|n)p\\d'] }, ['lanp7'], true],
    [
      'one with slashes and flags',
      { ...lamp, use_regex: true, keys: ['/LAMP/i'], case_sensitive: true },
      ['lamp'],
      true,
    ],
    ['an invalid one matches nothing', { ...lamp, use_regex: true, keys: ['la(mp'] }, ['la(mp'], false],
    ['one with a lookbehind', { ...lamp, use_regex: true, keys: ['(?<=a)b'] }, ['ab'], true],
    ['… which is not there', { ...lamp, use_regex: true, keys: ['(?<!a)b'] }, ['ab'], false],
    ['a backreference matches nothing', { ...lamp, use_regex: true, keys: ['(a)\\1'] }, ['aa'], false],
    [
      'a regular expression is not constant',
      { ...lamp, use_regex: true, keys: ['x'], constant: true },
      ['lamp'],
      false,
    ],
    ['luck of none', { ...lamp, extensions: { probability: 0, useProbability: true } }, ['lamp'], false],
    ['luck switched off', { ...lamp, extensions: { probability: 0, useProbability: false } }, ['lamp'], true],
    ['its own scan depth', { ...lamp, extensions: { scan_depth: 1 } }, ['lamp', 'b'], false],
    ['@@scan_depth', { ...lamp, content: '@@scan_depth 6\ntext' }, ['lamp', 'b', 'c', 'd', 'e'], true],
    ['@@additional_keys', { ...lamp, content: '@@additional_keys torch,light\ntext' }, ['light'], true],
    ['@@exclude_keys', { ...lamp, content: '@@exclude_keys sun\ntext' }, ['lamp', 'sun'], false],
    ['@@activate', { ...lamp, content: '@@activate\ntext' }, ['door'], true],
    ['@@dont_activate', { ...lamp, content: '@@dont_activate\ntext' }, ['lamp'], false],
    ['@@activate_only_after, too early', { ...lamp, content: '@@activate_only_after 3\ntext' }, ['lamp'], false],
    ['@@activate_only_after, late enough', { ...lamp, content: '@@activate_only_after 2\ntext' }, ['lamp'], true],
    ['@@activate_only_every', { ...lamp, content: '@@activate_only_every 3\ntext' }, ['lamp'], false],
    ['@@is_greeting, another', { ...lamp, content: '@@is_greeting 1\ntext' }, ['lamp'], false],
    ['@@is_greeting, this one', { ...lamp, content: '@@is_greeting 0\ntext' }, ['lamp'], true],
  ]
  it.each(table)('%s', (_, entry, texts, expected) => {
    expect(fire([entry], texts).fired).toHaveLength(expected ? 1 : 0)
  })
})

describe('decorators', () => {
  it('are removed from the text, known or not', () => {
    expect(textsOf([{ ...lamp, content: '@@unheard_of 3\n@@depth 2\nThe lamp.' }], ['lamp'])).toEqual(['The lamp.'])
  })
  it('place an entry in the conversation, with a role', () => {
    const { fired } = fire([{ ...lamp, content: '@@depth 2\n@@role user\nx' }], ['lamp'])
    expect(fired[0]?.place).toEqual({ kind: 'at_depth', depth: 2, role: 'user' })
  })
  it('fall back along a chain to the first valid one', () => {
    const chain = '@@one\n@@@two\n@@@three\n@@@four\n@@@depth 7\n@@@depth 9\nx'
    expect(fire([{ ...lamp, content: chain }], ['lamp']).fired[0]?.place).toMatchObject({ depth: 7 })
  })
  it.each([
    ['@@position before_desc', 'before_char'],
    ['@@position after_desc', 'after_char'],
    ['@@position scenario', 'scenario'],
    ['@@position sideways', 'before_char'],
    ['@@depth minus one', 'before_char'],
  ])('%s', (line, kind) => {
    expect(fire([{ ...lamp, content: `${line}\nx` }], ['lamp']).fired[0]?.place.kind).toBe(kind)
  })
  it('SillyTavern’s position 4 is a depth', () => {
    const extensions = { position: 4, depth: 3, role: 2 }
    expect(fire([{ ...lamp, extensions }], ['lamp']).fired[0]?.place).toEqual({
      kind: 'at_depth',
      depth: 3,
      role: 'assistant',
    })
  })
})

describe('order, budget and recursion', () => {
  const constant = (content: string, more: Entry = {}) => ({ keys: [], constant: true, content, ...more })

  it('lower insertion order is higher up', () => {
    expect(textsOf([constant('b', { insertion_order: 20 }), constant('a', { insertion_order: 10 })], [])).toEqual([
      'a',
      'b',
    ])
  })
  it('over budget the lowest priority is dropped first', () => {
    const entries = [constant('one two three', { priority: 1 }), constant('four five six', { priority: 9 })]
    const { fired, dropped } = fire(entries, [], { token_budget: 5 })
    expect(fired.map((entry) => entry.text)).toEqual(['four five six'])
    expect(dropped).toBe(1)
  })
  it('… and without priorities the lowest insertion order', () => {
    const entries = [
      constant('one two three', { insertion_order: 1 }),
      constant('four five six', { insertion_order: 2 }),
    ]
    expect(textsOf(entries, [], { token_budget: 5 })).toEqual(['four five six'])
  })
  it('an entry too large for the budget does not keep smaller ones out', () => {
    expect(textsOf([constant('x '.repeat(5000), { priority: 9 }), constant('small')], [])).toEqual(['small'])
  })
  it('the prompt’s share limits what a book asks for', () => {
    expect(fire([constant('one two three')], [], { token_budget: 9999 }, { tokenBudget: 2 }).fired).toEqual([])
  })

  const chain = [
    { keys: ['lamp'], content: 'It stands on the piano.' },
    { keys: ['piano'], content: 'The piano is in the cellar. {{hidden_key:mouse}}' },
    { keys: ['mouse'], content: 'A mouse lives there.' },
  ]
  it('recursion scans matched entries, including hidden keys', () => {
    expect(textsOf(chain, ['lamp'], { recursive_scanning: true })).toHaveLength(3)
  })
  it('… but only where the book asks for it', () => {
    expect(textsOf(chain, ['lamp'], { recursive_scanning: false })).toHaveLength(1)
  })
  it('an entry matches once, and a cycle ends', () => {
    const circle = [
      { keys: ['a'], content: 'b' },
      { keys: ['b'], content: 'a' },
    ]
    expect(textsOf(circle, ['a'], { recursive_scanning: true })).toEqual(['b', 'a'])
  })
  it('recursion is at most five rounds deep', () => {
    const ladder = Array.from({ length: 20 }, (_, step) => ({ keys: [`k${step}`], content: `k${step + 1}` }))
    expect(textsOf(ladder, ['k0'], { recursive_scanning: true })).toHaveLength(5)
  })
  it('excluded from recursion, and stopping it', () => {
    const [first = {}, second = {}] = chain
    const entries = (extensions: Entry, on: 0 | 1) =>
      [first, second].map((entry, at) => (at === on ? { ...entry, extensions } : entry))
    expect(textsOf(entries({ exclude_recursion: true }, 1), ['lamp'], { recursive_scanning: true })).toHaveLength(1)
    expect(textsOf(entries({ prevent_recursion: true }, 0), ['lamp'], { recursive_scanning: true })).toHaveLength(1)
  })
})

describe('books in the wild', () => {
  it.each([null, undefined, 'book', 7, [], {}, { entries: null }, { entries: [null, 3, 'x', []] }])(
    '%j is an empty book',
    (raw) => {
      expect(prepareLore(raw).entries).toEqual([])
    },
  )
  it('wrong types within an entry count as absent', () => {
    const entries = [
      { keys: 'lamp', content: 'x' },
      { keys: [1, null, 'lamp'], content: 'The lamp.', insertion_order: 'high' },
    ]
    expect(textsOf(entries, ['lamp'])).toEqual(['The lamp.'])
  })
  it('names, comments and ids of entries never enter the text', () => {
    expect(textsOf([{ ...lamp, name: 'SECRET', comment: 'SECRET', id: 'SECRET' }], ['lamp']).join()).not.toContain(
      'SECRET',
    )
  })
  it('probability is deterministic per turn', () => {
    const entries = Array.from({ length: 50 }, (_, at) => ({
      keys: ['lamp'],
      content: `c${at}`,
      extensions: { probability: 50 },
    }))
    const first = textsOf(entries, ['lamp'])
    expect(textsOf(entries, ['lamp'])).toEqual(first)
    expect(first.length).toBeGreaterThan(10)
    expect(first.length).toBeLessThan(40)
  })
})
