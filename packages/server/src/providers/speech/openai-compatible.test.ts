import { frameOf, type SpeechServer, startSpeechServer } from '@everkin/testing/servers/speech-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SpeechEngine } from '../../modules/speech/speech-engine.ts'
import { createOpenAiCompatibleSpeech, stripId3Tag } from './openai-compatible.ts'
import { faultOf, soundOf, speechSuite, testRequest } from './speech.suite.ts'

const VOICES = { female: ['nova', 'coral'], male: ['onyx'], other: ['alloy'] }

describe('an OpenAI-compatible speech endpoint', () => {
  let server: SpeechServer
  let engine: SpeechEngine
  beforeAll(async () => {
    server = await startSpeechServer()
  })
  beforeEach(() => {
    server.behave({ mode: 'normal' })
    engine = engineWith({})
  })
  const engineWith = (changes: { limits?: { firstMs: number; idleMs: number } }) =>
    createOpenAiCompatibleSpeech({
      baseUrl: `${server.url}/`,
      apiKey: 'canary-key',
      name: null,
      voices: VOICES,
      ...changes,
    })
  afterAll(() => server.close())
  speechSuite(() => engine)

  it('requests a short first piece, then larger ones, and joins their audio without tags', async () => {
    server.behave({ mode: 'normal', tagged: true, frames: 2 })
    const from = server.requests.length
    const pieces = ['Short.', ...Array.from({ length: 6 }, (_, at) => `Sentence ${at}. `.repeat(12).trim())]
    const sound = await soundOf(engine, { pieces })
    const asked = server.requests.slice(from)
    expect(asked[0]).toMatchObject({
      input: 'Short.',
      voice: 'nova',
      response_format: 'mp3',
      authorization: 'Bearer canary-key',
    })
    expect(asked.map(({ input }) => input).join(' ')).toBe(pieces.join(' '))
    expect(Math.max(...asked.map(({ input }) => input.length))).toBeLessThan(420)
    const frames = asked.flatMap((_, at) => [frameOf(from + at + 1, 0), frameOf(from + at + 1, 1)])
    expect(sound.toString('latin1')).toBe(Buffer.concat(frames).toString('latin1'))
  })

  it('gives each character a voice of the list, or the one named in its card', async () => {
    const voice = testRequest().voice
    await soundOf(engine, { voice: { ...voice, voiceIndex: 3 } })
    await soundOf(engine, { voice: { ...voice, gender: 'male', voiceIndex: 5 } })
    await soundOf(engine, { voice: { ...voice, name: 'af_sky' } })
    const byIndex = server.requests.slice(-6).map((request) => request.voice)
    expect(new Set(byIndex)).toEqual(new Set(['coral', 'onyx', 'af_sky']))
  })

  it.each([
    [{ mode: 'silent' }, 'timeout'],
    [{ mode: 'stalls' }, 'timeout'],
    [{ mode: 'cut' }, 'unreachable'],
    [{ mode: 'page' }, 'garbled'],
    [{ mode: 'noise' }, 'garbled'],
    [{ mode: 'empty' }, 'garbled'],
    [{ mode: 'status', status: 401 }, 'refused'],
    [{ mode: 'status', status: 503 }, 'unreachable'],
    [{ mode: 'status', status: 429, retryAfter: '7' }, 'rate_limited'],
  ] as const)('reports the fault when the server is %j', async (behaviour, fault) => {
    server.behave(behaviour)
    // Only where nothing comes: a busy machine may need longer for the rest.
    const asked = fault === 'timeout' ? engineWith({ limits: { firstMs: 200, idleMs: 200 } }) : engine
    expect(await faultOf(soundOf(asked))).toBe(fault)
    const error: Error = (await soundOf(asked).catch((thrown: Error) => thrown)) as never // it throws
    expect(`${error.message} ${String(error.cause)}`).not.toMatch(/canary|127\.0\.0\.1/)
  })

  it('closes the request when the listener disconnects', async () => {
    server.behave({ mode: 'normal', frames: 100, delayMs: 10 })
    const left = server.left
    for await (const _bytes of engine.speak(testRequest())) break
    await expect.poll(() => server.left).toBeGreaterThan(left)
  })

  it('is unreachable where nothing listens', async () => {
    const nowhere = createOpenAiCompatibleSpeech({
      baseUrl: 'http://127.0.0.1:9',
      apiKey: null,
      name: 'x',
      voices: VOICES,
    })
    expect(await faultOf(soundOf(nowhere))).toBe('unreachable')
  })
})

it.each([1, 3, 9, 64])('strips a tag whose bytes arrive %i at a time', async (size) => {
  const tag = Buffer.concat([
    Buffer.from('ID3\u0004\u0000\u0000\u0000\u0000\u0001\u0002', 'latin1'),
    Buffer.alloc(130, 1),
  ])
  const whole = Buffer.concat([tag, Buffer.from('sound')])
  const parts = async function* () {
    for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size)
  }
  const left: Uint8Array[] = []
  for await (const bytes of stripId3Tag(parts())) left.push(bytes)
  expect(Buffer.concat(left).toString()).toBe('sound')
})
