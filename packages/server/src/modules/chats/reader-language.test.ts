import { randomUUID } from 'node:crypto'
import type { RealtimeClient } from '@everkin/testing/realtime-client.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../providers/text-model/fake.ts'

const IN_ARABIC = { cookie: 'i18n_redirected=ar' }
const IN_ENGLISH = { cookie: 'i18n_redirected=en' }

describe('a chat that began in another language than that of its reader', () => {
  let server: TestServer
  let person: TestPerson
  let client: RealtimeClient
  let chatId: string
  const model = createFakeTextModel({ reply: () => ({ parts: ['The tide is out.'] }) })

  beforeAll(async () => {
    server = await startTestServer({ model })
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    person = await server.signIn()
    chatId = await person.startChat('ilse')
    client = await person.connect(IN_ARABIC)
  })

  const info = async (headers = IN_ARABIC) =>
    (await person.call('GET /api/chat/info', { query: { chat_id: chatId }, headers })).data
  const send = (text: string) => client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text })
  /** All names in the frames from this index on. */
  const namesSince = (from: number) =>
    client.frames.slice(from).flatMap((frame) => {
      if (frame.type === 'chat.updated') return [frame.chat.title, frame.chat.card.name]
      if (frame.type === 'path.changed') return frame.list.flatMap(({ speaker }) => speaker?.name ?? [])
      return 'message' in frame ? (frame.message.speaker?.name ?? []) : []
    })

  it('has the names of the reader’s language in every event, as in its pages', async () => {
    const { title, card } = await info()
    expect(title).toBe(card.name)
    expect(title).not.toBe((await info(IN_ENGLISH)).title)
    send('Hello.')
    const { message } = await client.next('message.completed')
    send('Once more.')
    await client.next('message.completed', ({ message: { seq } }) => seq > message.seq)
    client.send({ type: 'message.regenerate', chat_id: chatId, message_id: message.id })
    await client.next('message.completed', ({ message: { variant } }) => variant.count > 1)
    client.send({ type: 'message.select', chat_id: chatId, message_id: message.id })
    await client.next('path.changed')
    client.send({ type: 'message.hide', chat_id: chatId, message_id: message.id, hidden: true })
    await client.next('message.updated')
    expect(new Set(namesSince(0))).toEqual(new Set([title]))
  })

  it('names the speaker of the newest message in the list in the reader’s language', async () => {
    const { data: group } = await person.call('POST /api/chat/start', { body: { group_id: 'crew-of-the-heron' } })
    const listed = async (headers: { cookie: string }) => {
      const { list } = (await person.call('GET /api/chat/list', { headers })).data
      const { members } = (await person.call('GET /api/chat/info', { query: { chat_id: group.id }, headers })).data
      const captain = members.find(({ card_id }) => card_id === 'anneke')?.name
      return { shown: list.find(({ id }) => id === group.id)?.last_message?.speaker_name, captain }
    }
    const english = await listed(IN_ENGLISH)
    const arabic = await listed(IN_ARABIC)
    expect(english.shown).toBe('Captain Anneke de Vries')
    expect(arabic.shown).toBe(arabic.captain)
    expect(arabic.shown).not.toBe(english.shown)
  })

  it('answers each device in the language of its own page', async () => {
    const english = (await info(IN_ENGLISH)).title
    const other = await person.connect(IN_ENGLISH)
    send('Hello.')
    const first = await client.next('message.completed')
    const from = other.frames.length
    other.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'And from here.' })
    const second = await other.next('message.completed', ({ message }) => message.seq > first.message.seq, from)
    expect([first.message.speaker?.name, second.message.speaker?.name]).toEqual([(await info()).title, english])
  })

  it('is found in the list by the name of its character in any language, also with another title', async () => {
    const found = async (q: string) =>
      (await person.call('GET /api/chat/list', { query: { q }, headers: IN_ARABIC })).data.list.map(({ id }) => id)
    const names = [(await info()).card.name, (await info(IN_ENGLISH)).card.name]
    expect(new Set(names).size).toBe(2)
    await person.call('POST /api/chat/rename', { body: { chat_id: chatId, title: 'Low tide' } })
    for (const name of [...names, 'low tide']) expect(await found(name)).toEqual([chatId])
    expect(await found('nobody of this name')).toEqual([])
  })

  it('keeps a title of the reader’s own in every language', async () => {
    await person.call('POST /api/chat/rename', { body: { chat_id: chatId, title: 'Low tide' } })
    expect((await info()).title).toBe('Low tide')
  })

  it('shows help in the language of the reader', async () => {
    send('A [[crisis-cue]] here')
    const { text } = await client.next('safety.notice')
    expect(text).toMatch(/\p{Script=Arabic}/u)
  })
})
