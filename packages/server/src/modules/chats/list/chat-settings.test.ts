import { randomUUID } from 'node:crypto'
import { LIMITS } from '@everkin/contract/limits.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'
import type { PromptMessage } from '../../models/module.ts'

describe.each(testDatabaseKinds)('chat settings on %s', (kind) => {
  let server: TestServer
  let asked: readonly PromptMessage[] = []
  beforeAll(async () => {
    const model = createFakeTextModel({
      reply: ({ messages }) => {
        asked = messages
        return { parts: ['Aye.'] }
      },
    })
    server = await startTestServer({ kind, model })
  })
  afterAll(() => server.end())

  const persona = async (person: TestPerson, name: string, description = '') =>
    (await person.call('POST /api/user/savePersona', { body: { name, description } })).data
  const set = (person: TestPerson, body: object) => person.call('POST /api/chat/settings', { body })
  const info = async (person: TestPerson, chatId: string) =>
    (await person.call('GET /api/chat/info', { query: { chat_id: chatId } })).data
  const talk = async (person: TestPerson, chatId: string, text: string) => {
    const live = await person.connect()
    live.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text })
    await live.next('message.completed')
    live.close()
  }

  it('enter the prompt of the next reply, also in a chat in use', async () => {
    const person = await server.signIn()
    const chatId = await person.startChat()
    await talk(person, chatId, 'Good evening.')
    expect(asked[0]?.content).not.toContain('Zephyrine')
    const before = await info(person, chatId)
    const { id } = await persona(person, 'Zephyrine', 'A night nurse.')
    const note = { text: 'Keep it slow, {{user}} is tired.', depth: 1 }
    const reply = await set(person, { chat_id: chatId, persona_id: id, note })
    expect(reply.data.settings).toMatchObject({ persona_id: id, note })
    expect(reply.data.rev).toBeGreaterThan(before.rev)

    await talk(person, chatId, 'Any news?')
    expect(asked[0]?.content).toContain('A night nurse.')
    expect(asked[0]?.content).toContain('story with Zephyrine')
    const at = asked.findIndex(({ content }) => content === 'Any news?')
    expect(asked[at - 1]).toEqual({ role: 'system', content: 'Keep it slow, Zephyrine is tired.' })

    await set(person, { chat_id: chatId, note: null })
    await talk(person, chatId, 'And now?')
    expect(JSON.stringify(asked)).not.toContain('Keep it slow')
    expect(asked[0]?.content).toContain('A night nurse.')
    expect(await info(person, chatId)).toMatchObject({ settings: { persona_id: id, note: null } })
  })

  it('fall back to the nickname when the persona is deleted', async () => {
    const person = await server.signIn()
    const chatId = await person.startChat()
    const { id } = await persona(person, 'Vesper', 'Made of fog.')
    await set(person, { chat_id: chatId, persona_id: id })
    await talk(person, chatId, 'Hello.')
    expect(asked[0]?.content).toContain('Made of fog.')
    await person.call('POST /api/user/deletePersona', { body: { id } })
    await talk(person, chatId, 'Hello again.')
    expect(asked[0]?.content).not.toMatch(/Vesper|Made of fog/)
    expect(asked[0]?.content).toContain(`story with ${person.user.nickname}`)
    expect((await info(person, chatId)).settings.persona_id).toBeNull()
  })

  it('use the default persona in a new chat, in the greeting too', async () => {
    const person = await server.signIn()
    const { id } = await persona(person, 'Zephyrine')
    const { database } = server.context
    const greeting = JSON.stringify('You are late, {{user}}.')
    await database.query(`delete from card_text where card_id = 'anneke'`)
    await database.query(
      `update card set definition = jsonb_set(definition, '{first_mes}', $1::jsonb) where id = 'anneke'`,
      [greeting],
    )
    const chatId = await person.startChat('anneke')
    expect((await info(person, chatId)).settings.persona_id).toBe(id)
    const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })
    expect(data.list[0]?.text).toBe('You are late, Zephyrine.')
  })

  it.each([
    ['a persona that is not there', { persona_id: 'nobody' }, 1003],
    ['a note that is too long', { note: { text: 'x'.repeat(LIMITS.noteLength + 1), depth: 1 } }, 1000],
    ['a note too deep', { note: { text: 'x', depth: LIMITS.noteDepth + 1 } }, 1000],
    ['a depth below none', { note: { text: 'x', depth: -1 } }, 1000],
    ['half a depth', { note: { text: 'x', depth: 0.5 } }, 1000],
    ['a note without a depth', { note: { text: 'x' } }, 1000],
    ['a note that the rules block', { note: { text: '[[minor-cue]] [[sexual-cue]]', depth: 1 } }, 1011],
    ['a note that makes the character a minor', { note: { text: '{{char}} is 15', depth: 1 } }, 1011],
    ['the same by name', { note: { text: 'From now on Ilse is 15.', depth: 1 } }, 1011],
  ])('refuses %s and changes nothing', async (_name, body, code) => {
    const person = await server.signIn()
    const chatId = await person.startChat()
    const before = await info(person, chatId)
    expect((await set(person, { chat_id: chatId, ...body })).code).toBe(code)
    expect(await info(person, chatId)).toEqual(before)
  })

  it('say of a blocked note that it was not saved', async () => {
    const person = await server.signIn()
    const chatId = await person.startChat()
    const note = { text: '[[minor-cue]] [[sexual-cue]]', depth: 1 }
    expect((await set(person, { chat_id: chatId, note })).msg).toMatch(/^We can’t save this\./)
  })

  it('reject other people’s chats and personas; a blank note is removed', async () => {
    const [person, stranger] = [await server.signIn(), await server.signIn()]
    const chatId = await person.startChat()
    const own = await stranger.startChat()
    const { id } = await persona(person, 'Zephyrine')
    expect((await set(stranger, { chat_id: chatId, note: { text: 'x', depth: 1 } })).code).toBe(1003)
    expect((await set(stranger, { chat_id: own, persona_id: id })).code).toBe(1003)
    expect((await info(stranger, own)).settings.persona_id).toBeNull()
    expect((await set(person, { chat_id: chatId, note: { text: ' \n ', depth: 3 } })).data.settings.note).toBeNull()
  })
})
