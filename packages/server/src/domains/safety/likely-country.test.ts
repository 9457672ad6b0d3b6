import { describe, expect, it } from 'vitest'
import { likelyCountry } from './likely-country.ts'

const NOTHING = { country: undefined, timeZone: null, languageRegion: null }

describe('C1: the country whose help lines come first', () => {
  it('is the one of the header, else of the time zone, else of the language', () => {
    const signs = { country: 'FR', timeZone: 'Europe/Berlin', languageRegion: 'US' }
    expect(likelyCountry(signs)).toBe('FR')
    expect(likelyCountry({ ...signs, country: null })).toBe('DE')
    expect(likelyCountry({ ...signs, country: undefined, timeZone: null })).toBe('US')
    expect(likelyCountry(NOTHING)).toBeNull()
  })
  it.each([
    ['America/New_York', 'US'],
    ['America/Toronto', 'CA'],
    ['Europe/London', 'GB'],
    ['Australia/Sydney', 'AU'],
    ['Asia/Kolkata', 'IN'],
    ['Asia/Calcutta', 'IN'],
    ['Asia/Tokyo', 'JP'],
    ['Asia/Shanghai', 'CN'],
    ['America/Sao_Paulo', 'BR'],
    ['Europe/Zurich', 'CH'],
    ['Africa/Cairo', 'EG'],
  ])('%s is in %s', (timeZone, country) => {
    expect(likelyCountry({ ...NOTHING, timeZone })).toBe(country)
  })
  it('guesses nothing for a zone of a country without help, whatever the language', () => {
    expect(likelyCountry({ ...NOTHING, timeZone: 'Africa/Lagos', languageRegion: 'US' })).toBeNull()
  })
  it('passes over a zone that is nowhere', () => {
    expect(likelyCountry({ ...NOTHING, timeZone: 'UTC', languageRegion: 'GB' })).toBe('GB')
    expect(likelyCountry({ ...NOTHING, timeZone: 'Etc/GMT+3', languageRegion: 'BR' })).toBe('BR')
  })
})
