import { randomUUID } from 'node:crypto'
import { modelEntry, registryOf } from '@everkin/testing/model-registry.ts'
import { startTestServer, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDemoModel } from '../../../providers/text-model/demo/demo-model.ts'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'
import type { ModelEntry, TextModel } from '../../models/module.ts'

/** Lets a new account with three messages send and regenerate. Returns the messages left and the published price. */
async function talkWith(model: TextModel) {
  const server = await startTestServer({ model, settings: { MESSAGE_PRICE: '1', NEW_ACCOUNT_MESSAGES: '3' } })
  try {
    const person = await server.signIn()
    const chatId = await person.startChat()
    const client = await person.connect()
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Good evening' })
    const { message } = await client.next('message.completed')
    const from = client.frames.length
    client.send({ type: 'message.regenerate', chat_id: chatId, message_id: message.id })
    await client.next('message.completed', () => true, from)
    const { data } = await person.call('GET /api/user/info')
    const config = await server.call('GET /api/config')
    return { left: data.wallet.message_num, price: config.data.message_price }
  } finally {
    await server.end()
  }
}

describe('the cost of a turn', { timeout: 120_000 }, () => {
  it('is the server’s price with a language model', async () => {
    const model = createFakeTextModel({ reply: { parts: ['Noted.'] } })
    expect(await talkWith(model)).toEqual({ left: 1, price: 1 })
  })
  it('is nothing with the demo model, whatever the price', async () => {
    expect(await talkWith(createDemoModel({ wordDelayMs: 0 }))).toEqual({ left: 3, price: 0 })
  })
})

describe('a model with a price of its own, where messages are free', { timeout: 60_000 }, () => {
  const free = modelEntry(createFakeTextModel({ name: 'free' }))
  const costly = modelEntry(createFakeTextModel({ name: 'costly' }), { messagePrice: 5 })
  const entries: ModelEntry[] = []
  let server: TestServer
  beforeAll(async () => {
    entries.push(free)
    server = await startTestServer({ models: registryOf(entries), settings: { MESSAGE_PRICE: '0' } })
  })
  afterAll(() => server.end())

  const published = async (...connected: ModelEntry[]) => {
    entries.splice(0, entries.length, ...connected)
    const { data } = await server.call('GET /api/config')
    return [data.message_price, data.messages_counted]
  }

  it('makes messages count if everyone may use it, and gives the site its price as the default one', async () => {
    expect(await published(free)).toEqual([0, false])
    expect(await published(free, { ...costly, access: 'operators' })).toEqual([0, false])
    expect(await published(free, { ...costly, access: 'members' })).toEqual([0, false])
    expect(await published(free, costly)).toEqual([0, true])
    expect(await published(costly, free)).toEqual([5, true])
    expect(await published(modelEntry(createDemoModel()))).toEqual([0, false])
  })

  it('is shown before it is charged', async () => {
    await published(free, costly)
    const person = await server.signIn()
    const chatId = await person.startChat()
    const { data: listed } = await person.call('GET /api/model/list')
    expect(listed.map(({ message_price }) => message_price)).toEqual([null, 5])
    const body = { chat_id: chatId, model_id: costly.id }
    const { data } = await person.call('POST /api/chat/settings', { body })
    expect(data.settings.message_price).toBe(5)
    const before = (await person.call('GET /api/user/info')).data.wallet.message_num
    const client = await person.connect()
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Good evening' })
    await client.next('message.completed')
    expect((await person.call('GET /api/user/info')).data.wallet.message_num).toBe(before - 5)
  })
})

describe('a turn that is refused', { timeout: 60_000 }, () => {
  const model = createFakeTextModel({
    reply: (_request, index) => (index === 1 ? { parts: [], reason: 'filtered' } : { parts: ['Noted.'] }),
  })
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ model, settings: { MESSAGE_PRICE: '1', NEW_ACCOUNT_MESSAGES: '2' } })
  })
  afterAll(() => server.end())

  it('or repeated does not reach the model, and a continuation that adds nothing is free', async () => {
    const person = await server.signIn()
    const chatId = await person.startChat()
    const client = await person.connect()
    const left = async () => (await person.call('GET /api/user/info')).data.wallet.message_num
    const first = { type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Good evening' } as const
    client.send(first)
    const { message } = await client.next('message.completed')
    expect([model.requests.length, await left()]).toEqual([1, 1])

    let from = client.frames.length
    client.send({ type: 'message.continue', chat_id: chatId, message_id: message.id })
    const again = await client.next('message.completed', () => true, from)
    expect([again.message.text, again.message.status]).toEqual(['Noted.', 'complete'])
    expect([model.requests.length, await left()]).toEqual([2, 1])

    from = client.frames.length
    for (let times = 0; times < 3; times++) client.send(first)
    await client.until(() => client.frames.slice(from).filter(({ type }) => type === 'ack')[2], 'three acks')
    expect([model.requests.length, await left()]).toEqual([2, 1])

    from = client.frames.length
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'The last one' })
    const last = await client.next('message.completed', () => true, from)
    expect([model.requests.length, await left()]).toEqual([3, 0])

    from = client.frames.length
    const own = `${chatId}-${last.message.seq - 1}`
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'One more' })
    client.send({ type: 'message.regenerate', chat_id: chatId, message_id: last.message.id })
    client.send({ type: 'message.continue', chat_id: chatId, message_id: last.message.id })
    client.send({ type: 'generation.speak', chat_id: chatId, card_id: 'ilse' })
    client.send({ type: 'message.edit', chat_id: chatId, message_id: own, text: 'Otherwise', branch: true })
    const refusals = () => client.frames.slice(from).filter((frame) => 'code' in frame && frame.code === 2001)
    await client.until(() => refusals()[4], 'five refusals')
    expect(model.requests).toHaveLength(3)
    await server.context.database.query(
      `update ledger_account set frozen_at = now() where owner_id = $1 and asset = 'message'`,
      [person.user.id],
    )
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Frozen' })
    await client.next('nack', ({ code }) => code === 1002)
    expect(model.requests).toHaveLength(3)
  })
})
