import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type GroupServer, startGroupServer } from './testing/group-room.ts'

describe.each(testDatabaseKinds)('a group chat on %s', (kind) => {
  let group: GroupServer

  beforeAll(async () => {
    group = await startGroupServer(kind)
  })
  afterAll(() => group.server.end())
  beforeEach(() => group.say({}))

  /** The room has gone quiet: what is sent next is answered after all that came before. */
  const speakers = (messages: { speaker: { name: string } | null }[]) => messages.map(({ speaker }) => speaker?.name)

  it('opens a group of the library with its scene, line by line, other greetings beside it', async () => {
    const person = await group.server.signIn(`${kind}-library@example.org`)
    const { data: chat } = await person.call('POST /api/chat/start', { body: { group_id: 'crew-of-the-heron' } })
    expect(chat).toMatchObject({ type: 'multiple', title: 'Crew of the Heron', muted: [] })
    const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chat.id } })
    expect(data.list.map(({ speaker }) => speaker?.card_id ?? null)).toEqual([
      null,
      'coral',
      'anneke',
      'rafael',
      'anneke',
    ])
    expect(data.list.map(({ role }) => role)).toEqual(Array(5).fill('character'))
    expect(data.list.map(({ variant }) => variant.count)).toEqual([4, 1, 1, 1, 1])
    expect(data.list.every(({ text }) => !text.includes('{{'))).toBe(true)
    expect(chat.last_message).toMatchObject({ speaker_name: 'Captain Anneke de Vries' })
    const info = await person.call('GET /api/chat/info', { query: { chat_id: chat.id } })
    expect(info.data.members.map((member) => member.card_id)).toEqual(['anneke', 'rafael', 'coral'])
  })

  it('lets who is named answer, in the order of the text, each seeing the one before, for one message', async () => {
    const room = await group.enter()
    group.say({ Caro: 'I am first.', Ana: 'I am second.' })
    const from = group.model.requests.length
    const replies = await room.talk('Caro and Ana, what do you think?', 2)
    expect(speakers(replies)).toEqual(['Caro', 'Ana'])
    expect(await room.balance()).toBe(19)
    const [first, second] = group.model.requests.slice(from).map(({ messages }) => JSON.stringify(messages))
    expect(first).not.toContain('I am first.')
    expect(second).toContain('Caro: I am first.')
    expect((await room.path()).map(({ text }) => text)).toEqual([
      'It begins.',
      'Caro and Ana, what do you think?',
      'I am first.',
      'I am second.',
    ])
  })
})
