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

  async function tell(person: TestPerson, lines: string[]) {
    const chatId = await person.startChat()
    const client = await person.connect()
    for (const text of lines) {
      client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text })
      const sent = client.frames.length
      await client.next('message.completed', () => true, sent)
    }
    for (let done = 1; done > 0; ) {
      clock.advance(10_000)
      done = await server.context.jobs.runDue()
    }
    const { data } = await person.call('GET /api/chat/memory', { query: { chat_id: chatId } })
    return data.facts.map(({ text }: { text: string }) => text).sort()
  }

  it('are in the memory panel once, with the message that told them', async () => {
    const told = ["My grandmother's name was Solveig.", 'I live in Bergen.', 'Lovely weather.', 'I live in Bergen.']
    expect(await tell(await server.signIn(), told)).toEqual(['Grandmother: Solveig', 'Lives in: Bergen'])
  })

  it('are not made of questions or nothing', async () => {
    expect(await tell(await server.signIn(), ['Where do I live?', '…', 'Is my sister called Ana?'])).toEqual([])
  })
})
