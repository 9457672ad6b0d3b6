import { randomUUID } from 'node:crypto'
import { startTestServer, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe('the messages that one person stores', { timeout: 60_000 }, () => {
  let server: TestServer
  let now = Date.now()
  beforeAll(async () => {
    server = await startTestServer({ settings: { RATE_LIMITS: 'on' }, clock: { now: () => new Date(now) } })
  })
  afterAll(() => server.end())

  it('RATE-01: are limited also where no character answers, and then help is still shown (M4)', async () => {
    const person = await server.signIn()
    const chatId = await person.startChat()
    const text = 'I want to end my life'
    let sent = 0
    for (;;) {
      const client = await person.connect()
      for (let i = 0; i < 60; i++) client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text })
      await client.until(
        () => client.frames.filter(({ type }) => type === 'ack' || type === 'nack')[59],
        'the answers to all',
        30_000,
      )
      sent += client.frames.filter(({ type }) => type === 'ack').length
      const refused = client.frames.filter((frame) => frame.type === 'nack')
      client.close()
      if (refused.length === 0) continue
      expect(refused[0]).toMatchObject({ code: 1005, data: { retry_after: expect.any(Number) } })
      const notices = client.frames.filter((frame) => frame.type === 'safety.notice')
      expect(notices.length).toBe(60)
      break
    }
    expect(sent).toBe(120)
    now += 60_000
    const client = await person.connect()
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Hello' })
    await client.next('ack')
    client.close()
  })

  it.each([false, true])('help is also shown for an edit beyond the limits (branch: %s)', async (branch) => {
    const person = await server.signIn()
    const chatId = await person.startChat()
    const client = await person.connect()
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Hello' })
    const { message } = await client.next('ack')
    await client.next('message.completed')
    const { limiter } = server.context.chats
    for (let i = 0; i < 119; i++)
      await limiter.consume(`texts-minute:${person.user.id}`, { max: 120, windowMs: 60_000 })
    const from = client.frames.length
    const text = '[[crisis-cue]]'
    client.send({ type: 'message.edit', chat_id: chatId, message_id: message.id, text, branch })
    expect(await client.next('error', undefined, from)).toMatchObject({ code: 1005 })
    expect((await client.next('safety.notice', undefined, from)).help_lines.length).toBeGreaterThan(0)
    const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })
    expect(data.list.filter(({ role }) => role === 'user').map((stored) => stored.text)).toEqual(['Hello'])
    client.close()
  })
})
