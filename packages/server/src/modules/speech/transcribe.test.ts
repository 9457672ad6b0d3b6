import { LIMITS } from '@everkin/contract/limits.ts'
import { startTranscriptionServer, type TranscriptionServer } from '@everkin/testing/servers/transcription-server.ts'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOpenAiCompatibleTranscriber } from '../../providers/speech/transcription.ts'

const WEBM = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 1, 2, 3, 4, 5, 6, 7, 8, 9])

describe('speech to text', () => {
  let endpoint: TranscriptionServer
  let server: TestServer
  let person: TestPerson

  beforeAll(async () => {
    endpoint = await startTranscriptionServer()
    server = await startTestServer({
      transcriber: createOpenAiCompatibleTranscriber({
        baseUrl: endpoint.url,
        apiKey: 'secret',
        name: null,
        timeoutMs: 300,
      }),
    })
    person = await server.signIn()
  })
  afterAll(async () => {
    await server.end()
    await endpoint.close()
  })
  beforeEach(() => endpoint.behave({ mode: 'hears', text: ' Good evening. ' }))

  const transcribe = async (bytes: Uint8Array, by = person, at = server, language = 'en') => {
    const form = new FormData()
    form.append('language', language)
    form.append('file', new Blob([new Uint8Array(bytes)]), '../../evil.sh')
    const headers = credentialsOf(by)
    const reply = await fetch(`${at.origin}/api/chat/transcribe`, { method: 'POST', headers, body: form })
    return (await reply.json()) as { code: number; msg: string; data: { text: string } } // the envelope
  }

  it('sends the recording with the model and the language, and returns the words', async () => {
    const { data } = await transcribe(WEBM, person, server, 'de')
    expect(data).toEqual({ text: 'Good evening.' })
    expect(endpoint.requests.at(-1)).toEqual({
      fields: { model: 'whisper-1', language: 'de', response_format: 'json' },
      fileName: 'speech.webm',
      bytes: WEBM.length,
      authorization: 'Bearer secret',
    })
    const config = await server.call('GET /api/config')
    expect(config.data.transcription).toEqual({ on_this_machine: true })
  })

  it('recognises what browsers record by its bytes', async () => {
    const text = (words: string) => new TextEncoder().encode(words)
    for (const [bytes, name] of [
      [text('....ftypmp42'), 'speech.mp4'],
      [text('OggS........'), 'speech.ogg'],
      [text('RIFF....WAVE'), 'speech.wav'],
      [text('ID3.........'), 'speech.mp3'],
    ] as const) {
      await transcribe(bytes)
      expect(endpoint.requests.at(-1)?.fileName).toBe(name)
    }
  })

  it('rejects what is no recording, is empty, or is too large, without sending it to the endpoint', async () => {
    const before = endpoint.requests.length
    for (const bytes of [
      new Uint8Array(),
      new TextEncoder().encode('<html>'),
      new TextEncoder().encode('RIFF....WEBP'),
    ])
      expect((await transcribe(bytes)).code).not.toBe(1)
    expect((await transcribe(new TextEncoder().encode('<html>'))).code).toBe(1007)
    const large = new Uint8Array(LIMITS.recordingBytes + 1)
    large.set(WEBM)
    expect((await transcribe(large)).code).toBe(1006)
    expect((await transcribe(WEBM, person, server, 'xx')).code).toBe(1000)
    expect(endpoint.requests).toHaveLength(before)
  })

  it.each([
    [{ mode: 'silent' } as const, 9002],
    [{ mode: 'page' } as const, 9002],
    [{ mode: 'endless' } as const, 9002],
    [{ mode: 'status', status: 401 } as const, 9002],
    [{ mode: 'status', status: 429 } as const, 1005],
  ])('says so when the endpoint fails (%o), without its words', async (behaviour, code) => {
    endpoint.behave(behaviour)
    const reply = await transcribe(WEBM)
    expect(reply.code).toBe(code)
    expect(JSON.stringify(reply)).not.toContain('canary')
  })

  it('is not available where no endpoint is configured', async () => {
    const without = await startTestServer({ database: server.context.database, transcriber: null })
    try {
      const other = await without.signIn()
      expect((await transcribe(WEBM, other, without)).code).toBe(9002)
      expect((await without.call('GET /api/config')).data.transcription).toBeNull()
    } finally {
      await without.end()
    }
  })
})
