import { randomUUID } from 'node:crypto'
import { type SpeechServer, startSpeechServer } from '@everkin/testing/servers/speech-server.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOpenAiCompatibleSpeech } from '../../providers/speech/openai-compatible.ts'
import { createFakeTextModel, type FakeReply } from '../../providers/text-model/fake.ts'
import { suspend } from '../accounts/module.ts'
import { AUDIO_LINK_LIFETIME_MS, MAX_CONCURRENT_SPEECH } from './rules.ts'
import type { SpeechRequest } from './speech-engine.ts'

const PATH = '/api/chat/getStreamAudio'
const VOICES = { female: ['nova'], male: ['onyx'], other: ['alloy'] }

describe.each(testDatabaseKinds)('speaking a message on %s', (kind) => {
  let server: TestServer
  let speech: SpeechServer
  let person: TestPerson
  let chatId: string
  let greetingId: string
  let reply: FakeReply
  const requests: SpeechRequest[] = []
  const clock = createTestClock()

  beforeAll(async () => {
    speech = await startSpeechServer()
    const engine = createOpenAiCompatibleSpeech({ baseUrl: speech.url, apiKey: null, name: null, voices: VOICES })
    const watched = {
      ...engine,
      speak: (request: SpeechRequest) => {
        requests.push(request)
        return engine.speak(request)
      },
    }
    server = await startTestServer({ kind, clock, speech: watched, model: createFakeTextModel({ reply: () => reply }) })
  })
  afterAll(async () => {
    await server.end()
    await speech.close()
  })
  beforeEach(async () => {
    speech.behave({ mode: 'normal' })
    reply = { parts: ['*She nods.* Good evening. ', 'Mind the step.'] }
    person = await server.signIn()
    chatId = await person.startChat()
    const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })
    greetingId = data.list[0]!.id
  })

  const listen = (messageId: string, by: TestPerson | null = person, signal?: AbortSignal) =>
    fetch(`${server.origin}${PATH}?message_id=${messageId}`, {
      headers: by ? { platform: '1', ...credentialsOf(by) } : {},
      signal,
    })
  /** Reads the response to its end: an unread one stays open. */
  const heard = async (answer: Promise<Response>) => {
    const response = await answer
    await response.arrayBuffer()
    return response
  }
  const codeOf = async (response: Response) => ((await response.json()) as { code: number }).code // the envelope
  const talk = async () => {
    const client = await person.connect()
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Good evening' })
    return client
  }

  it('returns mp3 that is marked as AI-generated, without the actions', async () => {
    const client = await talk()
    const { message } = await client.next('message.completed')
    const from = speech.requests.length
    const response = await listen(message.id)
    expect(response.headers.get('content-type')).toBe('audio/mpeg')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('ai-generated')).toBe('speech')
    expect(response.headers.get('content-disposition')).toContain('inline')
    const sound = Buffer.from(await response.arrayBuffer()).toString('latin1')
    expect(sound.slice(0, 3)).toBe('ID3')
    expect(sound).toContain('AI-GENERATED\u0000speech')
    expect(sound.split('ID3')).toHaveLength(2)
    const said = speech.requests.slice(from)
    expect(said.map(({ input }) => input)).toEqual(['Good evening.', 'Mind the step.'])
    expect(said.map(({ voice }) => voice)).toEqual(['nova', 'nova'])
  })

  it('speaks a sample of a character’s voice, with built-in words only', async () => {
    const from = speech.requests.length
    const headers = { platform: '1', ...credentialsOf(person) }
    const sample = (query: string) => fetch(`${server.origin}/api/chat/voiceSample?${query}`, { headers })
    const response = await heard(sample('language=en&gender=female&sounds=male&pitch=1.2'))
    expect(response.headers.get('ai-generated')).toBe('speech')
    const said = speech.requests.slice(from)
    expect(said.map(({ input }) => input).join(' ')).toBe('There. Now we can both read.')
    expect(new Set(said.map(({ voice }) => voice))).toEqual(new Set(['onyx']))
    for (const bad of ['language=xx&gender=female', 'language=en', 'language=en&gender=other&pitch=9'])
      expect(await codeOf(await sample(bad))).toBe(1000)
  })

  it('lists the voices that a card can ask for: those of the settings, then those of the server', async () => {
    const { data } = await person.call('GET /api/chat/voices')
    expect(data).toEqual({ kind: 'openai_compatible', names: ['nova', 'onyx', 'alloy', 'af_bella', 'bm_george'] })
  })

  it('uses the language of the text, whatever the chat’s is, also while the reply is written', async () => {
    const languagesOf = async (...parts: string[]) => {
      reply = { parts, delayMs: 100 }
      const from = requests.length
      const client = await talk()
      const { message } = await client.next('message.created', (frame) => frame.message.status === 'streaming')
      await heard(listen(message.id))
      return new Set(requests.slice(from).map(({ locale }) => locale))
    }
    expect(await languagesOf('Mind the step. ', 'You know the way.')).toEqual(new Set(['en']))
    // Of the second sentence alone nobody could tell.
    expect(await languagesOf('Ich weiß nicht, was du meinst. ', 'Gewiss, Ilse.')).toEqual(new Set(['de']))
  })

  it('works with a link that is valid for this person, this message and a few minutes', async () => {
    const { data } = await person.call('GET /api/chat/audioLink', { query: { message_id: greetingId } })
    expect((await heard(fetch(server.origin + data.url))).status).toBe(200)
    const link = new URL(data.url, server.origin)
    const sig = link.searchParams.get('sig')!

    const stranger = await server.signIn()
    const strangersChat = await stranger.startChat()
    const forged = [
      sig.slice(0, -1) + (sig.endsWith('A') ? 'B' : 'A'),
      sig.replace(/^[0-9a-z]+/, 'zzzzzzzz'),
      sig.replace(person.user.id, stranger.user.id),
      'a.b.c.d',
      '',
    ]
    for (const wrong of forged) {
      link.searchParams.set('sig', wrong)
      expect(await codeOf(await fetch(link)), wrong).toBe(1001)
    }
    link.searchParams.set('sig', sig)
    link.searchParams.set('message_id', greetingId.replace(chatId, strangersChat))
    expect(await codeOf(await fetch(link))).toBe(1001)

    clock.advance(AUDIO_LINK_LIFETIME_MS + 1)
    expect(await codeOf(await fetch(server.origin + data.url))).toBe(1001)
  })

  it('is for the chat’s person alone, and only for messages of characters', async () => {
    const stranger = await server.signIn()
    expect(await codeOf(await listen(greetingId, stranger))).toBe(1003)
    expect(await codeOf(await listen(greetingId, null))).toBe(1001)
    expect(await codeOf(await listen('nothing'))).toBe(1003)
    expect(await codeOf(await listen(''))).toBe(1000)
    const notTheirs = await stranger.call('GET /api/chat/audioLink', { query: { message_id: greetingId } })
    expect(notTheirs.code).toBe(1003)
    const client = await talk()
    const { message } = await client.next('ack')
    expect(await codeOf(await listen(message.id))).toBe(1003)
  })

  it('says nothing by a link to someone who has been suspended since, also while it is heard', async () => {
    speech.behave({ mode: 'normal', frames: 2_000, delayMs: 10 })
    const { data } = await person.call('GET /api/chat/audioLink', { query: { message_id: greetingId } })
    const listening = await fetch(server.origin + data.url)
    expect(listening.status).toBe(200)
    const { database, live } = server.context
    const facts = { personId: person.user.id, reason: 'harassment', now: clock.now() } as const
    await database.transaction((tx) => suspend({ live }, tx, facts))
    await expect(listening.arrayBuffer()).rejects.toThrow()
    expect(await codeOf(await fetch(server.origin + data.url))).toBe(1001)
  })

  it('reports a conflict for a message of actions alone', async () => {
    reply = { parts: ['*She waits.*'] }
    const silent = await (await talk()).next('message.completed')
    expect(await codeOf(await listen(silent.message.id))).toBe(1004)
  })

  it('speaks a reply while it is written, from its first finished sentence to its end', async () => {
    const words = Array.from({ length: 60 }, () => 'word ')
    reply = { parts: ['*She turns. ', 'Slowly.* One sentence. ', 'And a long ', ...words, 'end. Done'], delayMs: 30 }
    const client = await talk()
    const { message } = await client.next('message.created', (frame) => frame.message.status === 'streaming')
    const from = speech.requests.length
    const sound = heard(listen(message.id))
    await expect.poll(() => speech.requests.slice(from).map(({ input }) => input)).toEqual(['One sentence.'])
    expect(client.frames.some((frame) => frame.type === 'message.completed')).toBe(false)
    expect((await sound).status).toBe(200)
    const spoken = speech.requests.slice(from).map(({ input }) => input)
    expect(spoken[0]).toBe('One sentence.')
    expect(spoken.join(' ')).toBe(`One sentence. And a long ${words.join('')}end. Done`)
  })

  it('ends when the reply is stopped, and reports a conflict when the reply has no text', async () => {
    reply = { parts: ['*She ', ...Array.from({ length: 200 }, () => 'turns ')], delayMs: 30 }
    const client = await talk()
    const { message } = await client.next('message.created', (frame) => frame.message.status === 'streaming')
    const sound = listen(message.id)
    client.send({ type: 'generation.stop', chat_id: chatId })
    await client.next('message.completed', (frame) => frame.message.id === message.id)
    expect([200, 409]).toContain((await sound).status)
  })

  it('reports the documented error for what fails before the first audio', async () => {
    speech.behave({ mode: 'status', status: 503 })
    expect(await codeOf(await listen(greetingId))).toBe(9002)
    speech.behave({ mode: 'status', status: 429, retryAfter: '7' })
    const limited = await listen(greetingId)
    expect(limited.headers.get('retry-after')).toBe('7')
    expect(await codeOf(limited)).toBe(1005)
    speech.behave({ mode: 'page' })
    const text = await (await listen(greetingId)).text()
    expect(text).not.toContain('canary')
    expect(text).toContain('9002')
  })

  it('ends when the listener disconnects, and limits concurrent speech per person', async () => {
    speech.behave({ mode: 'normal', frames: 2_000, delayMs: 10 })
    const disconnect = new AbortController()
    const listening = await Promise.all(
      Array.from({ length: MAX_CONCURRENT_SPEECH.person }, () => listen(greetingId, person, disconnect.signal)),
    )
    for (const response of listening) expect(response.status).toBe(200)
    expect(await codeOf(await listen(greetingId))).toBe(1005)
    const left = speech.left
    disconnect.abort()
    await expect.poll(() => speech.left).toBeGreaterThanOrEqual(left + MAX_CONCURRENT_SPEECH.person)
    speech.behave({ mode: 'normal' })
    await expect.poll(async () => (await heard(listen(greetingId))).status).toBe(200)
  })
})

it('reports Unavailable when there is no engine', async () => {
  const server = await startTestServer({ speech: null })
  const person = await server.signIn()
  const chatId = await person.startChat()
  const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })
  const answer = await person.call('GET /api/chat/getStreamAudio', { query: { message_id: data.list[0]!.id } })
  expect(answer).toMatchObject({ status: 503, code: 9002, msg: 'This text can’t be read aloud on this site.' })
  expect((await server.call('GET /api/config')).data.speech).toBeNull()
  await server.end()
})
