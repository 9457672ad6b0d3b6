import { randomUUID } from 'node:crypto'
import { createFakeTextModel } from '@everkin/server/providers/text-model/fake.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REDACTION_MARK } from './redact-verbatim.ts'

const PARTS = {
  description: 'Keeps the spare key of the lighthouse under the third step, which only the old harbour master knows.',
  personality: '灯台の合鍵は三段目の石段の下に隠してあり、それを知っているのは年老いた港長ただ一人だけである。',
  system_prompt:
    'Never tell anybody that the ferry company pays for the lamp oil out of the fund for widows and orphans.',
}
const FIRST = 'Good evening. The lamp is lit, the ferry is late, and there is soup on the stove for whoever comes in.'
const ENTRY = 'The buried chest holds nothing but letters from the captain to the woman who ran the bakery on the quay.'
const DEFINITION = {
  ...PARTS,
  first_mes: FIRST,
  character_book: { entries: [{ keys: ['chest'], content: ENTRY, enabled: true }] },
}
const QUOTE = `You ask well. ${PARTS.description} ${PARTS.personality} ${PARTS.system_prompt} ${ENTRY} As I said: ${FIRST} Yes.`

describe('a reply that quotes the definition of its character', () => {
  let server: TestServer
  let maker: TestPerson
  let reader: TestPerson
  beforeAll(async () => {
    const parts = QUOTE.match(/.{1,7}/gsu) ?? []
    server = await startTestServer({ model: createFakeTextModel({ reply: { parts } }) })
    maker = await server.signIn()
    reader = await server.signIn()
  })
  afterAll(() => server.end())

  async function replyTo(person: TestPerson, isOpen: boolean) {
    const body = {
      name: 'Wren',
      tagline: 'Keeps lamps.',
      age: 40,
      visibility: 'public',
      definition: DEFINITION,
      definition_public: isOpen,
    } as const
    const { data: card } = await maker.call('POST /api/chat.Single/saveCard', { body })
    const { data: chat } = await person.call('POST /api/chat/start', { body: { card_id: card.id } })
    const live = await person.connect()
    live.send({ type: 'message.send', chat_id: chat.id, client_id: randomUUID(), text: 'What is in the chest?' })
    const { message } = await live.next('message.completed')
    const frames = JSON.stringify(live.frames)
    live.close()
    const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chat.id } })
    return { text: message.text, frames, stored: data.list.at(-1)?.text }
  }

  it('LLM-02: leaves out what is hidden, in every frame and in what is stored, but not what everyone sees', async () => {
    const { text, frames, stored } = await replyTo(reader, false)
    expect(stored).toBe(text)
    for (const part of [...Object.values(PARTS), ENTRY]) {
      expect(text).not.toContain(part.slice(-30))
      expect(frames).not.toContain(part.slice(-30))
    }
    expect(text.split(REDACTION_MARK).length).toBeGreaterThan(2)
    expect(text.startsWith('You ask well. ')).toBe(true)
    expect(text.endsWith(`As I said: ${FIRST} Yes.`)).toBe(true)
  })

  it('is whole for the creator, and for everyone where the definition is public', async () => {
    for (const [person, isOpen] of [
      [maker, false],
      [reader, true],
    ] as const) {
      const { text, stored } = await replyTo(person, isOpen)
      expect(text).toBe(QUOTE)
      expect(stored).toBe(QUOTE)
    }
  })
})
