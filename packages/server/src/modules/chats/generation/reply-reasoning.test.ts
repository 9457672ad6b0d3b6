import { randomUUID } from 'node:crypto'
import { LIMITS } from '@everkin/contract/limits.ts'
import type { Message, ServerFrame } from '@everkin/contract/types.ts'
import type { RealtimeClient } from '@everkin/testing/realtime-client.ts'
import { createTestClock, type TestClock } from '@everkin/testing/test-clock.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeTextModel, type FakeReply, type FakeTextModel } from '../../../providers/text-model/fake.ts'
import { TextModelError, type TextModelPart, type TextModelRequest } from '../../models/module.ts'

/** Placeholders that the safety rules know; they stand for text that is always blocked. */
const BLOCKED = '[[minor-cue]] [[sexual-cue]]'

describe.each(testDatabaseKinds)('hidden reasoning, on %s', (kind) => {
  let reply: FakeReply
  let scripted: (() => AsyncIterable<TextModelPart>) | null
  let model: FakeTextModel
  let server: TestServer
  let person: TestPerson
  let client: RealtimeClient
  let chatId: string
  let clock: TestClock

  beforeAll(async () => {
    clock = createTestClock()
    model = createFakeTextModel({ reply: () => reply })
    const stream = (request: TextModelRequest) => scripted?.() ?? model.stream(request)
    server = await startTestServer({ kind, model: { ...model, stream }, clock })
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    scripted = null
    person = await server.signIn()
    client = await person.connect()
    chatId = await person.startChat()
  })

  const send = (text: string) => client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text })
  const talk = async (parts: string[], text = 'Hello'): Promise<Message> => {
    reply = { parts }
    const from = client.frames.length
    send(text)
    return (await client.next('message.completed', () => true, from)).message
  }
  const stored = async () =>
    (await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })).data.list.at(-1)
  const whole = async (message: Message) =>
    (await person.call('GET /api/chat/reasoning', { query: { chat_id: chatId, message_id: message.id } })).data
      .reasoning

  it('streams beside the reply, is stored with it, and enters no later prompt (LLM-10)', async () => {
    const message = await talk(['<think>She says hello. ', 'I greet back.</think>', 'Good ', 'evening.'])
    expect(message).toMatchObject({
      text: 'Good evening.',
      status: 'complete',
      reasoning: 'She says hello. I greet back.',
      reasoning_ms: expect.any(Number),
    })
    expect(foldReasoning(client.frames, message.id)).toBe('She says hello. I greet back.')
    expect(await stored()).toMatchObject({ reasoning: message.reasoning, reasoning_ms: message.reasoning_ms })
    expect(await whole(message)).toBe(message.reasoning)
    await talk(['Yes.'], 'And now?')
    expect(JSON.stringify(model.requests.at(-1))).not.toContain('I greet back')
  })

  it('is absent from a reply without thoughts, also where the tags are empty', async () => {
    expect(await talk(['<think>\n\n', '</think>', 'Good evening.'])).toMatchObject({
      text: 'Good evening.',
      reasoning: null,
      reasoning_ms: null,
    })
    expect(client.frames.some(({ type }) => type === 'message.reasoning')).toBe(false)
  })

  it('contains text that turned out to be reasoning, which is no longer part of the reply', async () => {
    const message = await talk(['Okay, so. ', 'Hm.', '</think>', 'Good evening.'])
    expect(message).toMatchObject({ text: 'Good evening.', reasoning: 'Okay, so. Hm.' })
    expect(await stored()).toMatchObject({ text: 'Good evening.', reasoning: 'Okay, so. Hm.' })
  })

  it('is hidden everywhere after a hit of the safety rules, while the reply goes on (LLM-10)', async () => {
    const message = await talk(['<think>A plan. ', `${BLOCKED} `, 'More.</think>', 'Good ', 'evening.'])
    expect(message).toMatchObject({ text: 'Good evening.', status: 'complete', reasoning: null, reasoning_ms: null })
    expect(foldReasoning(client.frames, message.id)).toBe('')
    expect(await whole(message)).toBeNull()
    const verdicts = await server.context.database.query('select category from safety_verdict where ref = $1', [
      message.id,
    ])
    expect(verdicts).toHaveLength(1)
    expect(JSON.stringify(client.frames)).not.toContain('sexual-cue')
  })

  it('is cut at its limit with a mark, and comes in lists only while it is short', async () => {
    const thought = 'A thought of some length, and then another. '.repeat(1_600)
    const message = await talk([`<think>${thought}`, 'More.</think>', 'Yes.'])
    expect(message.reasoning).toHaveLength(LIMITS.reasoningLength)
    expect(message.reasoning?.endsWith(' […]')).toBe(true)
    expect(foldReasoning(client.frames, message.id)).toBe(message.reasoning)
    expect(await stored()).toMatchObject({ reasoning: null, reasoning_ms: expect.any(Number) })
    expect(await whole(message)).toBe(message.reasoning)
  })

  it('reaches a client that reconnects in the middle of a thought', async () => {
    reply = { parts: ['<think>One, ', 'two, ', 'three.</think>', 'Done.'], delayMs: 60 }
    send('Count')
    const { message_id } = await client.next('message.reasoning')
    const other = await person.connect()
    other.send({ type: 'sync', chats: [], streams: [{ message_id, offset: 0, reasoning_offset: 0 }] })
    const { message } = await other.next('message.completed')
    // What is sent before the answer to `sync` leaves a gap, and is repeated by it.
    const answered = other.frames.findIndex((frame) => frame.type === 'message.reasoning' && frame.offset === 0)
    const frames = other.frames.slice(answered).filter(({ type }) => type !== 'message.completed')
    expect(foldReasoning(frames, message.id)).toBe('One, two, three.')
    const late = await person.connect()
    late.send({ type: 'sync', chats: [], streams: [{ message_id, offset: 0, reasoning_offset: 0 }] })
    expect((await late.next('message.completed')).message.reasoning).toBe('One, two, three.')
  })

  it('is kept when the reply is stopped, and added to when it is continued', async () => {
    reply = { parts: ['<think>One.', '</think>', 'First ', ...Array(200).fill('and ')], delayMs: 20 }
    send('Hello')
    const { message_id } = await client.next('message.delta')
    client.send({ type: 'generation.stop', chat_id: chatId })
    expect((await client.next('message.completed')).message).toMatchObject({ status: 'stopped', reasoning: 'One.' })
    reply = { parts: ['<think>Two.</think>', 'second.'] }
    const from = client.frames.length
    client.send({ type: 'message.continue', chat_id: chatId, message_id })
    const { message } = await client.next('message.completed', () => true, from)
    expect(message.reasoning).toBe('One.\n\nTwo.')
    expect(foldReasoning(client.frames, message.id)).toBe(message.reasoning)
  })

  it('is that of the last attempt alone', async () => {
    scripted = async function* () {
      yield { type: 'reasoning', text: 'First try. ' }
      clock.advance(4_000)
      yield { type: 'restart' }
      yield { type: 'reasoning', text: 'Second ' }
      clock.advance(1_000)
      yield { type: 'reasoning', text: 'try.' }
      yield { type: 'text', text: 'Good evening.' }
      yield { type: 'finish', reason: 'stop', usage: null }
    }
    const message = await talk([])
    expect(message).toMatchObject({ text: 'Good evening.', reasoning: 'Second try.', reasoning_ms: 1_000 })
    expect(await stored()).toMatchObject({ reasoning: 'Second try.' })
    const updates = client.frames.flatMap((frame) => (frame.type === 'message.updated' ? [frame.message] : []))
    expect(updates.at(-1)).toMatchObject({ id: message.id, reasoning: null })
  })

  it('is that of the last attempt when a reply that failed without text is continued', async () => {
    scripted = async function* () {
      yield { type: 'reasoning', text: 'First try.' }
      throw new TextModelError('cut_off', { retryable: true })
    }
    const failed = await talk([])
    expect(failed).toMatchObject({ status: 'failed', text: '', reasoning: 'First try.' })
    scripted = null
    reply = { parts: ['<think>Second try.</think>', 'Good evening.'] }
    const from = client.frames.length
    client.send({ type: 'message.continue', chat_id: chatId, message_id: failed.id })
    const { message } = await client.next('message.completed', () => true, from)
    expect(message).toMatchObject({ text: 'Good evening.', reasoning: 'Second try.' })
    expect(await stored()).toMatchObject({ reasoning: 'Second try.' })
  })

  it('says how long the model has thought, from its first word to the first of the reply', async () => {
    scripted = async function* () {
      yield { type: 'reasoning', text: 'One. ' }
      clock.advance(4_000)
      yield { type: 'reasoning', text: 'Two.' }
      clock.advance(2_000)
      yield { type: 'text', text: 'Good ' }
      clock.advance(5_000)
      yield { type: 'text', text: 'evening.' }
      yield { type: 'finish', reason: 'stop', usage: null }
    }
    const message = await talk([])
    expect(message.reasoning_ms).toBe(6_000)
    const times = client.frames.flatMap((frame) => (frame.type === 'message.reasoning' ? [frame.ms] : []))
    expect(times).toEqual([0, 4_000, 6_000])
  })

  it('is in the JSON file of a chat only when it is asked for', async () => {
    await talk(['<think>A canary.</think>', 'Good evening.'])
    const fileWith = async (query: string) => {
      const headers = credentialsOf(person)
      const address = `${server.origin}/api/chat/exportChat?chat_id=${chatId}&scope=branches${query}`
      return (await fetch(address, { headers })).text()
    }
    expect(await fileWith('&format=json')).toContain('Good evening.')
    expect(await fileWith('&format=json')).not.toContain('canary')
    expect(await fileWith('&format=json&reasoning=true')).toContain('A canary.')
    expect(await fileWith('&format=jsonl&reasoning=true')).not.toContain('canary')
  })

  it('is gone with its message', async () => {
    const message = await talk(['<think>Secret.</think>', 'Yes.'])
    client.send({ type: 'message.delete', chat_id: chatId, message_id: message.id })
    await client.next('message.deleted')
    const rows = await server.context.database.query(
      'select reasoning from message where reasoning is not null and chat_id = $1',
      [chatId],
    )
    expect(rows).toEqual([])
  })

  it('belongs to its reader', async () => {
    const message = await talk(['<think>Mine.</think>', 'Yes.'])
    const other = await server.signIn()
    const query = { chat_id: chatId, message_id: message.id }
    expect((await other.call('GET /api/chat/reasoning', { query })).code).toBe(1003)
    const wrong = { chat_id: chatId, message_id: 'nothing' }
    expect((await person.call('GET /api/chat/reasoning', { query: wrong })).code).toBe(1003)
  })
})

/** What a client shows as reasoning that applies every frame by its offset. */
function foldReasoning(frames: readonly ServerFrame[], id: string): string {
  let shown = ''
  for (const frame of frames) {
    if ('message' in frame && frame.message.id === id && frame.type !== 'message.completed')
      shown = frame.message.reasoning ?? ''
    if (frame.type !== 'message.reasoning' || frame.message_id !== id) continue
    expect(frame.offset).toBeLessThanOrEqual(shown.length)
    shown = shown.slice(0, frame.offset) + frame.text
  }
  return shown
}
