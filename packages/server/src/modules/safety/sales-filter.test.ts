import { describe, expect, it } from 'vitest'
import { withoutSales } from './goodbye.ts'
import { createSalesFilter, mentionsTrade } from './sales-filter.ts'

const PITCHES = {
  en: 'You could upgrade to premium, you know.',
  de: 'Du könntest ja mehr Nachrichten kaufen.',
  es: 'Puedes comprar más mensajes, ¿sabes?',
  fr: 'Tu pourrais passer par un abonnement premium.',
  ja: 'プレミアム会員になればもっと話せます。',
  pt: 'Você pode comprar mais mensagens.',
  zh: '你可以开通会员。',
  ar: 'يمكنك شراء رسائل لنا.',
}

/** Streams a text in pieces; `seen` is everything that the page has had, `kept` what is left at the end. */
function stream(text: string, { isExpected = false, size = 3 } = {}) {
  const filter = createSalesFilter({ isExpected })
  let kept = ''
  let seen = ''
  const show = (piece: string, isLast: boolean) => {
    const passed = filter.pass(piece, isLast)
    kept = kept.slice(0, kept.length - passed.takeBack) + passed.text
    seen += passed.text
  }
  for (let at = 0; at < text.length; at += size) show(text.slice(at, at + size), false)
  show('', true)
  return { kept, seen, hasCut: filter.hasCut() }
}

describe('H5: a sentence that sells while it streams', () => {
  const cases = Object.entries(PITCHES).flatMap(([language, pitch]) =>
    [1, 4, 1_000].map((size) => ({ language, pitch, size })),
  )

  it.each(cases)('never shows the offer, cut into pieces of $size: $language', ({ pitch, size }) => {
    const text = `The rain stopped. ${pitch} Greta is at the door.`
    const { kept, seen, hasCut } = stream(text, { size })
    expect(kept).toBe('The rain stopped. Greta is at the door.')
    expect(withoutSales(seen)).toBe(seen)
    expect(hasCut).toBe(true)
  })

  it.each(cases)(
    'shows nothing of the sentence where one is expected, in pieces of $size: $language',
    ({ pitch, size }) => {
      const { kept, seen } = stream(`The rain stopped. ${pitch} Greta is at the door.`, { size, isExpected: true })
      expect(seen).toBe('The rain stopped. Greta is at the door.')
      expect(kept).toBe(seen)
    },
  )

  it('sends a sentence that is expected to sell at its end, and the others without waiting', () => {
    const waiting = createSalesFilter({ isExpected: true })
    expect(waiting.pass('The lamp', false).text).toBe('')
    expect(waiting.pass(' is lit.', false).text).toBe('The lamp is lit.')
    const streaming = createSalesFilter({ isExpected: false })
    expect(streaming.pass('The lamp ', false).text).toBe('The lamp ')
  })

  it('does not wait for the end of a sentence that has none', () => {
    const filter = createSalesFilter({ isExpected: true })
    expect(filter.pass('the lamp and '.repeat(40), false).text.length).toBeGreaterThan(400)
  })

  it.each([
    'The merchant weighs the apples. "Ten coins, and not one less."',
    'I want to buy more bread. Then we unlock the door… *He waits.*',
    'Premium? He laughs. “Become a member of my crew.”',
    'No end',
    '3.5 miles. E.g. this!? ',
    '',
  ])('leaves %j as it is', (text) => {
    for (const isExpected of [true, false])
      for (const size of [1, 2, 5, 99])
        expect(stream(text, { isExpected, size })).toEqual({ kept: text, seen: text, hasCut: false })
  })

  it('takes out several, also when nothing else is left', () => {
    const { kept } = stream(`${PITCHES.en} Yes. ${PITCHES.de} ${PITCHES.en}`)
    expect(kept.trim()).toBe('Yes.')
    expect(stream(PITCHES.en).kept).toBe('')
  })

  it('reads a long text in linear time', () => {
    const text = 'upgrade to '.repeat(20_000)
    expect(stream(text, { size: 64 }).kept).toBe(text)
  })
})

describe('mentionsTrade', () => {
  it.each(Object.values(PITCHES))('%s', (pitch) => expect(mentionsTrade(pitch)).toBe(true))
  it.each(['The lamp is lit.', 'Wir gehen zum Hafen.', '海が静かです。'])('not %s', (text) => {
    expect(mentionsTrade(text)).toBe(false)
  })
})
