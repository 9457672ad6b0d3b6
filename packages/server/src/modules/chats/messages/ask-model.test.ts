import { randomUUID } from 'node:crypto'
import type { RealtimeClient } from '@everkin/testing/realtime-client.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'
import { NO_MEMORY } from '../context/memory-port.ts'
import { recoverReplies } from '../generation/recover-replies.ts'

describe.each(testDatabaseKinds)('a message is stored while its prompt is built, on %s', (kind) => {
  let server: TestServer
  let person: TestPerson
  let client: RealtimeClient
  let chatId: string

  beforeAll(async () => {
    server = await startTestServer({ kind, model: createFakeTextModel(), settings: { MESSAGE_PRICE: '1' } })
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    person = await server.signIn()
    client = await person.connect()
    chatId = await person.startChat()
  })
  afterEach(() => void vi.restoreAllMocks())

  const query = (text: string) => server.context.database.query(text, [chatId])
  const balance = async () => (await person.call('GET /api/user/info')).data.wallet.message_num
  const path = async () => (await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })).data.list
  const send = (text: string) => client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text })

  it('one without a prompt is kept, and its reply fails and is refunded', async () => {
    const before = await balance()
    const from = client.frames.length
    vi.spyOn(server.context.chats, 'recall').mockRejectedValueOnce(new Error('the memory cannot be read'))
    send('Good evening')
    await client.next('ack', () => true, from)
    expect((await client.next('message.completed', () => true, from)).message).toMatchObject({
      status: 'failed',
      text: '',
    })
    expect((await path()).slice(-2)).toMatchObject([
      { role: 'user', text: 'Good evening' },
      { role: 'character', status: 'failed' },
    ])
    expect(await balance()).toBe(before)
    const next = client.frames.length
    send('And again')
    expect((await client.next('message.completed', () => true, next)).message.status).toBe('complete')
    expect(await balance()).toBe(before - 1)
  })

  it('a reply whose prompt takes longer than its lease is written all the same', async () => {
    const { chats } = server.context
    let finishPrompt = () => {}
    const slow = new Promise<void>((resolve) => {
      finishPrompt = resolve
    })
    vi.spyOn(chats, 'recall').mockImplementationOnce(async () => {
      await slow
      return NO_MEMORY
    })
    const from = client.frames.length
    send('Good evening')
    await vi.waitFor(async () => expect(await query('select 1 from generation where chat_id = $1')).toHaveLength(1))
    await query(`update generation set lease_until = now() - interval '1 hour' where chat_id = $1`)
    // Recovery has found the reply, and waits for the turn to end.
    let recovered = Promise.resolve(0)
    await new Promise<void>((resolve) => {
      const take: typeof chats.lock.take = (id, work) => {
        resolve()
        return chats.lock.take(id, work)
      }
      recovered = recoverReplies({ ...chats, lock: { take } })
    })
    finishPrompt()
    await recovered
    expect((await client.next('message.completed', () => true, from)).message.status).toBe('complete')
  })
})
