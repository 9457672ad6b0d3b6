import { randomUUID } from 'node:crypto'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDemoModel } from '../../../providers/text-model/demo/demo-model.ts'

describe.each(testDatabaseKinds)('facts with the demo model on %s', (kind) => {
  const clock = createTestClock()
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ kind, clock, model: createDemoModel({ wait: async () => {} }) })
  }, 120_000)
  afterAll(() => server.end())

  async function tell(person: TestPerson, lines: string[], chatId?: string) {
    const chat = chatId ?? (await person.startChat())
    const client = await person.connect()
    for (const text of lines) {
      client.send({ type: 'message.send', chat_id: chat, client_id: randomUUID(), text })
      const sent = client.frames.length
      await client.next('message.completed', () => true, sent)
    }
    return readFacts(person, chat)
  }
  /** The facts once the jobs that are enqueued by now have run. */
  async function readFacts(person: TestPerson, chatId: string) {
    for (let done = 1; done > 0; ) {
      clock.advance(10_000)
      done = await server.context.jobs.runDue()
    }
    return (await factsOf(person, chatId)).map(({ text }) => text).sort()
  }
  const factsOf = async (person: TestPerson, chatId: string) =>
    (await person.call('GET /api/chat/memory', { query: { chat_id: chatId } })).data.facts

  it('are in the memory panel once, with the message that told them', async () => {
    const told = ["My grandmother's name was Solveig.", 'I live in Bergen.', 'Lovely weather.', 'I live in Bergen.']
    expect(await tell(await server.signIn(), told)).toEqual(['Grandmother: Solveig', 'Lives in: Bergen'])
  })

  it('are not made of questions or nothing', async () => {
    expect(await tell(await server.signIn(), ['Where do I live?', '…', 'Is my sister called Ana?'])).toEqual([])
  })

  it('stay as the person has reworded them, though the message still says otherwise', async () => {
    const person = await server.signIn()
    const chatId = await person.startChat()
    await tell(person, ['I live in Bergen.'], chatId)
    // The job is enqueued after the end of the reply.
    await expect.poll(() => readFacts(person, chatId)).toEqual(['Lives in: Bergen'])
    const [fact] = await factsOf(person, chatId)
    const corrected = [{ id: fact!.id, text: 'Lives in: Oslo' }]
    await person.call('POST /api/chat/saveMemory', { body: { chat_id: chatId, facts: corrected } })
    await tell(person, ["My grandmother's name was Solveig."], chatId)
    await expect.poll(() => readFacts(person, chatId)).toEqual(['Grandmother: Solveig', 'Lives in: Oslo'])
  })
})
