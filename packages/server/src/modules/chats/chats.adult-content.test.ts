import { randomUUID } from 'node:crypto'
import type { ClientFrame } from '@everkin/contract/types.ts'
import { RealtimeClient } from '@everkin/testing/realtime-client.ts'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** In the person's message, in the chat's title and in a fact. */
const SECRET = 'canary-lantern'
const COUNTRY_HEADER = 'cf-ipcountry'
const ALLOWED = { [COUNTRY_HEADER]: 'NL' }
const SETTINGS = { COUNTRY_HEADER, NSFW_ENABLED: 'on' }

describe('a chat with an adult character', { timeout: 60_000 }, () => {
  let server: TestServer
  let strict: TestServer
  let person: TestPerson
  let chatId: string
  let messageId: string
  let groupId: string
  beforeAll(async () => {
    server = await startTestServer({ settings: SETTINGS })
    const { database } = server.context
    await database.query(`update card set rating = 'nsfw' where id = 'ilse'`)
    person = await server.signIn()
    expect(
      (await person.call('POST /api/account/confirmAge', { body: { over_18: true }, headers: ALLOWED })).code,
    ).toBe(1)
    const started = await person.call('POST /api/chat/start', { body: { card_id: 'ilse' }, headers: ALLOWED })
    chatId = started.data.id
    const live = await person.connect(ALLOWED)
    live.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: `The ${SECRET} is lit.` })
    messageId = (await live.next('message.completed')).message.id
    live.close()
    const facts = [{ text: `Has a ${SECRET}.`, pinned: true }]
    await person.call('POST /api/chat/saveMemory', { body: { chat_id: chatId, facts }, headers: ALLOWED })
    await person.call('POST /api/chat/rename', { body: { chat_id: chatId, title: SECRET }, headers: ALLOWED })
    const members = { member_ids: ['bram', 'ilse'], name: 'Two', visibility: 'public' as const, opening: 'Rain.' }
    const group = await person.call('POST /api/chat.Multiple/saveCard', { body: members, headers: ALLOWED })
    groupId = group.data.id
    // The member became adult after the group was made.
    await database.query(`update card set rating = 'sfw' where id = $1`, [groupId])
    strict = await startTestServer({ settings: { ...SETTINGS, NSFW_AGE_RULE: 'verified' }, database })
  })
  afterAll(async () => {
    await strict.end()
    await server.end()
  })

  /** Everything that this person is sent: the replies of all reads, and the frames of one sync. */
  async function readEverything(from: TestServer, headers: Record<string, string>) {
    const auth = { ...credentialsOf(person), ...headers }
    const get = async (path: string, query: Record<string, string>, body?: object) => {
      const url = `${from.origin}${path}?${new URLSearchParams(query)}`
      const post = {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { ...auth, 'content-type': 'application/json' },
      }
      const response = await fetch(url, body ? post : { headers: auth })
      return { path, status: response.status, text: await response.text() }
    }
    const chat = { chat_id: chatId }
    const message = { ...chat, message_id: messageId }
    const byId = await Promise.all([
      get('/api/chat/getMessages', chat),
      get('/api/chat/getMessages', { ...chat, after_rev: '0' }),
      get('/api/chat/info', chat),
      get('/api/chat/tree', chat),
      get('/api/chat/memory', chat),
      get('/api/chat/prompt', message),
      get('/api/chat/receipt', message),
      get('/api/chat/images', chat),
      get('/api/chat/helpReply', chat),
      get('/api/chat/audioLink', { message_id: messageId }),
      get('/api/chat/getStreamAudio', { message_id: messageId }),
      get('/api/chat/exportChat', { ...chat, format: 'json' }),
      get('/api/chat/search', {}, { ...chat, q: SECRET }),
      get('/api/chat/branch', {}, message),
      get('/api/chat/rename', {}, { ...chat, title: SECRET }),
      get('/api/chat/pin', {}, { ...chat, on: true }),
      get('/api/chat/read', {}, { ...chat, seq: 1 }),
      get('/api/chat/saveMemory', {}, { ...chat, facts: [] }),
      get('/api/chat/settings', {}, { ...chat, note: null }),
      get('/api/chat.Multiple/cardList', { id: groupId }),
      get('/api/chat/like', {}, { card_id: groupId, on: true }),
      get('/api/chat/similarCards', { id: groupId }),
    ])
    const lists = await Promise.all([
      get('/api/chat/list', {}),
      get('/api/chat/list', { q: SECRET }),
      get('/api/chat/unread', {}),
      get('/api/chat/search', {}, { q: SECRET }),
      get('/api/chat.Multiple/cardList', { q: 'Two' }),
      get('/api/user/chatCardList', { type: 'multiple' }),
    ])
    const live = new RealtimeClient(`${from.origin.replace('http', 'ws')}/ws?token=${person.token}`, auth)
    await live.next('ready')
    const frame: ClientFrame = {
      type: 'sync',
      user_rev: 0,
      chats: [{ chat_id: chatId, rev: 1 }],
      streams: [{ message_id: messageId, offset: 0 }],
    }
    live.send(frame)
    await live.next('synced')
    const frames = [...live.frames]
    live.close()
    return { byId, lists, frames }
  }

  it('is there for an adult who has turned adult content on, in a country that allows it', async () => {
    const { byId, lists, frames } = await readEverything(server, ALLOWED)
    const refused = byId.filter(({ status }) => status !== 200).map(({ path, status }) => `${path} ${status}`)
    expect(refused).toEqual([])
    expect(lists.map(({ text }) => text.includes(chatId) || text.includes(groupId))).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
    ])
    expect(JSON.stringify(frames)).toContain(SECRET)
  })

  it.each([
    ['in a country where adult content is off', () => ({ from: server, headers: { [COUNTRY_HEADER]: 'IR' } })],
    ['in an unknown country', () => ({ from: server, headers: {} })],
    ['after the operator has asked for an age check', () => ({ from: strict, headers: ALLOWED })],
    [
      'after the person has turned adult content off',
      async () => {
        await person.call('POST /api/account/setNsfw', { body: { on: false }, headers: ALLOWED })
        return { from: server, headers: ALLOWED }
      },
    ],
  ])('N4: is absent from every read %s', async (_case, prepare) => {
    const { from, headers } = await prepare()
    const { byId, lists, frames } = await readEverything(from, headers)
    const answered = byId.filter(({ status }) => status !== 404).map(({ path, status }) => `${path} ${status}`)
    expect(answered).toEqual([])
    for (const { path, text } of [...byId, ...lists]) {
      expect([path, text.includes(SECRET), text.includes(chatId), text.includes(groupId)]).toEqual([
        path,
        false,
        false,
        false,
      ])
    }
    expect(JSON.stringify(frames)).not.toContain(SECRET)
    expect(frames.filter(({ type }) => type.startsWith('message.') || type === 'chat.updated')).toEqual([])
    expect(frames).toContainEqual({ type: 'chat.deleted', chat_id: chatId, hidden: true })
  })
})
