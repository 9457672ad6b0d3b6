import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isolateValue } from './isolate.ts'
import { isolateName } from './isolate-name.ts'
import { LOCALE_CODES } from './locales.ts'

describe('isolateName', () => {
  it('leaves a name alone that runs in the direction of the language', () => {
    expect(isolateName('Mara', 'en')).toBe('Mara')
    expect(isolateName('نور', 'ar')).toBe('نور')
  })

  it('wraps a name that runs in the other direction, and one with digits or brackets at an edge', () => {
    expect(isolateName('نور', 'en')).toBe('\u2068نور\u2069')
    expect(isolateName('Mara', 'ar')).toBe('\u2068Mara\u2069')
    expect(isolateName('Vesper-9', 'en')).toBe('\u2068Vesper-9\u2069')
    expect(isolateName('(anon)', 'ar')).toBe('\u2068(anon)\u2069')
    expect(isolateName('\u2069Mara\u202E', 'ar')).toBe('\u2068Mara\u2069')
    expect(isolateName('Ma\u202Era', 'en')).toBe('Mara')
  })

  it('keeps the text itself in every language', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...LOCALE_CODES), (name, locale) => {
        expect(isolateName(name, locale).replace(/^\u2068|\u2069$/g, '')).toBe(name.replace(/^\u2068|\u2069$/g, ''))
      }),
    )
  })
})

describe('isolateValue', () => {
  it('wraps what runs against the language, and nothing else', () => {
    expect(isolateValue('Mara', 'en')).toBe('Mara')
    expect(isolateValue('نور', 'en')).toBe('\u2068نور\u2069')
    expect(isolateValue('Mara', 'ar')).toBe('\u2068Mara\u2069')
    expect(isolateValue('٣ رسائل', 'ar')).toBe('٣ رسائل')
    expect(isolateValue('42', 'ar')).toBe('42')
  })

  it('keeps isolated names of a list, and removes controls that nothing closes', () => {
    const names = `${isolateName('Mara', 'ar')} و${isolateName('Wren', 'ar')} وأنت`
    expect(isolateValue(isolateName('Mara', 'ar'), 'ar')).toBe('\u2068Mara\u2069')
    expect(isolateValue(`مع ${names}`, 'ar')).toBe(`مع ${names}`)
    expect(isolateValue('\u2067Mara', 'en')).toBe('Mara')
    expect(isolateValue('\u202EMara', 'en')).toBe('Mara')
    expect(isolateValue('\u2069\u2068Mara', 'ar')).toBe('\u2068Mara\u2069')
  })

  it('leaves no direction control open, whatever the value', () => {
    const value = fc.string({
      unit: fc.constantFrom('a', 'ن', ' ', '\u202A', '\u202E', '\u2066', '\u2067', '\u2068', '\u2069'),
    })
    fc.assert(
      fc.property(value, fc.constantFrom(...LOCALE_CODES), (value, locale) => {
        let open = 0
        for (const character of isolateValue(value, locale)) {
          if (character === '\u2068') open++
          if (character === '\u2069') open--
          expect(open).toBeGreaterThanOrEqual(0)
          expect(character).not.toMatch(/[\u202A-\u202E\u2066\u2067]/)
        }
        expect(open).toBe(0)
      }),
    )
  })
})
