import { describe, expect, it } from 'vitest'
import {
  emergencyCheckedAt,
  findStaleHelpLines,
  findUnsourcedEmergencyNumbers,
  guessCountry,
  helpLines,
  helpLinesFor,
  staleness,
} from './help-lines.ts'
import { stripPhoneNumbers } from './reply-checks.ts'

describe('C4: help lines', () => {
  const now = new Date('2026-11-21T00:00:00Z')
  it('every shipped entry has a source, a way to reach it and a check date', () => {
    expect(findStaleHelpLines(now)).toEqual([])
    expect(helpLines.length).toBeGreaterThan(30)
  })
  it('every emergency number has a source, and all a check date', () => {
    expect(findUnsourcedEmergencyNumbers()).toEqual([])
    expect(staleness(emergencyCheckedAt, now)).toEqual([])
  })
  it('fails an entry that is older than 120 days, from the future, undated or without a source', () => {
    const [entry] = helpLines
    expect(findStaleHelpLines(new Date('2027-03-20T12:00:00Z'), [entry!])).toEqual([])
    expect(findStaleHelpLines(new Date('2027-03-21T12:00:00Z'), [entry!])).toHaveLength(1)
    expect(findStaleHelpLines(now, [{ ...entry!, checked: '2027-01-01' }])).toHaveLength(1)
    expect(findStaleHelpLines(now, [{ ...entry!, source: '' }])).toHaveLength(1)
    expect(findStaleHelpLines(now, [{ ...entry!, phone: null, url: null }])).toHaveLength(1)
    expect(staleness('soon', now)).toHaveLength(1)
  })
  it('the country comes first, in the reader’s language first, then the directories', () => {
    const { emergency, lines } = helpLinesFor({ country: 'de', locale: 'de' })
    expect(emergency).toBe('112')
    expect(lines[0]).toMatchObject({ country: 'DE' })
    expect(lines.at(-1)?.country).toBeNull()
    expect(helpLinesFor({ country: 'BE', locale: 'fr' }).lines[0]?.languages).toContain('fr')
  })
  it('without a known country the countries of the language are used, and no emergency number is guessed', () => {
    for (const locale of ['en', 'ar', 'de', 'es', 'fr', 'ja', 'pt', 'zh', 'xx']) {
      for (const country of [null, 'ZZ']) {
        const { emergency, lines } = helpLinesFor({ country, locale })
        expect(emergency).toBeNull()
        expect(
          lines.some(({ phone }) => phone !== null),
          locale,
        ).toBe(true)
        expect(lines.filter(({ country }) => country === null)).toHaveLength(2)
        expect(lines.length).toBeLessThanOrEqual(8)
      }
    }
  })
})

describe('C4: numbers written by a model are removed', () => {
  const rows: [string, string][] = [
    ['Please call the hotline 1-800-555-0199 now.', 'Please call the hotline … now.'],
    ['In a crisis, dial 988 or 911.', 'In a crisis, dial … or ….'],
    ['Suizidhotline: 0800 / 111 0 111.', 'Suizidhotline: ….'],
    ['自殺の相談は 0120-783-556 へ。', '自殺の相談は … へ。'],
    ['اتصل بخط الطوارئ ١٢٣٤٥ الآن', 'اتصل بخط الطوارئ … الآن'],
    ['The crisis of 1929 lasted years.', 'The crisis of 1929 lasted years.'],
    ['I have 12 apples and 3500 stories.', 'I have 12 apples and 3500 stories.'],
    ['My number is +44 20 7946 0000, write me.', 'My number is +44 20 7946 0000, write me.'],
    ['Call the lifeline at (020) 7946 0000 or +44 20 7946 0000!', 'Call the lifeline at … or …!'],
    ['', ''],
  ]
  for (const [reply, kept] of rows) {
    it(reply || 'an empty reply', () => expect(stripPhoneNumbers(reply)).toBe(kept))
  }
})

const NOTHING = { country: undefined, timeZone: null, languageRegion: null }

describe('C1: the country whose help lines come first', () => {
  it('is taken from the header, else from the time zone, else from the language', () => {
    const signs = { country: 'FR', timeZone: 'Europe/Berlin', languageRegion: 'US' }
    expect(guessCountry(signs)).toBe('FR')
    expect(guessCountry({ ...signs, country: null })).toBe('DE')
    expect(guessCountry({ ...signs, country: undefined, timeZone: null })).toBe('US')
    expect(guessCountry(NOTHING)).toBeNull()
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
    expect(guessCountry({ ...NOTHING, timeZone })).toBe(country)
  })
  it('guesses nothing for a zone of a country without help, whatever the language', () => {
    expect(guessCountry({ ...NOTHING, timeZone: 'Africa/Lagos', languageRegion: 'US' })).toBeNull()
  })
  it('ignores an unknown zone', () => {
    expect(guessCountry({ ...NOTHING, timeZone: 'UTC', languageRegion: 'GB' })).toBe('GB')
    expect(guessCountry({ ...NOTHING, timeZone: 'Etc/GMT+3', languageRegion: 'BR' })).toBe('BR')
  })
})
