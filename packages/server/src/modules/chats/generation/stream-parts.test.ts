import { randomUUID } from 'node:crypto'
import type { Message } from '@everkin/contract/types.ts'
import type { RealtimeClient } from '@everkin/testing/realtime-client.ts'
import { type ModelServer, startModelServer } from '@everkin/testing/servers/model-server.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOpenAiCompatibleModel } from '../../../providers/text-model/openai-compatible/openai-compatible-model.ts'
import { TextModelError } from '../../models/module.ts'
import { faultFromError } from './stream-parts.ts'

describe.each(testDatabaseKinds)('model faults, on %s', (kind) => {
  let upstream: ModelServer
  let server: TestServer
  let person: TestPerson
  let client: RealtimeClient
  let chatId: string

  beforeAll(async () => {
    upstream = await startModelServer()
    const model = createOpenAiCompatibleModel({
      baseUrl: upstream.url,
      apiKey: 'k',
      name: 'm',
      contextTokens: 8192,
      wait: async () => undefined,
    })
    const operators = Array.from({ length: 9 }, (_, at) => `person-${at + 1}@example.org`)
    server = await startTestServer({ kind, model, settings: { ADMIN_EMAILS: operators.join(',') } })
  })
  afterAll(async () => {
    await server.end()
    await upstream.close()
  })
  beforeEach(async () => {
    person = await server.signIn()
    client = await person.connect()
    chatId = await person.startChat()
  })

  const stored = async () =>
    (await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })).data.list.at(-1)
  const talk = async (text: string): Promise<Message> => {
    const from = client.frames.length
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text })
    return (await client.next('message.completed', () => true, from)).message
  }

  it('is sent to every device and stored, and disappears when the reply is written after all', async () => {
    upstream.behave({ mode: 'status', status: 429, says: 'Slow down', retryAfter: '42' })
    const other = await person.connect()
    const failed = await talk('Good evening')
    expect(failed).toMatchObject({
      status: 'failed',
      text: '',
      fault: { reason: 'busy', retry_at: expect.any(String), status: 429, detail: 'Slow down' },
    })
    expect((await other.next('message.completed')).message.fault).toEqual(failed.fault)
    expect((await stored())?.fault).toEqual(failed.fault)
    expect((await person.call('GET /api/user/info')).data.wallet.message_num).toBe(20)

    upstream.behave({ mode: 'scripted', script: ['Good ', 'evening.'] })
    const from = client.frames.length
    client.send({ type: 'message.continue', chat_id: chatId, message_id: failed.id })
    const { message } = await client.next('message.completed', () => true, from)
    expect(message).toMatchObject({ status: 'complete', text: 'Good evening.' })
    expect(message.fault).toBeUndefined()
    expect((await stored())?.fault).toBeUndefined()
  })

  it('a busy process sends the words in fewer frames, and loses none', async () => {
    const busy = { idle: 0, active: 1_000, utilization: 1 }
    const measured = vi.spyOn(performance, 'eventLoopUtilization').mockReturnValue(busy)
    try {
      upstream.behave({ mode: 'normal', words: 60, delayMs: 5 })
      const from = client.frames.length
      const { text, status } = await talk('Go on.')
      const deltas = client.frames.slice(from).flatMap((frame) => (frame.type === 'message.delta' ? [frame] : []))
      expect(status).toBe('complete')
      expect(text.trim().split(/\s+/)).toHaveLength(60)
      expect(deltas.length).toBeLessThan(30)
      let shown = ''
      for (const delta of deltas) {
        expect(delta.offset).toBe(shown.length)
        shown += delta.text
      }
      expect(shown).toBe(text)
    } finally {
      measured.mockRestore()
    }
  })

  it('contains no text that people have written', async () => {
    upstream.behave({ mode: 'status', status: 400 })
    const failed = await talk('My sister lives in the yellow house.')
    expect(failed.fault).toMatchObject({ reason: 'refused', status: 400 })
    expect(JSON.stringify(failed.fault)).not.toMatch(/sister|yellow/)
  })

  // Before the next test, from which on the model counts as one that reasons first: then its text is held back.
  it('ends the request when nothing more of the reply is wanted, since the model would go on', async () => {
    const script = ['Good evening.', '\n', 'User: ', 'Hello\n', ...Array.from({ length: 400 }, () => 'more ')]
    upstream.behave({ mode: 'scripted', script, delayMs: 50 })
    expect(await talk('Good evening')).toMatchObject({ status: 'complete', text: 'Good evening.' })
    await vi.waitFor(() => expect(upstream.open).toBe(0), { timeout: 2_000 })
  })

  it('removes reasoning that was shown from every device, and neither stores nor resends it', async () => {
    upstream.behave({ mode: 'scripted', script: ['Okay, so.', ' Hm.', '</think>', 'Good ', 'evening.'], delayMs: 30 })
    const reply = await talk('Hello')
    expect(reply).toMatchObject({ status: 'complete', text: 'Good evening.' })
    const shown = new Map<string, { text: string; rev: number }>()
    for (const frame of client.frames) {
      if (frame.type === 'message.created' || frame.type === 'message.updated')
        shown.set(frame.message.id, { text: frame.message.text, rev: frame.message.rev })
      const known = frame.type === 'message.delta' ? shown.get(frame.message_id) : undefined
      if (!known || frame.type !== 'message.delta') continue
      expect(frame.offset).toBe(known.text.length)
      known.text += frame.text
    }
    expect(shown.get(reply.id)?.text).toBe('Good evening.')
    expect((await stored())?.text).toBe('Good evening.')
    await talk('And now?')
    expect(JSON.stringify(upstream.requests.at(-1)?.body.messages)).not.toContain('Okay, so.')
  })

  it('ends the wait for a first word when the reply is stopped', async () => {
    upstream.behave({ mode: 'hang' })
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Hello' })
    await client.next('message.created', ({ message }) => message.status === 'streaming')
    client.send({ type: 'generation.stop', chat_id: chatId })
    expect((await client.next('message.completed')).message).toMatchObject({ status: 'stopped', text: '' })
    await expect.poll(() => upstream.open).toBe(0)
  })

  it('gets suggestions from a model that reasons first', async () => {
    const ideas = ['What lies over there?\n', '*I step aboard.* Take me.\n', 'Is the ferry insured?\n']
    const script = ['<think>', ...Array.from({ length: 700 }, () => 'hm '), '</think>', ...ideas]
    upstream.behave({ mode: 'scripted', script })
    const { data } = await person.call('GET /api/chat/helpReply', { query: { chat_id: chatId } })
    expect(data).toEqual(ideas.map((idea) => idea.trim()))
  })
})

describe('faultOfError', () => {
  const clock = { now: () => new Date('2026-11-22T10:00:00Z') }
  const error = new TextModelError('rate_limited', {
    retryable: true,
    retryAfterMs: 42_000,
    status: 429,
    detail: 'Slow down',
  })
  const told = (adminEmails: string[], email: string, isFirst = false) => {
    const settings = { mode: 'local', adminEmails } as never // the only fields that are read
    return faultFromError({ settings, clock } as never, { email, isFirst, operatorRole: null }, error)
  }
  const forAll = { reason: 'busy', retry_at: '2026-11-22T10:00:42.000Z' }
  const forOperators = { ...forAll, status: 429, detail: 'Slow down' }

  it('shows the provider’s message only to operators', () => {
    const named = ['operator@example.org']
    expect(told([], 'anyone@example.org', true)).toEqual(forOperators)
    expect(told(named, 'operator@example.org')).toEqual(forOperators)
    expect(told([], 'anyone@example.org')).toEqual({ ...forAll, status: null, detail: null })
    expect(told(named, 'anyone@example.org', true)).toEqual({ ...forAll, status: null, detail: null })
  })
})
