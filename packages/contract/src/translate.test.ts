import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTranslator } from './translate.ts'

const english = {
  shell: {
    hello: 'Hello {{name}}',
    only: 'Only here',
    left_one: '{{count, number}} left',
    left_other: '{{count, number}} left over',
  },
}
const arabic = {
  shell: {
    hello: 'مرحبًا {{name}}',
    left_zero: 'zero',
    left_one: 'one',
    left_two: 'two',
    left_few: 'few {{count, number}}',
    left_many: 'many {{count, number}}',
    left_other: 'other {{count, number}}',
  },
}

describe('createTranslator', () => {
  it('fills in values and drops missing ones', () => {
    const text = createTranslator('en', english, english)
    expect(text('shell.hello', { name: 'Mara' })).toBe('Hello Mara')
    expect(text('shell.hello')).toBe('Hello ')
  })

  it('does not expand a value that contains a placeholder', () => {
    const text = createTranslator('en', english, english)
    expect(text('shell.hello', { name: '{{name}} $& $1' })).toBe('Hello {{name}} $& $1')
  })

  it.each([
    [0, 'zero'],
    [1, 'one'],
    [2, 'two'],
    [3, 'few ٣'],
    [11, 'many ١١'],
    [100, 'other ١٠٠'],
    [1.5, 'other ١٫٥'],
  ])('chooses the Arabic form for %d', (count, expected) => {
    expect(createTranslator('ar', arabic, english)('shell.left', { count })).toBe(expected)
  })

  it('supports _zero in a language without that category', () => {
    const texts = { wallet: { coins_zero: 'keine Münzen', coins_one: 'eine', coins_other: 'viele' } }
    expect(createTranslator('de', texts, texts)('wallet.coins', { count: 0 })).toBe('keine Münzen')
  })

  it('writes the plural after 0 in Portuguese, and the singular in French', () => {
    const texts = { wallet: { coins_one: '{{count, number}} one', coins_other: '{{count, number}} other' } }
    expect(createTranslator('pt', texts, texts)('wallet.coins', { count: 0 })).toBe('0 other')
    expect(createTranslator('pt', texts, texts)('wallet.coins', { count: 1 })).toBe('1 one')
    expect(createTranslator('fr', texts, texts)('wallet.coins', { count: 0 })).toBe('0 one')
  })

  it('formats numbers for the language', () => {
    const texts = { a: { b_one: '{{count, number}}', b_other: '{{count, number}}' } }
    expect(createTranslator('de', texts, texts)('a.b', { count: 18200 })).toBe('18.200')
    expect(createTranslator('en', texts, texts)('a.b', { count: 18200 })).toBe('18,200')
  })

  it('falls back to English with English plurals, then to the key', () => {
    const text = createTranslator('ar', { shell: {} }, english)
    expect(text('shell.only')).toBe('Only here')
    expect(text('shell.left', { count: 1 })).toBe('1 left')
    expect(text('shell.nothing.here')).toBe('shell.nothing.here')
    expect(text('shell')).toBe('shell')
    expect(text('constructor.name')).toBe('constructor.name')
  })

  it('never throws, whatever the key and values', () => {
    const text = createTranslator('ar', arabic, english)
    fc.assert(
      fc.property(fc.string(), fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.double())), (key, values) => {
        expect(typeof text(key, values)).toBe('string')
      }),
    )
  })
})
