import { LOCALE_CODES, type Locale } from '@everkin/contract/locales.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { createEspeakSpeech, espeakVoiceOf, isEspeakInstalled, toReadableText } from './espeak.ts'
import { faultOf, soundOf, speechSuite, testRequest } from './speech.suite.ts'

const WORDS: Record<Locale, string> = {
  en: 'Good evening.',
  ar: 'مساء الخير.',
  de: 'Guten Abend.',
  es: 'Buenas noches.',
  fr: 'Bonsoir.',
  ja: 'こんばんは。',
  pt: 'Boa noite.',
  zh: '晚上好。',
}

// It is an optional package: there is nothing to test if it is not installed.
describe.runIf(isEspeakInstalled())('the built-in voice', () => {
  const engine = createEspeakSpeech()
  afterAll(() => engine.close())
  speechSuite(() => engine)

  it('speaks every language', async () => {
    for (const locale of LOCALE_CODES) {
      const sound = await soundOf(engine, { pieces: [WORDS[locale]], locale })
      // At least half a second at 48 kbit/s.
      expect(sound.length, locale).toBeGreaterThan(3_000)
    }
  })

  it('sounds different for different characters', async () => {
    const samples = await Promise.all(
      [0, 1, 2, 3, 4, 5, 6, 7].map(async (voiceIndex) => {
        const voice = { ...testRequest().voice, voiceIndex }
        return (await soundOf(engine, { voice })).toString('base64')
      }),
    )
    expect(new Set(samples).size).toBe(8)
  })

  it('reads kanji by their readings, and rejects those without', async () => {
    expect(toReadableText('灯台（とうだい）の下《した》で。', 'ja')).toBe('とうだいのしたで。')
    expect(toReadableText('灯台の下で。', 'ja')).toBeNull()
    expect(toReadableText('灯台', 'zh')).toBe('灯台')
    expect(await faultOf(soundOf(engine, { pieces: ['今夜は月が綺麗ですね。'], locale: 'ja' }))).toBe('unsupported')
  })

  it('ends its worker when nobody has listened for a while, and starts a new one for the next listener', async () => {
    const brief = createEspeakSpeech({ idleTimeoutMs: 50 })
    const first = await soundOf(brief)
    const workers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length
    const busy = workers()
    await expect.poll(workers).toBeLessThan(busy)
    expect(await soundOf(brief)).toEqual(first)
    await brief.close()
  })

  it('restarts after its worker has exited', async () => {
    await engine.close()
    expect((await soundOf(engine)).length).toBeGreaterThan(3_000)
  })
})

it('keeps rate and pitch intelligible', () => {
  for (const extreme of [-5, 0, 100]) {
    const { rate, pitch } = espeakVoiceOf(
      { gender: 'male', voiceIndex: 3, pitch: extreme, rate: extreme, name: null },
      'de',
    )
    expect(rate).toBeGreaterThanOrEqual(100)
    expect(rate).toBeLessThanOrEqual(260)
    expect(pitch).toBeGreaterThanOrEqual(12)
    expect(pitch).toBeLessThanOrEqual(92)
  }
})
