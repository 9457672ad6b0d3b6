import { randomUUID } from 'node:crypto'
import type { RealtimeClient } from '@everkin/testing/realtime-client.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'
import { loadPerson } from '../../accounts/module.ts'
import type { LiveReply } from '../context/live-replies.ts'
import { findCardOfChat } from '../context/participants.ts'
import type { ChatServices } from '../services.ts'
import { findChat } from '../store/chat-store.ts'
import { renewLeases } from './generation-store.ts'
import { recoverQueuedMessages, recoverReplies, watchReplies } from './recover-replies.ts'
import { replyToQueued } from './reply-to-queued.ts'
import { stopReply } from './stop-reply.ts'

const FAR = new Date('2100-01-01T00:00:00Z')

describe.each(testDatabaseKinds)('replies and messages that were left, on %s (MN-02)', (kind) => {
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

  const query = (text: string, values: (string | number)[]) => server.context.database.query(text, values)
  const balance = async () => (await person.call('GET /api/user/info')).data.wallet.message_num
  const path = async () => (await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })).data.list
  /** The next complete reply. A reply counts as being written until shortly after its frame was sent. */
  const nextReply = async (from: number) => {
    const { message } = await client.next('message.completed', () => true, from)
    await vi.waitFor(() => expect(server.context.chats.replies.find(chatId)).toBeNull())
    return message
  }
  const talk = () => {
    const from = client.frames.length
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Good evening' })
    return nextReply(from)
  }
  /** As after a reply whose end could not be stored, because the database went away at that moment. */
  const leaveUnfinished = async (seq: number, owner: string, leaseMinutes = -60) => {
    await query(`update message set status = 'streaming', text = 'Good' where chat_id = $1 and seq = $2`, [chatId, seq])
    await query(
      `insert into generation (chat_id, seq, person_id, owner, charge_keys, lease_until)
       select chat_id, $2::int, sender_id, $3::text, array[charge_key], now() + $4::int * interval '1 minute'
       from message where chat_id = $1 and seq = $2::int - 1`,
      [chatId, seq, owner, leaseMinutes],
    )
  }

  /**
   * Does something while the server's own recovery, which runs once a second, waits for the lock of the chat. On the
   * embedded database it would end the reply of any other process, whatever its lease.
   */
  const undisturbed = <Result>(work: (chats: ChatServices) => Promise<Result>): Promise<Result> => {
    const { chats } = server.context
    return chats.lock.take(chatId, () => work({ ...chats, lock: { take: (_chatId, withLock) => withLock() } }))
  }

  it('a process ends its own reply that it could not store, and refunds it', async () => {
    const { chats } = server.context
    const before = await balance()
    const { seq } = await talk()
    expect(await balance()).toBe(before - 1)
    await leaveUnfinished(seq, chats.processId)
    await recoverReplies(chats)
    expect((await path()).at(-1)).toMatchObject({ seq, status: 'failed', text: 'Good' })
    expect(await balance()).toBe(before)
  })

  it('a reply in a chat that was deleted is ended and refunded too, and the chat can be restored (DUR-03)', async () => {
    const before = await balance()
    const reply = await talk()
    await undisturbed(async (chats) => {
      await leaveUnfinished(reply.seq, chats.processId)
      await query('update chat set deleted_at = now() where id = $1', [chatId])
      expect(await balance()).toBe(before - 1)
      expect(await recoverReplies(chats)).toBe(1)
    })
    expect(await balance()).toBe(before)
    await person.call('POST /api/chat/restore', { body: { chat_id: chatId } })
    expect((await path()).at(-1)).toMatchObject({ id: reply.id, status: 'failed', text: 'Good' })
  })

  it('a reply that is being written is not ended, however late its lease is', async () => {
    const { chats } = server.context
    const from = client.frames.length
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Good evening' })
    await client.next('ack', () => true, from)
    await query(`update generation set lease_until = now() - interval '1 hour' where chat_id = $1`, [chatId])
    await recoverReplies(chats)
    expect((await client.next('message.completed', () => true, from)).message.status).toBe('complete')
  })

  it('only the leases of replies that are being written are renewed', async () => {
    const { chats, database } = server.context
    const { seq } = await talk()
    // With a lease that has not lapsed, which the server itself leaves alone.
    await leaveUnfinished(seq, chats.processId, 60)
    const isRenewed = async () =>
      (await query(`select 1 from generation where chat_id = $1 and lease_until > now() + interval '1 day'`, [chatId]))
        .length === 1
    await renewLeases(database, chats.processId, [{ chatId, seq: seq + 1 }], FAR)
    await renewLeases(database, 'another', [{ chatId, seq }], FAR)
    expect(await isRenewed()).toBe(false)
    await renewLeases(database, chats.processId, [{ chatId, seq }], FAR)
    expect(await isRenewed()).toBe(true)
    await query('delete from generation where chat_id = $1', [chatId])
  })

  it('leases are renewed while recovery waits for the lock of a chat', async () => {
    const { chats } = server.context
    const { seq } = await talk()
    // With leases that have not lapsed, which the server itself leaves alone.
    await leaveUnfinished(seq, chats.processId, 60)
    await query(
      `insert into generation (chat_id, seq, person_id, owner, lease_until) values ('0', 1, '0', $1, now() + interval '1 hour')`,
      [chats.processId],
    )
    const isWaiting = Promise.withResolvers<void>()
    const watch = watchReplies({
      ...chats,
      clock: { now: () => new Date(Date.now() + 86_400_000) },
      replies: { ...chats.replies, all: () => [{ chatId, seq }] as LiveReply[] }, // what a lease needs of a reply
      lock: {
        take: () => {
          isWaiting.resolve()
          return new Promise(() => undefined)
        },
      },
    })
    await isWaiting.promise
    await query(`update generation set lease_until = now() + interval '1 hour' where chat_id = $1`, [chatId])
    await vi.waitFor(
      async () =>
        expect(
          await query(`select 1 from generation where chat_id = $1 and lease_until > now() + interval '23 hours'`, [
            chatId,
          ]),
        ).toHaveLength(1),
      { timeout: 5_000 },
    )
    watch.stop()
    await query('delete from generation', [])
  })

  it('what fails in one chat keeps the others from nothing', async () => {
    const { chats } = server.context
    const { seq } = await talk()
    await leaveUnfinished(seq, 'dead')
    const broken: typeof chats = {
      ...chats,
      lock: {
        take: (id, work) => (id === '0' ? Promise.reject(new Error('no')) : chats.lock.take(id, work)),
      },
    }
    await query(
      `insert into generation (chat_id, seq, person_id, owner, lease_until) values ('0', 1, '0', 'dead', now() - interval '1 hour')`,
      [],
    )
    await recoverReplies(broken)
    expect((await path()).at(-1)).toMatchObject({ seq, status: 'failed' })
    await recoverReplies(chats)
    expect(await query('select 1 from generation', [])).toEqual([])
  })

  it('messages that wait for nothing are answered, when they were found twice', async () => {
    const { chats } = server.context
    const { seq } = await talk()
    await query('update message set deleted = true where chat_id = $1 and seq = $2', [chatId, seq])
    await query('update chat set leaf_seq = $2, rev = rev + 1 where id = $1', [chatId, seq - 1])
    await query('update message set awaits_reply = true where chat_id = $1 and seq = $2', [chatId, seq - 1])
    chats.contextCache.forget(chatId)
    const from = client.frames.length
    const found = await recoverQueuedMessages(chats, new Set())
    expect([...found]).toEqual([chatId])
    expect(await query('select 1 from generation where chat_id = $1', [chatId])).toEqual([])
    await recoverQueuedMessages(chats, found)
    const { message } = await client.next('message.completed', () => true, from)
    expect(message).toMatchObject({ status: 'complete', seq: seq + 1 })
    expect(await recoverQueuedMessages(chats, found)).toEqual(new Set())
  })

  it('a message that is deleted while it waits is refunded, whichever process writes the reply before it', async () => {
    const before = await balance()
    const { seq } = await talk()
    await query('update message set awaits_reply = true where chat_id = $1 and seq = $2', [chatId, seq - 1])
    const { id } = (await path()).at(-2) ?? { id: '' }
    client.send({ type: 'message.delete', chat_id: chatId, message_id: id })
    await client.next('message.deleted')
    expect(await balance()).toBe(before)
    const waiting = await query('select seq from message where chat_id = $1 and awaits_reply', [chatId])
    expect(waiting).toEqual([])
  })

  it('messages that wait on a path that was left are dropped and refunded, and nothing is answered in their place', async () => {
    const { chats } = server.context
    const before = await balance()
    const { seq } = await talk()
    await query('update message set deleted = true where chat_id = $1 and seq = $2', [chatId, seq])
    await query('update chat set leaf_seq = 1, rev = rev + 1 where id = $1', [chatId])
    chats.contextCache.forget(chatId)
    await undisturbed(async (undisturbedChats) => {
      await query('update message set awaits_reply = true where chat_id = $1 and seq = $2', [chatId, seq - 1])
      const found = await recoverQueuedMessages(undisturbedChats, new Set([chatId]))
      expect([...found]).toEqual([chatId])
      expect(await recoverQueuedMessages(undisturbedChats, found)).toEqual(new Set())
    })
    expect(await balance()).toBe(before)
    expect((await path()).map((message) => message.seq)).toEqual([1])
  })

  it('messages that another process drops meanwhile, for someone who pressed Stop, get no reply', async () => {
    const { chats, database } = server.context
    const before = await balance()
    const { seq } = await talk()
    await query('update message set deleted = true where chat_id = $1 and seq = $2', [chatId, seq])
    await query('update chat set leaf_seq = $2, rev = rev + 1 where id = $1', [chatId, seq - 1])
    await query('update message set awaits_reply = true where chat_id = $1 and seq = $2', [chatId, seq - 1])
    chats.contextCache.forget(chatId)
    const chat = await findChat(database, chatId, person.user.id)
    const otherProcess: typeof chats = { ...chats, lock: { take: (_chatId, work) => work() } }
    const read: typeof chats.paths.read = async (...asked) => {
      if (chat) await stopReply(otherProcess, chat, 'en')
      return chats.paths.read(...asked)
    }
    await recoverQueuedMessages({ ...chats, paths: { ...chats.paths, read } }, new Set([chatId]))
    expect(await query('select 1 from generation where chat_id = $1', [chatId])).toEqual([])
    expect((await path()).at(-1)).toMatchObject({ seq: seq - 1, role: 'user' })
    expect(await balance()).toBe(before)
  })

  it('messages that a later reply has answered wait no longer, and keep their price', async () => {
    await talk()
    const before = await balance()
    const { seq } = await talk()
    await undisturbed(async (chats) => {
      await query('update message set awaits_reply = true where chat_id = $1 and seq = $2', [chatId, seq - 1])
      const found = await recoverQueuedMessages(chats, new Set([chatId]))
      expect([...found]).toEqual([chatId])
      expect(await recoverQueuedMessages(chats, found)).toEqual(new Set())
    })
    expect((await path()).at(-1)?.seq).toBe(seq)
    expect(await balance()).toBe(before - 1)
  })

  it('messages are refunded when the later reply that answers them has said nothing', async () => {
    const { chats } = server.context
    const before = await balance()
    const { seq } = await talk()
    await query('update message set awaits_reply = true where chat_id = $1 and seq = $2', [chatId, seq - 1])
    await query(`update message set status = 'failed', text = '' where chat_id = $1 and seq = $2`, [chatId, seq])
    await recoverQueuedMessages(chats, new Set([chatId]))
    expect(await balance()).toBe(before)
    expect(await query('select 1 from message where chat_id = $1 and awaits_reply', [chatId])).toEqual([])
  })

  it('messages are refunded when the reply that answers them has said nothing, whatever later messages were answered with', async () => {
    const { chats } = server.context
    const before = await balance()
    const { seq } = await talk()
    await query('update message set awaits_reply = true where chat_id = $1 and seq = $2', [chatId, seq - 1])
    await query(`update message set status = 'failed', text = '' where chat_id = $1 and seq = $2`, [chatId, seq])
    await talk()
    await recoverQueuedMessages(chats, new Set([chatId]))
    expect(await balance()).toBe(before - 1)
    expect(await query('select 1 from message where chat_id = $1 and awaits_reply', [chatId])).toEqual([])
  })

  it('messages are refunded when the reply that answers them has said nothing, although another version of it has', async () => {
    const { chats } = server.context
    const before = await balance()
    const { seq, id } = await talk()
    await query('update message set awaits_reply = true where chat_id = $1 and seq = $2', [chatId, seq - 1])
    await query(`update message set status = 'failed', text = '' where chat_id = $1 and seq = $2`, [chatId, seq])
    const from = client.frames.length
    client.send({ type: 'message.regenerate', chat_id: chatId, message_id: id })
    expect((await nextReply(from)).seq).toBe(seq + 1)
    await recoverQueuedMessages(chats, new Set([chatId]))
    expect(await balance()).toBe(before - 1)
  })

  it('messages are refunded when a later reply, which another process is still writing, fails', async () => {
    const { chats } = server.context
    const before = await balance()
    const first = await talk()
    const { seq } = await talk()
    await undisturbed(async (undisturbedChats) => {
      await query('update message set awaits_reply = true where chat_id = $1 and seq = $2', [chatId, first.seq - 1])
      await query('update message set deleted = true where chat_id = $1 and seq = $2', [chatId, first.seq])
      await query(`update message set parent_seq = $2 where chat_id = $1 and seq = $2 + 2`, [chatId, first.seq - 1])
      await query('update chat set rev = rev + 1 where id = $1', [chatId])
      chats.contextCache.forget(chatId)
      await leaveUnfinished(seq, 'another', 60)
      const owner = await loadPerson(server.context.database, person.user.id)
      const chat = await findChat(server.context.database, chatId, person.user.id)
      const loadedCard = chat && (await findCardOfChat(chats, chat, 'en'))
      if (!owner || !loadedCard) throw new Error('no chat')
      const replyContext = { person: owner, forReader: { locale: 'en' as const, card: loadedCard.card } }
      expect(await replyToQueued(undisturbedChats, replyContext, chatId)).toBeNull()
      expect(await query('select 1 from message where chat_id = $1 and awaits_reply', [chatId])).toEqual([])
      expect(await balance()).toBe(before - 2)
    })
    // The other process dies. This one may notice before the test does.
    await query(`update generation set lease_until = now() - interval '1 hour' where chat_id = $1`, [chatId])
    await recoverReplies(chats)
    await expect.poll(async () => (await path()).at(-1)).toMatchObject({ seq, status: 'failed' })
    expect(await balance()).toBe(before)
  })
})
