import { randomUUID } from 'node:crypto'
import { type Line, storeLines } from '@everkin/testing/recall-conversation.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'
import type { TextModelRequest } from '../../models/module.ts'
import { flatPrompt } from './prompt-view.ts'

const TURNS = 24
const PLACES = ['lamp', 'harbour', 'suitcase', 'bakery', 'lighthouse', 'orchard', 'chapel', 'mill']

const sentence = (at: number, words: number) =>
  Array.from(
    { length: words },
    (_, word) => ['the', 'tide', 'turned', 'again', `near${(at * 7 + word) % 97}`][word % 5],
  )
    .join(' ')
    .concat('. ')

const LONG = (about: string, words: number) => `${about} ${sentence(about.length, words)}`

const DEFINITION = {
  description: LONG('{{char}} steers the night ferry and has for thirty years.', 420),
  personality: LONG('Dry, watchful, slow to laugh.', 120),
  scenario: LONG('Fog on the quay, and {{user}} on the bench.', 60),
  first_mes: LONG('*The rope is already off.* "You are late."', 60),
  mes_example: Array.from(
    { length: 3 },
    (_, at) => `<START>\n{{user}}: Far?\n{{char}}: ${LONG('Far enough.', 50 + at)}`,
  ).join('\n'),
  character_book: {
    entries: [
      {
        keys: [],
        constant: true,
        content: LONG('The ferry is called Marie.', 60),
        enabled: true,
        position: 'before_char',
      },
      ...PLACES.map((place, at) => ({
        keys: [place],
        content: LONG(`The ${place} has its own story.`, 50),
        enabled: true,
        insertion_order: at,
        position: at % 2 ? 'after_char' : 'before_char',
      })),
    ],
  },
}

/** How much of a prompt is still at the beginning of the one after it. */
function survivingShare(before: string, after: string): number {
  let same = 0
  while (same < before.length && before[same] === after[same]) same += 1
  return same / before.length
}

describe('what of a prompt survives from one turn to the next, with lore and memory active', () => {
  const clock = createTestClock()
  const isReading = (request: TextModelRequest) =>
    request.messages[0]?.content.startsWith('You keep the notes') ?? false
  let readings = 0
  let replyWords = 60
  const model = {
    ...createFakeTextModel({
      reply: (request, index) => {
        if (!isReading(request)) return { parts: [LONG(`*She nods.* So it goes, ${index}.`, replyWords)] }
        readings += 1
        const seq = Number(/\[(\d+)\]/.exec(request.messages.at(-1)?.content ?? '')?.[1] ?? 1)
        const fact = `Mara likes harbour number ${readings} and lamps of kind ${readings}`
        const summary = `They talked ${readings} times. ${sentence(readings, 80)}`
        return { parts: [JSON.stringify({ summary, facts: [{ from: seq, fact }] })] }
      },
    }),
    contextTokens: 8192,
  }
  let server: TestServer
  let person: TestPerson
  beforeAll(async () => {
    server = await startTestServer({ model, clock, settings: { MESSAGE_PRICE: '0' } })
    person = await server.signIn()
  })
  afterAll(() => server.end())

  async function startChat() {
    const body = { name: 'Ilse', tagline: 'Steers.', age: 40, visibility: 'private', definition: DEFINITION } as const
    const { data: card } = await person.call('POST /api/chat.Single/saveCard', { body })
    const { data: chat } = await person.call('POST /api/chat/start', { body: { card_id: card.id } })
    const note = { text: 'Keep the fog thick.', depth: 4 }
    await person.call('POST /api/chat/settings', { body: { chat_id: chat.id, note } })
    return { chatId: chat.id, cardId: card.id }
  }

  async function readAll() {
    for (let done = 1; done > 0; ) {
      clock.advance(10_000)
      done = await server.context.jobs.runDue()
    }
  }

  async function talk(chatId: string, turns: number, words: number) {
    replyWords = words
    const live = await person.connect()
    const prompts: TextModelRequest[] = []
    for (let turn = 0; turn < turns; turn++) {
      const from = model.requests.length
      const begun = live.frames.length
      const place = turn % 3 === 2 ? 'sea' : PLACES[(turn * 5) % PLACES.length]
      const text = `What about the ${place}, on day ${turn}? ${sentence(turn, 12)}`
      live.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text })
      await live.next('message.completed', () => true, begun)
      prompts.push(...model.requests.slice(from).filter((request) => !isReading(request)))
      await readAll()
    }
    live.close()
    return prompts
  }

  /** The shares of the turns, and how many of them moved the beginning of the conversation. */
  const measure = (prompts: readonly TextModelRequest[]) => {
    const turns = prompts.slice(1).map((prompt, at) => {
      const before = prompts[at]! // one before each
      return {
        share: survivingShare(flatPrompt(before), flatPrompt(prompt)),
        isStep: firstSaid(before) !== firstSaid(prompt),
        systemShare: (before.messages[0]?.content.length ?? 0) / flatPrompt(before).length,
      }
    })
    const shares = turns.map(({ share }) => share).sort((a, b) => a - b)
    return {
      median: shares[Math.floor(shares.length / 2)]!,
      worst: Math.min(...turns.filter(({ isStep }) => !isStep).map(({ share }) => share)),
      steps: turns.filter(({ isStep }) => isStep),
    }
  }
  const firstSaid = ({ messages }: TextModelRequest) => messages.find(({ role }) => role !== 'system')?.content

  it.each([
    [8_192, 25],
    [16_384, 130],
    [32_768, 130],
  ])(
    'is most of it, with a context of %i and replies of %i words',
    async (contextTokens, words) => {
      model.contextTokens = contextTokens
      const { chatId, cardId } = await startChat()
      const whole = measure(await talk(chatId, TURNS + 1, words))
      expect(whole.steps).toEqual([])
      expect(whole.median).toBeGreaterThan(0.85)
      expect(whole.worst).toBeGreaterThan(0.6)

      const lines = Array.from({ length: Math.ceil(contextTokens / 60) }, (_, at): Line => {
        return { role: at % 2 ? 'character' : 'user', text: `Line ${at}. ${sentence(at, 40)}` }
      })
      await storeLines(server.context.database, chatId, cardId, lines)
      await talk(chatId, 2, words)
      const full = measure(await talk(chatId, TURNS + 1, words))
      expect(readings).toBeGreaterThan(0)
      expect(full.median).toBeGreaterThan(0.85)
      expect(full.worst).toBeGreaterThan(0.6)
      // When the oldest messages leave, the card still survives.
      expect(full.steps.length).toBeLessThanOrEqual(3)
      for (const { share, systemShare } of full.steps) expect(share).toBeGreaterThan(systemShare * 0.95)
    },
    180_000,
  )
})
