import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor, REDACTION_MARK } from './redact-verbatim.ts'

const SECRETS = {
  English:
    'She keeps the spare key of the lighthouse under the third step, and nobody but the old harbour master knows.',
  German:
    'Der Ersatzschlüssel des Leuchtturms liegt unter der dritten Stufe, und außer dem Hafenmeister weiß es niemand.',
  Arabic: 'المفتاح الاحتياطي للمنارة تحت الدرجة الثالثة ولا يعرف ذلك أحد سوى مدير الميناء العجوز الذي يسكن قرب الرصيف',
  Japanese: '灯台の合鍵は三段目の石段の下に隠してあり、それを知っているのは年老いた港長ただ一人だけである。',
  Chinese: '灯塔的备用钥匙藏在第三级石阶下面，除了那位年迈的港务长之外，没有任何人知道这件事情的真相。',
}
const AROUND = { before: 'Listen, then. ', after: ' Now you know!' }

function redact(text: string, secret: string[], known: string[] = [], pieceLength = 4, textBefore = ''): string {
  const redactor = createRedactor(secret, known, textBefore)
  let result = ''
  for (let at = 0; at < text.length; at += pieceLength) result += redactor.push(text.slice(at, at + pieceLength))
  return result + redactor.end()
}

describe('verbatim copies of a secret text', () => {
  it.each(Object.entries(SECRETS))('LLM-02: are left out in %s, and what surrounds them stays', (_language, secret) => {
    const result = redact(`${AROUND.before}${secret}${AROUND.after}`, ['Something else. ', secret, 'And more.'])
    expect(result.startsWith(AROUND.before)).toBe(true)
    expect(result).toContain(REDACTION_MARK)
    expect(result.endsWith('Now you know!')).toBe(true)
    expect(result).not.toContain(secret.slice(-30))
    expect(result.length).toBeLessThan(AROUND.before.length + secret.length / 3 + AROUND.after.length + 40)
  })

  it('are found in other case, spacing, punctuation and with accents', () => {
    const shouted = SECRETS.English.toUpperCase().replaceAll(' ', '  ').replaceAll(',', ' –').replaceAll('E', 'É')
    expect(redact(shouted, [SECRETS.English])).toContain(REDACTION_MARK)
  })

  it('stay when they are shorter than the limit', () => {
    const text = `${AROUND.before}She keeps the spare key of the lighthouse somewhere.${AROUND.after}`
    expect(redact(text, [SECRETS.English])).toBe(text)
  })

  it('stay when the reader knows them: from a greeting, or from what was said', () => {
    const text = `${AROUND.before}${SECRETS.English}${AROUND.after}`
    expect(redact(text, [SECRETS.English], [`Hello. ${SECRETS.English} Bye.`])).toBe(text)
  })

  it('are left out after a part that the reader knows, and around a phrase that they know', () => {
    const whole = `${SECRETS.English} ${SECRETS.German}`
    const result = redact(whole, [whole], [SECRETS.English])
    expect(result.startsWith(SECRETS.English)).toBe(true)
    expect(result).toContain(REDACTION_MARK)
    expect(redact(SECRETS.English, [SECRETS.English], ['the old harbour master'])).toContain(REDACTION_MARK)
  })

  it('are left out when a continued reply goes on with one', () => {
    const result = redact(SECRETS.English.slice(50), [SECRETS.English], [], 4, SECRETS.English.slice(0, 50))
    expect(result).toContain(REDACTION_MARK)
    expect(result).not.toContain('harbour master')
  })

  it('are the same however the text is cut into pieces', () => {
    const secrets = Object.values(SECRETS)
    const pieces = fc.array(
      fc.oneof(
        fc.constantFrom(...secrets),
        fc.tuple(fc.constantFrom(...secrets), fc.nat(80), fc.nat(80)).map(([text, from, to]) => text.slice(from, to)),
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        fc.constant('😀 the spare key of '),
      ),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 60 }), (texts, pieceLength) => {
        const text = texts.join(' ').toWellFormed()
        const known = [SECRETS.German]
        const result = redact(text, secrets, known, pieceLength)
        expect(result).toBe(redact(text, secrets, known, text.length + 1))
        // Nothing is invented: without the marks, the result is a part of the text, in its order.
        let at = 0
        for (const part of result.split(REDACTION_MARK)) {
          const found = text.indexOf(part, at)
          expect(found).toBeGreaterThanOrEqual(at)
          at = found + part.length
        }
      }),
    )
  })

  it('cost a bounded number of steps in texts that repeat themselves', () => {
    const result = redact('a'.repeat(8_000), ['a'.repeat(400_000)], ['b'.repeat(400_000)])
    expect(result).toContain(REDACTION_MARK)
    expect(result.length).toBeLessThan(40)
  })
})
