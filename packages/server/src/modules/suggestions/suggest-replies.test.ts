import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDemoModel } from '../../providers/text-model/demo/demo-model.ts'
import { createFakeTextModel, type FakeReply } from '../../providers/text-model/fake.ts'

const CALL = 'GET /api/chat/helpReply'

describe.each(testDatabaseKinds)('suggestions on %s', (kind) => {
  let server: TestServer
  let person: TestPerson
  let chatId: string
  let reply: FakeReply
  const model = createFakeTextModel({ reply: () => reply })

  beforeAll(async () => {
    server = await startTestServer({ kind, model })
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    reply = { parts: ['What lies over there?\n*I step aboard.* Take me.\nIs the ferry', ' insured?\n'] }
    person = await server.signIn()
    chatId = await person.startChat()
  })

  const ask = async (round = 0) => (await person.call(CALL, { query: { chat_id: chatId, round } })).data

  it('returns three from one model call, free, in the person’s voice', async () => {
    const asked = model.requests.length
    expect(await ask()).toEqual(['What lies over there?', '*I step aboard.* Take me.', 'Is the ferry insured?'])
    expect(model.requests.length).toBe(asked + 1)
    const words = model.requests
      .at(-1)!
      .messages.map((message) => message.content)
      .join('\n')
    expect(words).toContain('what Mara, an adult, could write next')
    expect(words).toContain('Ilse')
    const { data } = await person.call('GET /api/user/info')
    expect(data.wallet.message_num).toBe(20)
  })

  it('adds built-in ones when the model’s are missing, repeated or another’s lines', async () => {
    reply = { parts: ['1. Where to?\n2) “Where to”\nIlse Marlow: The far shore.\n'] }
    const [first, second, third] = await ask()
    expect(first).toBe('Where to?')
    expect(new Set([first, second, third]).size).toBe(3)
    expect(second).not.toContain('far shore')
    expect(third).not.toContain('far shore')
  })

  it.each([
    { parts: [], fault: 'unreachable' },
    { parts: ['Half a sug'], fault: 'cut_off' },
    { parts: ['\u0000{"a":', '[[['] },
    { parts: ['x'.repeat(5_000)] },
  ] satisfies FakeReply[])('gives built-in ones when the answer is of no use (%#)', async (answer) => {
    reply = answer
    const found = await ask()
    expect(new Set(found).size).toBe(3)
    for (const words of found) expect(words).toMatch(/^[\p{L}*“¿].{5,}/u)
    expect(await ask()).toEqual(found)
    const rounds = await Promise.all([1, 2, 3, 4].map(ask))
    expect(rounds.some((other) => other.join() !== found.join())).toBe(true)
  })

  it('removes everything that moderation blocks', async () => {
    reply = { parts: ['She is 15. [[sexual-cue]]\nI [[crisis-cue]]\nGood evening, captain.\n'] }
    const found = await ask()
    expect(found[0]).toBe('Good evening, captain.')
    expect(found.join()).not.toContain('[[')
  })

  it('C1: shows the model no crisis message', async () => {
    const client = await person.connect()
    client.send({
      type: 'message.send',
      chat_id: chatId,
      client_id: crypto.randomUUID(),
      text: 'A [[crisis-cue]] here',
    })
    await client.next('safety.notice')
    await ask()
    expect(JSON.stringify(model.requests.at(-1)!.messages)).not.toContain('crisis-cue')
  })

  it('stops asking the model when nobody is waiting any more', async () => {
    reply = { parts: Array.from({ length: 200 }, () => 'word '), delayMs: 20 }
    const leftBefore = model.left
    const disconnect = new AbortController()
    const asked = model.requests.length
    const call = fetch(`${server.origin}/api/chat/helpReply?chat_id=${chatId}`, {
      headers: { platform: '1', ...credentialsOf(person) },
      signal: disconnect.signal,
    })
    await expect.poll(() => model.requests.length).toBe(asked + 1)
    disconnect.abort()
    await expect(call).rejects.toThrow()
    await expect.poll(() => model.left).toBe(leftBefore + 1)
  })

  it('rejects requests while a reply is being written, and always from other people', async () => {
    reply = { parts: Array.from({ length: 100 }, () => 'word '), delayMs: 20 }
    const client = await person.connect()
    client.send({ type: 'message.send', chat_id: chatId, client_id: crypto.randomUUID(), text: 'Good evening' })
    await client.next('message.delta')
    expect((await person.call(CALL, { query: { chat_id: chatId } })).code).toBe(1004)
    client.send({ type: 'generation.stop', chat_id: chatId })
    await client.next('message.completed')

    const stranger = await server.signIn()
    expect((await stranger.call(CALL, { query: { chat_id: chatId } })).code).toBe(1003)
    expect((await server.call(CALL, { query: { chat_id: chatId } })).code).toBe(1001)
    expect((await person.call(CALL, { query: { chat_id: '' } })).code).toBe(1000)
    expect((await person.call(CALL, { query: { chat_id: chatId, round: -1 } })).code).toBe(1000)
  })
})

it('is limited to fair use', async () => {
  const server = await startTestServer({ settings: { RATE_LIMITS: 'on' } })
  const person = await server.signIn()
  const chatId = await person.startChat()
  const codes: number[] = []
  for (let at = 0; at < 13; at++) codes.push((await person.call(CALL, { query: { chat_id: chatId } })).code)
  expect(codes.slice(0, 12)).toEqual(Array(12).fill(1))
  expect(codes[12]).toBe(1005)
  await server.end()
})

it('uses the chat’s language with the demo model, without asking it', async () => {
  const server = await startTestServer({ model: createDemoModel() })
  const person = await server.signIn()
  const seen = new Set<string>()
  for (const locale of LOCALE_CODES) {
    const headers = { cookie: `i18n_redirected=${locale}` }
    const { data: chat } = await person.call('POST /api/chat/start', {
      body: { card_id: 'ilse', fresh: true },
      headers,
    })
    const { data } = await person.call(CALL, { query: { chat_id: chat.id } })
    expect(new Set(data).size).toBe(3)
    seen.add(data[0])
  }
  expect(seen.size).toBe(LOCALE_CODES.length)
  await server.end()
})
