import { storeLines } from '@everkin/testing/recall-conversation.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'
import { loadChatContext } from '../context/load-chat-context.ts'
import { NO_MEMORY, NOTHING_RECALLED } from '../context/memory-port.ts'
import type { PlannedPrompt } from '../context/planned-prompt.ts'
import { buildReplyPrompt, findReplyWindow } from './open-reply.ts'
import { loadReplyContext, type ReplyContext } from './reply-context.ts'

const LINES = Array.from({ length: 120 }, (_, at) => ({
  role: at % 2 === 0 ? ('user' as const) : ('character' as const),
  text: `The tide turned again at pier ${at}. `.repeat(6),
}))

describe('the prompt of a reply whose window was found before', () => {
  const clock = createTestClock()
  const model = { ...createFakeTextModel(), contextTokens: 4_096 }
  let server: TestServer
  let person: TestPerson
  let chatId: string
  beforeAll(async () => {
    server = await startTestServer({ model, clock })
    person = await server.signIn()
    chatId = (await person.call('POST /api/chat/start', { body: { card_id: 'ilse' } })).data.id
    await storeLines(server.context.database, chatId, 'ilse', LINES)
  })
  afterAll(() => server.end())

  const loadReply = async (): Promise<ReplyContext> => {
    const { database, chats } = server.context
    const turn = await loadChatContext(chats, { identity: { personId: person.user.id }, country: null }, chatId)
    const path = [...(await chats.paths.read(database, turn.chat))]
    return loadReplyContext({ ...chats, recall: async () => NOTHING_RECALLED }, turn, { path })
  }
  const promptOf = (reply: ReplyContext, planned: PlannedPrompt | null = null) =>
    buildReplyPrompt(server.context.chats, planned, reply)

  it('is the prompt that would be built at once, whatever is remembered', async () => {
    const reply = await loadReply()
    const memory = { ...NO_MEMORY, summary: 'They have met at many piers.' }
    for (const remembered of [reply, { ...reply, memory }]) {
      const expected = promptOf(remembered)
      const { window, planned } = findReplyWindow(server.context.chats, reply)
      expect(window).toEqual(expected.window)
      expect(window.from).toBeGreaterThan(0)
      expect(promptOf(remembered, planned)).toEqual(expected)
    }
  })

  it('is built anew when anything else is different', async () => {
    const reply = await loadReply()
    const others: Partial<ReplyContext>[] = [
      { isProactive: true },
      { isContinuation: true },
      { persona: { name: 'Mara', text: 'A pilot of small boats.' } },
      { note: { text: 'It is raining.', depth: 2 } },
    ]
    for (const other of others) {
      const { planned } = findReplyWindow(server.context.chats, reply)
      const changed = { ...reply, ...other }
      expect(promptOf(changed, planned)).toEqual(promptOf(changed))
    }
  })
})
