import { randomUUID } from 'node:crypto'
import type { RealtimeClient } from '@everkin/testing/realtime-client.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeTextModel, type FakeReply } from '../../../providers/text-model/fake.ts'

describe.each(testDatabaseKinds)('the branches of a chat on %s', (kind) => {
  let server: TestServer
  let person: TestPerson
  let live: RealtimeClient
  let chatId: string
  let reply: FakeReply
  let replies = 0
  const model = createFakeTextModel({ reply: () => reply })
  beforeAll(async () => {
    server = await startTestServer({ kind, model })
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    person = await server.signIn()
    live = await person.connect()
    chatId = await person.startChat('bram')
  })

  const talk = async (text: string) => {
    reply = { parts: [`Answer ${++replies} to ${text}`] }
    const from = live.frames.length
    live.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text })
    return (await live.next('message.completed', () => true, from)).message
  }
  const again = async (messageId: string) => {
    reply = { parts: [`Answer ${++replies} again`] }
    const from = live.frames.length
    live.send({ type: 'message.regenerate', chat_id: chatId, message_id: messageId })
    return (await live.next('message.completed', () => true, from)).message
  }
  const tree = async (query = {}) =>
    (await person.call('GET /api/chat/tree', { query: { chat_id: chatId, ...query } })).data
  const path = async (id = chatId) =>
    (await person.call('GET /api/chat/getMessages', { query: { chat_id: id } })).data.list
  const select = async (messageId: string) => {
    const from = live.frames.length
    live.send({ type: 'message.select', chat_id: chatId, message_id: messageId })
    return live.next('path.changed', () => true, from)
  }
  const branch = (message_id: string, title?: string) =>
    person.call('POST /api/chat/branch', { body: { chat_id: chatId, message_id, title } })
  const balance = async () => (await person.call('GET /api/user/info')).data.wallet.message_num

  it('begins a node with what is said, and with the stage direction only where nothing is', async () => {
    const answer = async (text: string) => {
      reply = { parts: [text] }
      const from = live.frames.length
      live.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Go on.' })
      const { message } = await live.next('message.completed', () => true, from)
      return (await tree()).list.find(({ message_id }) => message_id === message.id)?.text
    }
    expect(await answer('*He looks up.* You are *late* again.')).toBe('You are late again.')
    expect(await answer('_He looks up._\n\n*He waves.* Sit down.')).toBe('Sit down.')
    expect(await answer(`*${'He looks up. '.repeat(30)}* Sit down.`)).toBe('Sit down.')
    expect(await answer('*He looks up and says nothing.*')).toBe('He looks up and says nothing.')
    expect(await answer('*He looks up.* …')).toBe('He looks up. …')
    expect(await answer('**Late** again.')).toBe('Late again.')
    expect(await answer('*He never stops')).toBe('He never stops')
    expect((await answer('Word. '.repeat(200)))?.length).toBeLessThanOrEqual(160)
  })

  it('shows forks, the first messages of branches, and ends', async () => {
    const first = await talk('One')
    await talk('Two')
    const three = await talk('Three')
    await select(first.id)
    const other = await again(first.id)
    const { list, has_more, branches } = await tree()
    expect(has_more).toBe(false)
    expect(branches).toBeGreaterThanOrEqual(2)
    const node = (id: string) => list.find((one) => one.message_id === id)
    expect(node(first.id)).toMatchObject({ version: { index: 0, count: 2 }, follow: 4, on_path: false, is_end: false })
    expect(node(other.id)).toMatchObject({ version: { index: 1, count: 2 }, follow: 0, on_path: true, is_here: true })
    expect(node(three.id)).toMatchObject({ above: first.id, between: 3, is_end: true, on_path: false })
    expect(node(first.id)!.above).toBe(first.parent_id)
    expect(node(other.id)!.speaker_name).toBe('Bram Castellan')
    const page = await tree({ limit: 2 })
    expect(page.list).toEqual(list.slice(-2))
    expect(page.has_more).toBe(true)
    const before = await tree({ before_seq: page.list[0]!.seq })
    expect([...before.list, ...page.list]).toEqual(list)
  })

  it('continues from any message, at the end its branch had when it was left', async () => {
    const first = await talk('One')
    const second = await talk('Two')
    const other = await again(first.id)
    await talk('Elsewhere')
    const changed = await select(second.id)
    expect(changed.parent_id).toBe(first.parent_id)
    expect((await path()).at(-1)!.id).toBe(second.id)
    const mid = (await path()).find((message) => message.text === 'Two')!
    await select(other.id)
    expect((await path()).at(-2)!.text).toBe('Elsewhere')
    // Selecting a message in the middle of a branch restores what followed it.
    await select(mid.id)
    expect((await path()).at(-1)!.id).toBe(second.id)
  })

  it('copies a branch into its own chat: the path up to there, free, with the original unchanged', async () => {
    const first = await talk('One')
    const before = await path()
    await talk('Two')
    const had = await balance()
    const { data: made, code } = await branch(first.id, '  The other way ')
    expect(code).toBe(1)
    expect(made).toMatchObject({ title: 'The other way', card: { id: 'bram' }, unread: 0 })
    expect(made.last_message!.text).toBe(first.text)
    const copied = await path(made.id)
    const told = (list: typeof before) =>
      list.map(({ role, text, speaker, status, created_at }) => ({ role, text, speaker, status, created_at }))
    expect(told(copied)).toEqual(told(before))
    expect(await balance()).toBe(had)
    expect(await path()).toHaveLength(before.length + 2)
    // The copy continues as a chat like any other.
    const from = live.frames.length
    reply = { parts: ['Going on.'] }
    live.send({ type: 'message.send', chat_id: made.id, client_id: randomUUID(), text: 'And then?' })
    await live.next('message.completed', () => true, from)
    expect((await path(made.id)).at(-1)!.text).toBe('Going on.')
    const [row] = await server.context.database.query('select branched_from as from from chat where id = $1', [made.id])
    expect(row).toEqual({ from: { chat_id: chatId, seq: first.seq } })
  })

  it('does not copy a message that is still being written', async () => {
    reply = { parts: Array.from({ length: 50 }, () => 'word '), delayMs: 20 }
    live.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Slowly' })
    const { message_id } = await live.next('message.delta')
    expect((await branch(message_id)).code).toBe(1004)
    live.send({ type: 'generation.stop', chat_id: chatId })
    await live.next('message.completed')
  })

  it('renames a chat, and keeps the name after the next turn', async () => {
    await talk('One')
    const named = await person.call('POST /api/chat/rename', { body: { chat_id: chatId, title: ' Night crossing ' } })
    expect(named.data.title).toBe('Night crossing')
    const from = live.frames.length
    await talk('Two')
    const updated = await live.next('chat.updated', () => true, from)
    expect(updated.chat.title).toBe('Night crossing')
    for (const title of ['', '\u200B']) {
      const restored = await person.call('POST /api/chat/rename', { body: { chat_id: chatId, title } })
      expect(restored.data.title).toBe('Bram Castellan')
    }
  })

  it('rejects a name that moderation blocks, and keeps the old one', async () => {
    const bad = 'a child and [[sexual-cue]]'
    const greeting = (await path())[0]!
    for (const call of [
      person.call('POST /api/chat/rename', { body: { chat_id: chatId, title: bad } }),
      branch(greeting.id, bad),
    ])
      expect((await call).code).toBe(1011)
    expect((await person.call('GET /api/chat/info', { query: { chat_id: chatId } })).data.title).toBe('Bram Castellan')
  })

  it('stores a name on one line, without characters that turn the text around it', async () => {
    const title = 'two\nlines \u202Edna\u202C \u2067more\u2069'
    const renamed = await person.call('POST /api/chat/rename', { body: { chat_id: chatId, title } })
    expect(renamed.data.title).toBe('two lines dna more')
    expect((await branch((await path())[0]!.id, title)).data.title).toBe('two lines dna more')
    await person.call('POST /api/chat/rename', { body: { chat_id: chatId, title: '' } })
  })

  it('rejects other people’s chats and missing messages', async () => {
    const stranger = await server.signIn()
    const own = await stranger.startChat('bram')
    const greeting = (await path())[0]!
    const answers = await Promise.all([
      stranger.call('GET /api/chat/tree', { query: { chat_id: chatId } }),
      stranger.call('POST /api/chat/branch', { body: { chat_id: chatId, message_id: greeting.id } }),
      stranger.call('POST /api/chat/branch', { body: { chat_id: own, message_id: greeting.id } }),
      stranger.call('POST /api/chat/rename', { body: { chat_id: chatId, title: 'Mine' } }),
      branch(`${chatId}-zz`),
      branch('nothing'),
    ])
    expect(answers.map((answer) => answer.code)).toEqual([1003, 1003, 1003, 1003, 1003, 1003])
  })
})
