import { storeLines } from '@everkin/testing/recall-conversation.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'

const MESSAGES = 800

describe('what the model sees', () => {
  const clock = createTestClock('2026-11-20T23:30:00Z')
  const model: { contextTokens: number } & ReturnType<typeof createFakeTextModel> = createFakeTextModel()
  let server: TestServer
  let person: TestPerson
  let chatId: string
  beforeAll(async () => {
    server = await startTestServer({ model, clock })
    person = await server.signIn()
    chatId = await person.startChat()
    const lines = Array.from({ length: MESSAGES }, (_, index) => ({
      role: index % 2 ? ('character' as const) : ('user' as const),
      text: `Line ${index} of the log. ${'The tide turns. '.repeat(4)}`,
    }))
    await storeLines(server.context.database, chatId, 'ilse', lines)
  })
  afterAll(() => server.end())

  const section = async (kind: string) => {
    const { data } = await person.call('GET /api/chat/prompt', { query: { chat_id: chatId } })
    return data.sections.find((each) => each.kind === kind)
  }
  const meter = async () => (await person.call('GET /api/chat/memory', { query: { chat_id: chatId } })).data.meter

  it('is every message of a long chat, where the context has room for it', async () => {
    model.contextTokens = 131_072
    const text = (await section('history'))?.text ?? ''
    expect(text).toContain('Line 0 of the log.')
    expect(text).toContain(`Line ${MESSAGES - 1} of the log.`)
    expect(await meter()).toMatchObject({ verbatim_messages: MESSAGES + 1, older_messages: 0 })
  })

  it('is as many messages as have room, limited by tokens alone', async () => {
    model.contextTokens = 16_384
    const { verbatim_messages, older_messages, free_tokens } = await meter()
    // The oldest leave in steps, after which up to half of their room is free.
    expect(verbatim_messages).toBeGreaterThan(150)
    expect(verbatim_messages + older_messages).toBe(MESSAGES + 1)
    expect(free_tokens).toBeLessThan(16_384 / 2)
  })

  it('tells how much of it is the same as for the reply before, unless there is none', async () => {
    model.contextTokens = 131_072
    const shareOf = async (query: { chat_id: string; message_id?: string }) =>
      (await person.call('GET /api/chat/prompt', { query })).data.unchanged_share
    // The reply after the last line has all messages but the last two from the prompt before.
    expect(await shareOf({ chat_id: chatId })).toBeGreaterThan(0.95)
    const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })
    expect(await shareOf({ chat_id: chatId, message_id: data.list.at(-1)!.id })).toBeGreaterThan(0.95)
    expect(await shareOf({ chat_id: await person.startChat('bram') })).toBeNull()
  })

  it('has the time in the person’s time zone', async () => {
    await server.context.database.query('update person set time_zone = $2 where id = $1', [
      person.user.id,
      'Asia/Tokyo',
    ])
    const note = { text: 'It is {{time}}, {{weekday}}, {{date}}.', depth: 1 }
    await person.call('POST /api/chat/settings', { body: { chat_id: chatId, note } })
    expect((await section('note'))?.text).toBe('It is 8:30 AM, Saturday, November 21, 2026.')
  })
})
