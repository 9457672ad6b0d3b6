import { startEmbeddingServer } from '@everkin/testing/servers/embedding-server.ts'
import { startImageServer } from '@everkin/testing/servers/image-server.ts'
import { startModerationServer } from '@everkin/testing/servers/moderation-server.ts'
import { startSpeechServer } from '@everkin/testing/servers/speech-server.ts'
import { startTranscriptionServer } from '@everkin/testing/servers/transcription-server.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const LIST = 'GET /api/admin/services'
const SAVE = 'POST /api/admin/saveService'
const TEST = 'POST /api/admin/testService'
const DELETE = 'POST /api/admin/deleteService'
const KEY = 'sk-canary-1234567890'

describe.each(testDatabaseKinds)('connections to services on %s', (kind) => {
  let server: TestServer
  let operator: TestPerson
  const closing: { close(): Promise<void> }[] = []

  beforeEach(async () => {
    server = await startTestServer({ kind, speech: null, transcriber: null })
    operator = await server.signIn('operator@example.org')
  })
  afterEach(async () => {
    await server.end()
    await Promise.all(closing.splice(0).map((one) => one.close()))
  })
  async function started<Server extends { close(): Promise<void> }>(starting: Promise<Server>): Promise<Server> {
    const upstream = await starting
    closing.push(upstream)
    return upstream
  }
  const list = async () => (await operator.call(LIST)).data
  const config = async () => (await operator.call('GET /api/config')).data

  it('has none at first', async () => {
    expect((await list()).map(({ purpose, base_url }) => [purpose, base_url])).toEqual([
      ['embeddings', null],
      ['images', null],
      ['speech', null],
      ['transcription', null],
      ['moderation', null],
    ])
  })

  it('uses a connection at once, and what was there before when it is deleted', async () => {
    const speech = await started(startSpeechServer())
    expect((await config()).speech).toBeNull()
    const body = { purpose: 'speech' as const, base_url: speech.url, api_key: KEY, voices: 'anna:female' }
    const { data: saved } = await operator.call(SAVE, { body })
    expect(saved).toMatchObject({ base_url: speech.url, has_key: true, voices: 'anna:female', from_environment: false })
    expect((await config()).speech).toMatchObject({ kind: 'openai_compatible' })

    await operator.call(DELETE, { body: { purpose: 'speech' } })
    expect((await config()).speech).toBeNull()
    expect((await operator.call(DELETE, { body: { purpose: 'speech' } })).code).toBe(1003)
  })

  it('connects an image model in place of the built-in painter', async () => {
    const images = await started(startImageServer('openai'))
    await operator.call(SAVE, { body: { purpose: 'images', base_url: `${images.url}/v1`, model: 'painter' } })
    expect((await config()).image.kind).toBe('openai_compatible')
  })

  it('tests each purpose with a small piece of work', async () => {
    const [embeddings, speech, transcription] = await Promise.all([
      started(startEmbeddingServer()),
      started(startSpeechServer()),
      started(startTranscriptionServer()),
    ])
    const bodies = [
      { purpose: 'embeddings' as const, base_url: `${embeddings.url}/v1`, model: 'letters', api_key: KEY },
      { purpose: 'speech' as const, base_url: speech.url },
      { purpose: 'transcription' as const, base_url: transcription.url },
    ]
    for (const body of bodies) {
      const { data } = await operator.call(TEST, { body })
      expect(data, body.purpose).toEqual({ ok: true, error: null })
    }
    expect(embeddings.requests.at(-1)).toMatchObject({ model: 'letters', authorization: `Bearer ${KEY}` })
    expect(transcription.requests.at(-1)?.bytes).toBeGreaterThan(1_000)
  })

  it('tests a moderation model of either kind, and uses it at once', async () => {
    for (const kind of ['moderations', 'chat'] as const) {
      const { url } = await started(startModerationServer(kind))
      const body = { purpose: 'moderation' as const, base_url: url, api_key: KEY }
      expect((await operator.call(TEST, { body })).data, kind).toEqual({ ok: true, error: null })
      await operator.call(SAVE, { body })
      expect((await operator.call('GET /api/desk/health')).data.moderation).toBe('ok')
    }
    await operator.call(DELETE, { body: { purpose: 'moderation' } })
    expect((await operator.call('GET /api/desk/health')).data.moderation).toBe('off')
  })

  it('says what is wrong', async () => {
    const embeddings = await started(startEmbeddingServer())
    const test = async (body: object) =>
      (await operator.call(TEST, { body: { purpose: 'embeddings', model: 'm', ...body } })).data
    expect((await test({ base_url: 'http://127.0.0.1:9/v1' })).error?.reason).toBe('address')
    expect((await test({ base_url: 'http://169.254.169.254/v1' })).error?.reason).toBe('address')
    expect((await test({ base_url: `${embeddings.url}/v1`, model: null })).error?.reason).toBe('model')
    embeddings.behave({ mode: 'status', status: 429 })
    expect((await test({ base_url: `${embeddings.url}/v1` })).error?.reason).toBe('quota')
    embeddings.behave({ mode: 'page' })
    expect((await test({ base_url: `${embeddings.url}/v1` })).ok).toBe(false)
  })

  it('keeps a key for the same server alone, and never sends it back', async () => {
    const body = { purpose: 'transcription' as const, base_url: 'http://127.0.0.1:9/v1' }
    await operator.call(SAVE, { body: { ...body, api_key: KEY } })
    const { data: kept } = await operator.call(SAVE, { body: { ...body, model: 'whisper' } })
    expect(kept.has_key).toBe(true)
    expect(JSON.stringify(await list())).not.toContain(KEY)
    const stored = await server.context.database.query<{ api_key: Uint8Array }>(
      'select api_key from service_connection',
    )
    expect(Buffer.from(stored[0]?.api_key ?? []).toString('latin1')).not.toContain(KEY)
    const { data: moved } = await operator.call(SAVE, { body: { ...body, base_url: 'http://127.0.0.2:9/v1' } })
    expect(moved.has_key).toBe(false)
  })

  it.each([
    { purpose: 'embeddings', base_url: 'http://127.0.0.1:9/v1' },
    { purpose: 'images', base_url: 'file:///etc/passwd' },
    { purpose: 'images', base_url: '' },
    { purpose: 'speech', base_url: 'http://127.0.0.1:9/v1', voices: 'a b c' },
    { purpose: 'chat', base_url: 'http://127.0.0.1:9/v1' },
  ])('refuses %j', async (body) => {
    const { code } = await operator.call(SAVE, { body: body as never }) // wrong on purpose
    expect(code).toBe(1000)
    expect((await list()).every(({ base_url }) => base_url === null)).toBe(true)
  })
})

it('does not let the page change what the settings name', async () => {
  const server = await startTestServer({ settings: { SPEECH_BASE_URL: 'http://127.0.0.1:9/v1' } })
  const operator = await server.signIn('operator@example.org')
  const speech = (await operator.call(LIST)).data.find(({ purpose }) => purpose === 'speech')
  expect(speech).toMatchObject({ from_environment: true, base_url: 'http://127.0.0.1:9/v1' })
  const { code } = await operator.call(SAVE, { body: { purpose: 'speech', base_url: 'http://127.0.0.1:8/v1' } })
  expect(code).toBe(1004)
  await server.end()
})
