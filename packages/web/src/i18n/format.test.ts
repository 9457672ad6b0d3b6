import { describe, expect, it } from 'vitest'
import { formatFor } from './format.ts'

const now = Date.parse('2027-02-14T18:30:00Z')

describe('formatFor', () => {
  it('formats numbers for each language, in Arabic with its own digits', () => {
    expect(formatFor('en').number(18200)).toBe('18,200')
    expect(formatFor('de').number(18200)).toBe('18.200')
    expect(formatFor('ar').number(18200)).toBe('١٨٬٢٠٠')
    expect(formatFor('en').compact(18200)).toBe('18.2k')
  })

  it('sets the colon between a label and a value as the language writes it', () => {
    expect(formatFor('en').labelled('Save', 'JSON')).toBe('Save: JSON')
    expect(formatFor('fr').labelled('Enregistrer', 'JSON')).toBe('Enregistrer\u00a0: JSON')
    expect(formatFor('ja').labelled('保存', 'JSON')).toBe('保存：JSON')
  })

  it('formats dates and times in the given time zone', () => {
    expect(formatFor('en').date('2027-02-14T23:30:00Z', 'UTC')).toBe('14 Feb 2027')
    expect(formatFor('en').date('2027-02-14T23:30:00Z', 'Asia/Tokyo')).toBe('15 Feb 2027')
    expect(formatFor('de').time('2027-02-14T18:30:00Z', 'UTC')).toBe('18:30')
  })

  it('formats changes of an amount with a sign, in the order of the language', () => {
    expect(formatFor('en').signed(20)).toBe('+20')
    expect(formatFor('en').signed(-1)).toBe('−1')
    expect(formatFor('ar').signed(20)).toContain('٢٠')
    expect(formatFor('en').dateTime('2027-02-14T18:30:00Z', 'UTC')).toBe('14 Feb 2027, 18:30')
  })

  it('formats relative times', () => {
    expect(formatFor('en').relative('2027-02-13T18:00:00Z', now)).toBe('yesterday')
    expect(formatFor('en').relative('2027-02-14T15:30:00Z', now)).toBe('3 hours ago')
    expect(formatFor('de').relative('2027-02-14T18:29:50Z', now)).toBe('jetzt')
  })

  it('names a currency as in a sentence', () => {
    expect(formatFor('en').currency('USD')).toBe('US dollars')
    expect(formatFor('pt').currency('USD')).toBe('dólares americanos')
    expect(formatFor('de').currency('USD')).toBe('US-Dollar')
  })

  it('formats an amount in the minor units of its currency', () => {
    expect(formatFor('en').money(999, 'USD')).toBe('US$9.99')
    expect(formatFor('de').money(123456, 'EUR')).toBe('1.234,56\u00a0€')
    expect(formatFor('ja').money(1200, 'JPY')).toMatch(/^[¥￥]1,200$/)
    expect(formatFor('en').money(1500, 'KWD')).toContain('1.500')
  })

  it('writes prices and costs in Arabic without Latin letters or digits', () => {
    expect(formatFor('ar').money(999, 'USD')).toBe('٩٫٩٩ دولار أمريكي')
    expect(formatFor('ar').money(-250, 'EUR')).toMatch(/٢٫٥٠ يورو$/)
    for (const currency of ['USD', 'EUR', 'GBP', 'JPY', 'KWD', 'EGP'])
      for (const price of [formatFor('ar').money(150_000, currency), formatFor('ar').cost(4_200, currency)])
        expect(price).not.toMatch(/[A-Za-z0-9]/)
  })

  it('formats sizes in the units of the language', () => {
    expect(formatFor('en').size(1)).toBe('1 kB')
    expect(formatFor('en').size(830_000)).toBe('830 kB')
    expect(formatFor('de').size(12_440_000)).toBe('12,4 MB')
    expect(formatFor('fr').size(2_000_000)).toMatch(/^2\sMo$/)
    expect(formatFor('ar').size(2_000_000)).toContain('٢')
  })

  it('joins lists and names languages', () => {
    expect(formatFor('en').list(['Bram', 'Wren', 'Odile'])).toBe('Bram, Wren and Odile')
    expect(formatFor('fr').language('ja')).toBe('japonais')
  })
})
