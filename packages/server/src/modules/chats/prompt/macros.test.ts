import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileTemplate, expandMacros, hiddenKeys, listUnknownMacros, type MacroContext } from './macros.ts'

const context: MacroContext = {
  characterName: 'Ilse',
  personName: 'Alex',
  chatSeed: 'chat-1',
  turnSeed: 'chat-1/4',
  now: new Date('2026-11-20T18:30:00Z'),
  locale: 'en-GB',
}
const expand = (text: string, changes: Partial<MacroContext> = {}) =>
  expandMacros(text, { ...context, variables: new Map(), ...changes })

describe('macros', () => {
  it.each([
    ['{{char}} and {{user}}', 'Ilse and Alex'],
    ['{{CHAR}}, {{ Char }}, <BOT>, <bot>, <Char>, <USER>', 'Ilse, Ilse, Ilse, Ilse, Ilse, Alex'],
    ['a{{// not {{user}} this}}b', 'ab'],
    ['a{{comment: shown to people}}b', 'ab'],
    ['a{{hidden_key:lamp}}b', 'ab'],
    ['{{reverse:abc}}', 'cba'],
    ['{{reverse:{{char}}}}', 'eslI'],
    ['{{random:only}}', 'only'],
    ['{{pick:one\\,two}}', 'one,two'],
    ['{{roll:1}} {{roll:d1}} {{roll:3d1}}', '1 1 3'],
    ['{{roll:many}}', ''],
    ['{{roll 1d1}} {{roll::1d1+4}}', '1 5'],
    ['{{random::only}} {{pick::only}} {{random::a::a}}', 'only only a'],
    ['{{newline}}', '\n'],
    ['{{time}} {{date}} {{weekday}}', '18:30 20 November 2026 Friday'],
    ['{{isodate}} {{isotime}} {{time_UTC+2}} {{time_UTC-01:30}}', '2026-11-20 18:30 20:30 17:00'],
    ['{{datetimeformat DD.MM.YYYY HH:mm [h] dddd}}', '20.11.2026 18:30 h Friday'],
    ['{{setvar::x::3}}{{addvar::x::2}}{{getvar::x}} {{incvar::x}} {{decvar::x}}', '5 6 5'],
    ['a \n{{trim}}\n b{{noop}}', 'ab'],
    ['{{unknown}}{{}}{{persona}}{{lastMessage}}{{banned "x"}}', ''],
    ['{{group}} {{charIfNotGroup}} {{model}}', 'Ilse Ilse '],
    ['{{char', '{{char'],
    ['{{user} enters. {{char}} nods at {{user}}.', '{{user} enters. Ilse nods at Alex.'],
    ['{{ {{char}}', '{{ Ilse'],
    ['{{"a": 1}} {{{char}}', '{{"a": 1}} {Ilse'],
    ['}} {{user}}', '}} Alex'],
    ['<B>bold</B> <bots>', '<B>bold</B> <bots>'],
    ['{{original}}', ''],
    ['', ''],
  ])('%j becomes %j', (text, expected) => {
    expect(expand(text)).toBe(expected)
  })

  it('{{original}} inserts the text that a field replaces, if it replaces one', () => {
    expect(expand('{{original}} And more.', { original: 'Ours, {{char}}.' })).toBe('Ours, {{char}}. And more.')
  })

  it('the result of a macro is not expanded again, so every expansion ends', () => {
    expect(expand('{{char}}', { characterName: '{{user}}{{char}}' })).toBe('{{user}}{{char}}')
    expect(expand('{{original}}', { original: '{{original}}{{original}}' })).toBe('{{original}}{{original}}')
  })

  it('{{pick}} keeps its choice through a chat, {{random}} and {{roll}} change with the turn', () => {
    const choices = Array.from({ length: 40 }, (_, at) => at).join(',')
    const turns = Array.from({ length: 20 }, (_, turn) => ({ turnSeed: `chat-1/${turn}` }))
    const seen = (macro: string) => new Set(turns.map((turn) => expand(macro, turn)))
    expect(seen(`{{pick:${choices}}}`).size).toBe(1)
    expect(seen(`{{random:${choices}}}`).size).toBeGreaterThan(5)
    expect(seen('{{roll:d20}}').size).toBeGreaterThan(5)
    expect(expand(`{{random:${choices}}}`)).toBe(expand(`{{random:${choices}}}`))
  })

  it('a roll stays within its range', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99 }),
        fc.integer({ min: 1, max: 1000 }),
        fc.string(),
        (dice, sides, seed) => {
          const sum = Number(expand(`{{roll:${dice}d${sides}}}`, { turnSeed: seed }))
          expect(sum).toBeGreaterThanOrEqual(dice)
          expect(sum).toBeLessThanOrEqual(dice * sides)
        },
      ),
    )
  })

  it('names those that nothing is inserted for', () => {
    expect(
      listUnknownMacros('{{char}} {{isMobile}} {{random:{{bias::x}},b}} {{time_UTC+2}} {{idle_duration}}'),
    ).toEqual(['isMobile', 'bias'])
  })

  it('a variable never grows beyond its limit', () => {
    const grow = `{{setvar::x::${'y'.repeat(900)}}}${'{{addvar::x::{{getvar::x}}}}'.repeat(40)}{{getvar::x}}`
    expect(expand(grow)).toHaveLength(1_000)
  })

  it('hidden keys are found, also with macros in them', () => {
    expect(hiddenKeys(compileTemplate('text {{hidden_key:lamp of {{char}}}} {{hidden_key:two}}'), context)).toBe(
      'lamp of Ilse two',
    )
  })

  it('text without macros is unchanged, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).filter((text) => !/[{<]/.test(text)),
        (text) => expand(text) === text,
      ),
    )
  })

  it('hostile nesting and unclosed openings are parsed in linear time (LLM-06)', () => {
    for (const text of [
      '{{'.repeat(200_000),
      '{{a:'.repeat(100_000) + '}}'.repeat(100_000),
      '{{user}}'.repeat(50_000),
    ]) {
      expect(expand(text).length).toBeGreaterThan(0)
    }
  })
})
