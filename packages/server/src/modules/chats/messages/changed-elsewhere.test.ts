import { randomUUID } from 'node:crypto'
import type { RealtimeClient } from '@everkin/testing/realtime-client.ts'
import { testPostgresUrl } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Transaction } from '../../../platform/db/database.ts'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'
import { deleteSubtree } from '../store/deleted-messages.ts'
import { parseMessageId } from '../store/message-id.ts'

describe.runIf(testPostgresUrl)('a chat that another process changes meanwhile', () => {
  let server: TestServer
  let person: TestPerson
  let client: RealtimeClient
  let chatId: string

  beforeAll(async () => {
    server = await startTestServer({ kind: 'postgres', model: createFakeTextModel() })
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    person = await server.signIn()
    client = await person.connect()
    chatId = await person.startChat()
  })

  const path = async () => (await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })).data.list
  const balance = async () => (await person.call('GET /api/user/info')).data.wallet.message_num
  const cardId = async () => (await person.call('GET /api/chat/list')).data.list[0]?.card?.id ?? ''
  const talk = async () => {
    const from = client.frames.length
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Hello' })
    const { message: own } = await client.next('ack', undefined, from)
    const { message: reply } = await client.next('message.completed', undefined, from)
    await vi.waitFor(() => expect(server.context.chats.replies.find(chatId)).toBeNull())
    return { own, reply }
  }
  const isAnyoneWaitingFor = async (tx: Transaction) =>
    (await tx.query('select 1 from pg_locks where pg_backend_pid() = any(pg_blocking_pids(pid))')).length > 0
  /** Sends a frame, and makes a change after the frame’s handler has read the chat and before it changes anything. */
  const sendWhile = async (
    frame: Parameters<RealtimeClient['send']>[0],
    change: (tx: Transaction) => Promise<void>,
  ) => {
    const from = client.frames.length
    await server.context.database.transaction(async (tx) => {
      await tx.query('select 1 from person where id = $1 for update', [person.user.id])
      client.send(frame)
      await vi.waitFor(async () => expect(await isAnyoneWaitingFor(tx)).toBe(true), { timeout: 5_000 })
      await change(tx)
    })
    return (await client.next('error', undefined, from)).code
  }
  const sendWhileDeleting = (frame: Parameters<RealtimeClient['send']>[0], deletedId: string) =>
    sendWhile(frame, async (tx) => {
      const { seq } = parseMessageId(deletedId)!
      await deleteSubtree(tx, chatId, seq, 1_000)
      await tx.query(
        `update chat set rev = 1000, leaf_seq = (select parent_seq from message where chat_id = $1 and seq = $2) where id = $1`,
        [chatId, seq],
      )
    })

  it('finds no message that was deleted, to edit, hide or continue it', async () => {
    const { own, reply } = await talk()
    const edit = {
      type: 'message.edit',
      chat_id: chatId,
      message_id: own.id,
      text: 'Hello again',
      branch: false,
    } as const
    expect(await sendWhileDeleting(edit, own.id)).toBe(1003)
    const second = await talk()
    const hide = { type: 'message.hide', chat_id: chatId, message_id: second.own.id, hidden: true } as const
    expect(await sendWhileDeleting(hide, second.own.id)).toBe(1003)
    const third = await talk()
    const before = await balance()
    const proceed = { type: 'message.continue', chat_id: chatId, message_id: third.reply.id } as const
    expect(await sendWhileDeleting(proceed, third.reply.id)).toBe(1003)
    expect(await balance()).toBe(before)
    expect((await path()).map(({ id }) => id)).not.toContain(reply.id)
  })

  it('stores no version and no reply below a deleted message, and makes it no part of the path', async () => {
    const first = await talk()
    const branch = {
      type: 'message.edit',
      chat_id: chatId,
      message_id: first.reply.id,
      text: 'Other',
      branch: true,
    } as const
    expect(await sendWhileDeleting(branch, first.own.id)).toBe(1003)
    const second = await talk()
    const before = await balance()
    const regenerate = { type: 'message.regenerate', chat_id: chatId, message_id: second.reply.id } as const
    expect(await sendWhileDeleting(regenerate, second.own.id)).toBe(1003)
    expect(await balance()).toBe(before)
    const third = await talk()
    const from = client.frames.length
    client.send({ type: 'message.regenerate', chat_id: chatId, message_id: third.reply.id })
    await client.next('message.completed', undefined, from)
    await vi.waitFor(() => expect(server.context.chats.replies.find(chatId)).toBeNull())
    const select = { type: 'message.select', chat_id: chatId, message_id: third.reply.id } as const
    expect(await sendWhileDeleting(select, third.own.id)).toBe(1003)
    expect((await path()).map(({ role }) => role)).toEqual(['character'])
    await talk()
    expect((await path()).map(({ role }) => role)).toEqual(['character', 'user', 'character'])
  })

  it('speaks at no end that is no longer one', async () => {
    await talk()
    const before = await balance()
    const speak = { type: 'generation.speak', chat_id: chatId, card_id: await cardId() } as const
    const leaveEnd = async (tx: Transaction) =>
      void (await tx.query('update chat set rev = rev + 1, leaf_seq = 1 where id = $1', [chatId]))
    expect(await sendWhile(speak, leaveEnd)).toBe(1004)
    expect(await balance()).toBe(before)
  })
})
