import { randomUUID } from 'node:crypto'
import type { RealtimeClient } from '@everkin/testing/realtime-client.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'
import { prepareReply } from './prepare-reply.ts'

describe.each(testDatabaseKinds)('a reply that is prepared while its message is written, on %s', (kind) => {
  const model = createFakeTextModel()
  let server: TestServer
  let person: TestPerson
  let client: RealtimeClient
  let chatId: string

  beforeAll(async () => {
    server = await startTestServer({ kind, model, settings: { MESSAGE_PRICE: '1' } })
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    person = await server.signIn()
    client = await person.connect()
    chatId = await person.startChat()
    model.prepared.length = 0
    model.requests.length = 0
  })

  const prepare = () => client.send({ type: 'generation.prepare', chat_id: chatId })
  const say = async (text: string) => {
    const from = client.frames.length
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text })
    await client.next('message.completed', () => true, from)
    await vi.waitFor(() => expect(server.context.chats.replies.find(chatId)).toBeNull())
  }
  const path = async () => (await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })).data.list
  const balance = async () => (await person.call('GET /api/user/info')).data.wallet.message_num

  it('gives the model exactly the beginning of the prompt that follows', async () => {
    for (let turn = 0; turn < 4; turn += 1) await say(`The lamp number ${turn}`)
    prepare()
    await vi.waitFor(() => expect(model.prepared).toHaveLength(1))
    await say('Where does the ferry go?')
    const [expected] = model.prepared
    const asked = model.requests.at(-1)?.messages ?? []
    expect(expected?.length).toBeGreaterThan(3)
    expect(asked.slice(0, expected?.length)).toEqual(expected)
  })

  it('stores, charges and sends nothing', async () => {
    const [messages, left] = [await path(), await balance()]
    const from = client.frames.length
    prepare()
    await vi.waitFor(() => expect(model.prepared).toHaveLength(1))
    expect(await path()).toEqual(messages)
    expect(await balance()).toBe(left)
    expect(model.requests).toEqual([])
    expect(client.frames.slice(from)).toEqual([])
  })

  it('is left out, without an error, for someone who cannot pay for it', async () => {
    await server.context.database.query(
      `update ledger_account set balance = 0 where owner_id = $1 and asset = 'message'`,
      [person.user.id],
    )
    const caller = {
      identity: { personId: person.user.id, sessionId: '', role: null, lang: 'en' as const },
      locale: 'en' as const,
      country: null,
      timeZone: null,
      languageRegion: null,
      reply: () => undefined,
    }
    await prepareReply(server.context.chats, caller, { type: 'generation.prepare', chat_id: chatId })
    expect(model.prepared).toEqual([])
  })

  it('is refused for a chat of someone else', async () => {
    const other = await (await server.signIn()).connect()
    other.send({ type: 'generation.prepare', chat_id: chatId })
    expect(await other.next('error')).toMatchObject({ chat_id: chatId })
    expect(model.prepared).toEqual([])
  })
})
