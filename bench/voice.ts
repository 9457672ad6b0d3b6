/**
 * How long a listener waits for the built-in voice: from requesting the audio of a reply of 200 words to the first
 * byte, over HTTP, in every language, compared with generating all of it before the first byte is sent; and how much
 * faster than real time audio is generated. Two rows are for several concurrent listeners.
 *
 *   npm run bench voice
 */
import { LOCALE_CODES, type Locale } from '@everkin/contract/locales.ts'
import { isEspeakInstalled } from '@everkin/server/providers/speech/espeak.ts'
import { createFakeTextModel } from '@everkin/server/providers/text-model/fake.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { heading, median, row } from './measure/statistics.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 7)
const BYTES_A_SECOND = 48_000 / 8
const WORDS = 200

/** A line of each language, repeated to the length of a reply; Japanese in kana, which is what the voice can read. */
const LINES: Record<Locale, string> = {
  en: 'The last ferry leaves at twenty to twelve, and tonight it carries one passenger and a brown suitcase. ',
  ar: 'تغادر العبّارة الأخيرة قبل منتصف الليل بقليل، وهي تحمل الليلة راكبًا واحدًا وحقيبة بنية. ',
  de: 'Die letzte Fähre legt kurz vor Mitternacht ab, und heute trägt sie einen Fahrgast und einen braunen Koffer. ',
  es: 'El último barco sale poco antes de medianoche, y hoy lleva a un pasajero y una maleta marrón. ',
  fr: 'Le dernier bac part peu avant minuit, et ce soir il porte un passager et une valise brune. ',
  ja: 'さいごの ふねは よなかの すこし まえに でます。 こんやの おきゃくは ひとりと ちゃいろい かばんだけです。 ',
  pt: 'A última balsa sai pouco antes da meia-noite, e hoje leva um passageiro e uma mala marrom. ',
  zh: '最后一班渡轮在午夜前离开，今晚只有一位乘客和一只棕色的箱子。',
}

interface SpeechTiming {
  firstMs: number
  allMs: number
  seconds: number
}

if (!isEspeakInstalled()) {
  console.log('SKIPPED: the built-in voice, because espeak-ng is not installed')
  process.exit(0)
}

let text = ''
const server = await startTestServer({ model: createFakeTextModel({ reply: () => ({ parts: [text] }) }) })
const person = await server.signIn()
const client = await person.connect()

heading(
  `Waiting for the built-in voice (a reply of ${WORDS} words; ${ROUNDS} rounds; medians)`,
  'language',
  'at a time',
  'first sound, ms',
  'slowest first, ms',
  'all made before the first byte, ms',
  'ratio',
  'seconds of sound',
  'times faster than speech',
)
const ids = new Map<Locale, string>()
for (const locale of LOCALE_CODES) ids.set(locale, await storeReply(locale))
const cold = await listen(server, person, ids.get('en') ?? '')
for (const locale of LOCALE_CODES) await report(locale, 1)
for (const listeners of [3]) await report('en', listeners)
console.log(
  `\nThe very first words of a process, with the engine not loaded: ${Math.round(cold.firstMs)} ms to the first sound.`,
)
client.close()
await server.end()
// The test database is kept open, so the process would not end by itself.
process.exit(0)

async function report(locale: Locale, listeners: number): Promise<void> {
  const heard: SpeechTiming[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const id = ids.get(locale) ?? ''
    heard.push(...(await Promise.all(Array.from({ length: listeners }, () => listen(server, person, id)))))
  }
  const first = median(heard.map(({ firstMs }) => firstMs))
  const all = median(heard.map(({ allMs }) => allMs))
  const seconds = median(heard.map((one) => one.seconds))
  const slowest = Math.max(...heard.map(({ firstMs }) => firstMs))
  row(locale, listeners, first, slowest, all, first / all, seconds, (seconds * 1000) / all)
}

/** Makes the model write a reply of this many words, and returns the message's id. */
async function storeReply(locale: Locale): Promise<string> {
  const isUnspaced = locale === 'zh' || locale === 'ja'
  const line = LINES[locale]
  // A word of these two languages counts as two characters.
  const words = isUnspaced ? line.replaceAll(/[\s、。，]/g, '').length / 2 : line.trim().split(' ').length
  text = line.repeat(Math.ceil(WORDS / words)).trim()
  const headers = { cookie: `i18n_redirected=${locale}` }
  const { data } = await person.call('POST /api/chat/start', { body: { card_id: 'ilse', fresh: true }, headers })
  const from = client.frames.length
  client.send({ type: 'message.send', chat_id: data.id, client_id: crypto.randomUUID(), text: 'Good evening' })
  const { message } = await client.next('message.completed', () => true, from)
  return message.id
}

async function listen({ origin }: TestServer, { token, secret }: TestPerson, id: string): Promise<SpeechTiming> {
  const began = performance.now()
  const response = await fetch(`${origin}/api/chat/getStreamAudio?message_id=${id}`, {
    headers: { platform: '1', 'user-token': token, authorization: `Bearer ${secret}` },
  })
  if (!response.ok || !response.body) throw new Error(`no sound: ${response.status}`)
  let firstMs = 0
  let bytes = 0
  // The header of generated audio and the first frames are sent together, so the first byte is audio.
  for await (const piece of response.body) {
    if (firstMs === 0) firstMs = performance.now() - began
    bytes += piece.length
  }
  return { firstMs, allMs: performance.now() - began, seconds: bytes / BYTES_A_SECOND }
}
