import { readdirSync, readFileSync } from 'node:fs'
import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import { createTranslator } from '@everkin/contract/translate.ts'
import { describe, expect, it } from 'vitest'
import { generateFallback } from './generated-card.ts'

const ROOT = new URL('../../../../../', import.meta.url)
const textsOf = (locale: string) =>
  JSON.parse(readFileSync(new URL(`locales/${locale}/character-generator.json`, ROOT), 'utf8'))
const libraryNames = readdirSync(new URL('library/characters/', ROOT)).flatMap((file) => {
  const { name, names } = JSON.parse(readFileSync(new URL(`library/characters/${file}`, ROOT), 'utf8'))
  return [name, ...Object.values(names ?? {})].flatMap((one) =>
    String(one)
      .toLowerCase()
      .split(/[\s・·-]+/),
  )
})

describe('a character from stock parts', () => {
  it.each(LOCALE_CODES)('has no name that someone of the library has: %s', (locale) => {
    const names: string[] = textsOf(locale).names.split(/[,،、]/)
    const taken = new Set(libraryNames)
    expect(names.filter((name) => taken.has(name.trim().toLowerCase()))).toEqual([])
  })

  const english = { 'character-generator': textsOf('en') }
  const translate = createTranslator('en', english, english)
  const from = (sentence: string) => generateFallback(translate, sentence, {})

  it('is as old as the sentence says, in numbers or in words', () => {
    expect(Number(from('a retired astronaut').age)).toBeGreaterThan(60)
    expect(Number(from('an old sailor').age)).toBeGreaterThan(60)
    expect(from('a baker, 58 years old').age).toBe('58')
    expect(Number(from('a lighthouse keeper').age)).toBeGreaterThanOrEqual(24)
  })

  it('has the gender that the sentence names, and none otherwise', () => {
    expect(from('a woman who repairs clocks').gender).toBe('female')
    expect(from('a man who repairs clocks').gender).toBe('male')
    expect(from('somebody who repairs clocks').gender).toBe('other')
  })
})
