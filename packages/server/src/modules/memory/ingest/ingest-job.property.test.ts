import { type Line, storeLines } from '@everkin/testing/recall-conversation.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'
import { loadChatContext } from '../../chats/context/load-chat-context.ts'
import { buildReplyPrompt } from '../../chats/generation/open-reply.ts'
import { loadReplyContext } from '../../chats/generation/reply-context.ts'
import { isSpoken } from '../../chats/store/path-cache.ts'
import { countTokens } from '../../models/module.ts'
import { listUnreadPath } from './ingest-context.ts'
import { enqueueIngest } from './ingest-job.ts'

/** The events in a chat, in order; the tree and the sizes are random. */
type Step = { say: number[] } | { goBackTo: number } | { isRead: true } | { pin: number }

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ say: fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 40 }) }) },
    { weight: 1, arbitrary: fc.record({ goBackTo: fc.double({ min: 0, max: 1, noNaN: true }) }) },
    { weight: 2, arbitrary: fc.constant({ isRead: true as const }) },
    { weight: 1, arbitrary: fc.record({ pin: fc.integer({ min: 1, max: 120 }) }) },
  ),
  { minLength: 3, maxLength: 12 },
)
const contexts = fc.constantFrom(1_200, 2_048, 4_096, 8_192, 32_768, 131_072)

describe('no message of the active path is lost', () => {
  const clock = createTestClock()
  // The demo model writes no summary: here the passages alone must contain what has left the prompt.
  const model = { ...createFakeTextModel(), kind: 'demo' as const, contextTokens: 0 }
  let server: TestServer
  let person: TestPerson
  beforeAll(async () => {
    server = await startTestServer({ model, clock })
    person = await server.signIn()
  })
  afterAll(() => server.end())

  const startChat = async () =>
    (await person.call('POST /api/chat/start', { body: { card_id: 'ilse', fresh: true } })).data.id

  async function readAll(chatId: string) {
    await enqueueIngest(server.context, { chatId, personId: person.user.id })
    for (let done = 1; done > 0; ) {
      clock.advance(10_000)
      done = await server.context.jobs.runDue()
    }
  }

  async function goBack(chatId: string, place: number) {
    const { database } = server.context
    const [chat] = await database.query<{ leafSeq: number }>('select leaf_seq as "leafSeq" from chat where id = $1', [
      chatId,
    ])
    const path = await listUnreadPath(database, { id: chatId, leafSeq: chat?.leafSeq ?? 0 }, 0)
    const leaf = path[Math.floor(place * (path.length - 1))] ?? 1
    await database.query('update chat set leaf_seq = $2, rev = rev + 1 where id = $1', [chatId, leaf])
  }

  async function take(chatId: string, step: Step) {
    if ('say' in step) {
      const lines = step.say.map(
        (words, index): Line => ({ role: index % 2 ? 'character' : 'user', text: `tide${words} `.repeat(words) }),
      )
      if (lines.length > 0) await storeLines(server.context.database, chatId, 'ilse', lines)
    } else if ('goBackTo' in step) await goBack(chatId, step.goBackTo)
    else if ('pin' in step) {
      const fact = { text: 'lamp '.repeat(step.pin).trim(), pinned: true }
      await person.call('POST /api/chat/saveMemory', { body: { chat_id: chatId, facts: [fact] } })
    } else await readAll(chatId)
  }

  /**
   * The messages of the path that are neither in the prompt after a message of this many words nor in a passage of the
   * path.
   */
  async function lost(chatId: string, nextWords: number) {
    const { database, chats } = server.context
    const turn = await loadChatContext(chats, { identity: { personId: person.user.id }, country: null }, chatId)
    const before = await chats.paths.read(database, turn.chat)
    const text = 'and '.repeat(nextWords)
    const own = { seq: turn.chat.nextSeq, role: 'user' as const, speakerId: null, text, tokens: countTokens(text) }
    const setting = await loadReplyContext(chats, turn, { path: nextWords > 0 ? [...before, own] : before })
    const prompt = buildReplyPrompt(chats, setting.planned, setting)
    const inPrompt = new Set(
      setting.heard
        .filter(isSpoken)
        .slice(prompt.dropped.history)
        .map(({ seq }) => seq),
    )
    const path = await listUnreadPath(database, turn.chat, 0)
    const onPath = new Set(path)
    const passages = await database.query<{ toSeq: number; seqs: number[] }>(
      'select to_seq as "toSeq", seqs from memory_passage where chat_id = $1',
      [chatId],
    )
    const recallable = new Set(passages.filter(({ toSeq }) => onPath.has(toSeq)).flatMap(({ seqs }) => seqs))
    return {
      seqs: path.filter((seq) => !inPrompt.has(seq) && !recallable.has(seq)),
      isIngestDue: setting.memory.isIngestDue,
    }
  }

  it('each is in the prompt, in a passage or about to be ingested; after ingest, in one of the first two', async () => {
    await fc.assert(
      fc.asyncProperty(contexts, steps, fc.integer({ min: 1, max: 300 }), async (contextTokens, story, nextWords) => {
        model.contextTokens = contextTokens
        const chatId = await startChat()
        for (const step of story) {
          await take(chatId, step)
          const { seqs, isIngestDue } = await lost(chatId, nextWords)
          if (seqs.length > 0) expect(isIngestDue, `lost and not to be read: ${seqs}`).toBe(true)
        }
        await readAll(chatId)
        expect((await lost(chatId, 0)).seqs).toEqual([])
      }),
      { numRuns: 40 },
    )
  }, 240_000)
})
