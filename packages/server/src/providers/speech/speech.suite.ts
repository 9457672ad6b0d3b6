import { expect, it } from 'vitest'
import { type SpeechEngine, SpeechError, type SpeechRequest } from '../../modules/speech/speech-engine.ts'

export const testRequest = (overrides: Partial<SpeechRequest> = {}): SpeechRequest => ({
  pieces: ['You are late.', 'The tide is not.', 'It has never waited for anyone.'],
  locale: 'en',
  voice: { gender: 'female', voiceIndex: 2, pitch: 1, rate: 1, name: null },
  signal: new AbortController().signal,
  ...overrides,
})

/** All the audio of a request. */
export async function soundOf(engine: SpeechEngine, overrides: Partial<SpeechRequest> = {}): Promise<Buffer> {
  const sound: Uint8Array[] = []
  for await (const bytes of engine.speak(testRequest(overrides))) sound.push(bytes)
  return Buffer.concat(sound)
}

/** The contract that every speech engine must fulfil. */
export function speechSuite(engineOf: () => SpeechEngine): void {
  it('yields mp3 before the whole is generated', async () => {
    let parts = 0
    for await (const bytes of engineOf().speak(testRequest())) {
      if (parts === 0) expect([bytes[0], (bytes[1] ?? 0) & 0xe0]).toEqual([0xff, 0xe0])
      parts += 1
    }
    expect(parts).toBeGreaterThan(1)
  })

  it('speaks several at a time, each complete', async () => {
    const both = await Promise.all([soundOf(engineOf()), soundOf(engineOf(), { pieces: ['Another one.'] })])
    for (const sound of both) expect(sound.length).toBeGreaterThan(10)
  })

  it('ends at once when the listener disconnects, before and while it speaks', async () => {
    const gone = new AbortController()
    const pieces = Array.from({ length: 40 }, (_, at) => `This is sentence number ${at}.`)
    const speaking = engineOf()
      .speak(testRequest({ pieces, signal: gone.signal }))
      [Symbol.asyncIterator]()
    await speaking.next()
    gone.abort()
    const rest = async () => {
      for (let next = await speaking.next(); !next.done; next = await speaking.next());
    }
    await expect(rest()).rejects.toThrow()
    await expect(soundOf(engineOf(), { signal: gone.signal })).rejects.toThrow()
    expect((await soundOf(engineOf())).length).toBeGreaterThan(10)
  })

  it('can be abandoned by its listener', async () => {
    for await (const _bytes of engineOf().speak(testRequest())) break
    expect((await soundOf(engineOf())).length).toBeGreaterThan(10)
  })
}

/** The fault that a request ends with. */
export async function faultOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof SpeechError) return error.fault
    throw error
  }
  return 'none'
}
