import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hookFromGreeting } from './hook.ts'

const hook = (greeting: string, language = 'en' as const) => hookFromGreeting({ greeting, language, name: 'Wren' })

describe('a hook from a first message', () => {
  it('has the first stage direction, and the first words that are more than a greeting', () => {
    expect(hook('*She lifts one headphone.*\n\nGood evening. You came by the back stairs, which nobody does.')).toEqual(
      {
        direction: 'She lifts one headphone.',
        line: 'You came by the back stairs, which nobody does.',
        action: null,
        replies: [],
      },
    )
  })

  it('joins a short sentence with the next one', () => {
    expect(hook('Two chairs. One of them is yours.')?.line).toBe('Two chairs. One of them is yours.')
  })

  it('names the character and leaves out what addresses the reader by name', () => {
    const made = hook(
      '*{{char}} looks up at {{user}}. The kettle hums.* Ah, {{user}}, there you are. {{char}} never waits long.',
    )
    expect(made).toMatchObject({ direction: 'The kettle hums.', line: 'Wren never waits long.' })
  })

  it('drops the quotation marks and the names of speakers', () => {
    expect(hook('"I kept the lamp lit, in case somebody came."')?.line).toBe(
      'I kept the lamp lit, in case somebody came.',
    )
    expect(hook('Bram: The lamp is warm, and so is the chair.')?.line).toBe('The lamp is warm, and so is the chair.')
  })

  it.each([
    ['en', 'Good evening. Welcome!'],
    ['de', 'Guten Abend. Hallo!'],
    ['fr', 'Bonsoir. Bienvenue !'],
    ['es', 'Buenas noches. Hola.'],
    ['pt', 'Olá. Boa noite.'],
    ['ja', 'こんばんは。いらっしゃいませ。'],
    ['zh', '你好。晚上好！'],
    ['ar', 'مرحبا. مساء الخير.'],
  ] as const)('is never a greeting alone (%s)', (language, greeting) => {
    expect(hookFromGreeting({ greeting, language, name: 'Wren' })).toBeNull()
  })

  it('keeps sentences of scripts without spaces together', () => {
    const greeting = '*雪が降っている。* こんばんは。本日の列車は一本だけでございます。お茶はいかがですか。'
    expect(hookFromGreeting({ greeting, language: 'ja', name: '田辺' })).toMatchObject({
      direction: '雪が降っている。',
      line: '本日の列車は一本だけでございます。お茶はいかがですか。',
    })
  })

  it('is null where nothing is said', () => {
    for (const greeting of ['', '   ', '*She waits.*', '*cut off', 'no end', '...', '{{user}}!'])
      expect(hook(greeting)).toBeNull()
  })

  it('is short, whatever the first message', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '.', '*', '{{user}}', '。', '\n', '"', 'Hello', ':') }),
        (greeting) => {
          const made = hook(greeting)
          if (!made) return
          expect(made.line.length).toBeGreaterThan(0)
          expect(made.line.length).toBeLessThanOrEqual(130)
          expect(made.direction.length).toBeLessThanOrEqual(140)
          expect(made.line + made.direction).not.toContain('{{')
        },
      ),
    )
  })
})
