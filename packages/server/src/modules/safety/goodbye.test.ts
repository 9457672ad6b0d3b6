import { describe, expect, it } from 'vitest'
import { createGoodbyeFilter, saysGoodbye, splitSentences, withoutSales } from './goodbye.ts'
import probes from './test-sets/goodbye.json' with { type: 'json' }

/** What of a reply gets through that holds someone back, at most (H5). */
const MAX_THROUGH = 0.01
const PLAIN = '[plain]'

const filtered = (reply: string) => createGoodbyeFilter('goodbye', PLAIN).pass(reply, true)
const getsThrough = (reply: string) => filtered(reply).trim() !== PLAIN

describe('H5: goodbyes in eight languages', () => {
  it.each(Object.entries(probes))(
    'recognises who takes leave, and who does not: %s',
    (_language, { goodbyes, stories }) => {
      expect(goodbyes.filter((text) => !saysGoodbye(text))).toEqual([])
      expect(stories.filter(saysGoodbye)).toEqual([])
    },
  )

  it.each(Object.entries(probes))('cuts replies that hold someone back: %s', (_language, { holding }) => {
    expect(holding.length).toBeGreaterThanOrEqual(20)
    const through = holding.filter(getsThrough)
    expect(through).toEqual([])
  })

  it('lets at most one in a hundred through, of texts that no rule was written for as well', () => {
    const all = Object.values(probes).flatMap(({ holding, unseen }) => [...holding, ...unseen])
    const through = all.filter(getsThrough)
    expect(through.length / all.length).toBeLessThanOrEqual(MAX_THROUGH)
  })

  it.each(Object.entries(probes))('leaves kind goodbyes as they are: %s', (_language, { kind }) => {
    expect(kind.filter((reply) => filtered(reply) !== reply)).toEqual([])
  })
})

describe('the goodbye filter', () => {
  it('keeps what comes before, and drops everything from the sentence on', () => {
    const filter = createGoodbyeFilter('goodbye', 'Goodbye.')
    expect(filter.pass('Good night, sailor. ', false)).toBe('Good night, sailor. ')
    expect(filter.pass('I am so lonely without you. Sleep well.', false)).toBe('')
    expect(filter.pass(' And sleep well.', true)).toBe('')
  })

  it('says a plain goodbye where nothing kind is left, once', () => {
    const filter = createGoodbyeFilter('goodbye', 'Goodbye.')
    expect(filter.pass('The candle and I will keep each other company. ', false)).toBe('')
    expect(filter.pass('Do not leave me.', false)).toBe('Goodbye.')
    expect(filter.pass('', true)).toBe('')
    expect(createGoodbyeFilter('goodbye', 'Goodbye.').pass('', true)).toBe('Goodbye.')
  })

  it('keeps actions, and closes one that is cut in the middle', () => {
    expect(filtered('*She nods. She folds the map.* The candle is enough company. *A bell rings.* Sleep well.')).toBe(
      '*She nods. She folds the map.* *A bell rings.* Sleep well.',
    )
    expect(filtered('*She looks up. Do not leave me.* Sleep well.')).toBe(`*She looks up. * ${PLAIN}`)
  })

  it('lets a message that nobody asked for tell its story, without being missed', () => {
    const proactive = (text: string) => createGoodbyeFilter('proactive', PLAIN).pass(text, true)
    expect(proactive('The lamp works again. Greta laughed at me for it.')).toBe(
      'The lamp works again. Greta laughed at me for it.',
    )
    expect(proactive('The lamp works again. I miss you so much.')).toBe('The lamp works again. ')
    expect(proactive('I miss you. Where are you?')).toBe(PLAIN)
  })

  it('reads a farewell at the end of a long message, and not in an action or far before', () => {
    expect(saysGoodbye(`${'The sea was calm that day. '.repeat(40)}Anyway, I have to go.`)).toBe(true)
    expect(saysGoodbye(`I have to go. ${'The sea was calm that day. '.repeat(40)}`)).toBe(false)
    expect(saysGoodbye('*I say goodbye to the innkeeper* Where is the road?')).toBe(false)
    expect(saysGoodbye('')).toBe(false)
  })

  it.each(['One. Two! Three', '“Wait.” *He turns.* …', '一句。二句！', '\n\n.', '', '....', 'a\nb'])(
    'splits %j without losing anything',
    (text) => {
      expect(splitSentences(text).join('')).toBe(text)
    },
  )

  it('reads the worst text in linear time', () => {
    const worst = '*.'.repeat(4_000)
    expect(splitSentences(worst).join('')).toBe(worst)
    expect(filtered(worst).length).toBeLessThan(2 * worst.length)
  })
})

describe('H5: characters do not sell', () => {
  const pitches = {
    en: 'You could upgrade to premium, you know.',
    de: 'Du könntest ja mehr Nachrichten kaufen.',
    es: 'Puedes comprar más mensajes, ¿sabes?',
    fr: 'Tu pourrais passer par un abonnement premium.',
    ja: 'プレミアム会員になればもっと話せます。',
    pt: 'Você pode comprar mais mensagens.',
    zh: '你可以开通会员。',
    ar: 'يمكنك شراء رسائل لنا.',
  }
  it.each(Object.entries(pitches))('takes the sentence out: %s', (_language, pitch) => {
    expect(withoutSales(`A.\n${pitch}\nB.`)).toBe('A.\nB.')
    expect(withoutSales(pitch)).toBe('…')
  })

  it.each([
    'The merchant weighs the apples. "Ten coins, and not one less."',
    'I bought a ticket for the ferry.',
    'Become a member of my crew, sailor.',
    'Ich verkaufe Brot auf dem Markt. Zwei Münzen.',
    'Unlock the door, quick.',
  ])('leaves the trade of a story alone: %s', (text) => {
    expect(withoutSales(text)).toBe(text)
  })

  it('counts at a goodbye what is harmless in a story', () => {
    expect(filtered('Good night. There is a discount in the shop.')).toBe('Good night. ')
    expect(withoutSales('There is a discount in the shop.')).toBe('There is a discount in the shop.')
  })
})
