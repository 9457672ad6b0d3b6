import { randomUUID } from 'node:crypto'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Put into every field of a definition that a prompt is built from. */
const SECRET = 'canary-definition'
const DEFINITION = {
  description: `${SECRET} description`,
  personality: `${SECRET} personality`,
  scenario: `${SECRET} scenario`,
  first_mes: 'Good evening.',
  mes_example: `<START>\n{{char}}: ${SECRET} example`,
  system_prompt: `${SECRET} system`,
  post_history_instructions: `${SECRET} post history`,
  extensions: { depth_prompt: { prompt: `${SECRET} depth`, depth: 1, role: 'system' } },
  character_book: {
    entries: [
      { keys: ['lamp'], content: `${SECRET} lore`, comment: `${SECRET} comment`, enabled: true },
      { keys: ['lamp'], content: `@@depth 1\n${SECRET} deep lore`, enabled: true },
    ],
  },
}
const OF_THE_CARD = [
  'depth',
  'description',
  'examples',
  'instructions',
  'lore',
  'lore',
  'personality',
  'post_history',
  'scenario',
]

describe('what the model saw, for a character with a hidden definition', () => {
  let server: TestServer
  let maker: TestPerson
  let reader: TestPerson
  beforeAll(async () => {
    server = await startTestServer({ settings: { RATE_LIMITS: 'off' } })
    maker = await server.signIn()
    reader = await server.signIn()
  })
  afterAll(() => server.end())

  async function createTestCard(name: string, changes: object = {}): Promise<string> {
    const body = { name, tagline: 'Keeps lamps.', age: 40, visibility: 'public', definition: DEFINITION, ...changes }
    const { code, data } = await maker.call('POST /api/chat.Single/saveCard', { body })
    expect(code).toBe(1)
    return data.id
  }
  async function talk(person: TestPerson, target: object) {
    const { data: chat } = await person.call('POST /api/chat/start', { body: target })
    const live = await person.connect()
    live.send({ type: 'message.send', chat_id: chat.id, client_id: randomUUID(), text: 'The lamp is lit.' })
    // The next member of a group may still be answering in the chat before.
    const { message } = await live.next('message.completed', (frame) => frame.message.chat_id === chat.id)
    live.close()
    const query = { chat_id: chat.id, message_id: message.id }
    const [asked, next, receipt] = await Promise.all([
      person.call('GET /api/chat/prompt', { query }),
      person.call('GET /api/chat/prompt', { query: { chat_id: chat.id } }),
      person.call('GET /api/chat/receipt', { query }),
    ])
    expect([asked.code, next.code, receipt.code]).toEqual([1, 1, 1])
    return { prompt: asked.data, next: next.data, receipt: receipt.data }
  }
  const hiddenOf = (prompt: { sections: { kind: string; text: string | null }[] }) =>
    prompt.sections
      .filter(({ text }) => text === null)
      .map(({ kind }) => kind)
      .sort()

  it('shows others how large each part is but none of its text, in receipts too', async () => {
    const seen = await talk(reader, { card_id: await createTestCard('Wren') })
    expect(JSON.stringify(seen)).not.toContain(SECRET)
    expect(hiddenOf(seen.prompt)).toEqual(OF_THE_CARD)
    expect(hiddenOf(seen.next)).toEqual(expect.arrayContaining(['description', 'instructions', 'post_history']))
    for (const { label, tokens } of seen.prompt.sections) {
      expect(label).not.toBe('')
      expect(tokens).toBeGreaterThan(1)
    }
    expect(JSON.stringify(seen.prompt)).toContain('The lamp is lit.')
    expect(seen.receipt.lore).toEqual([
      { name: '', text: null },
      { name: '', text: null },
    ])
  })

  it('shows built-in text: instructions that the card leaves to us', async () => {
    const { first_mes, description } = DEFINITION
    const seen = await talk(reader, {
      card_id: await createTestCard('Plain', { definition: { first_mes, description } }),
    })
    expect(hiddenOf(seen.prompt)).toEqual(['description'])
    expect(JSON.stringify(seen)).not.toContain(SECRET)
  })

  it('shows everything to the creator, and to everyone where the definition is public', async () => {
    for (const seen of [
      await talk(maker, { card_id: await createTestCard('Own') }),
      await talk(reader, { card_id: await createTestCard('Open', { definition_public: true }) }),
      await talk(reader, { card_id: 'ilse' }),
    ])
      expect(hiddenOf(seen.prompt)).toEqual([])
    const { prompt, receipt } = await talk(reader, {
      card_id: await createTestCard('Opener', { definition_public: true }),
    })
    for (const part of ['description', 'personality', 'scenario', 'example', 'system', 'post history', 'depth', 'lore'])
      expect(JSON.stringify(prompt)).toContain(`${SECRET} ${part}`)
    expect(receipt.lore).toContainEqual({ name: `${SECRET} comment`, text: `${SECRET} lore` })
  })

  it.each([
    ['a scenario of its own', 'A lamp shop at night.', false],
    ['a scenario that comes to nothing', '{{// nothing}}', true],
    ['none', '', true],
  ])('keeps to each member’s rule in a group with %s', async (_name, scenario, isMembers) => {
    const hidden = await createTestCard('Hidden')
    const open = await createTestCard('Openly', { definition_public: true })
    const body = { name: 'Two', scenario, opening: 'Rain.', visibility: 'public', turn_policy: 'list' } as const
    for (const [members, expected] of [
      [[hidden, open], true],
      [[open, hidden], false],
    ] as const) {
      const { data: group } = await reader.call('POST /api/chat.Multiple/saveCard', {
        body: { ...body, member_ids: [...members], idempotency_key: randomUUID() },
      })
      const { prompt } = await talk(reader, { group_id: group.id })
      // The first member of the list answers first.
      const kinds = hiddenOf(prompt)
      expect(kinds.includes('description')).toBe(expected)
      expect(kinds.includes('scenario')).toBe(expected && isMembers)
      if (expected) expect(JSON.stringify(prompt)).not.toContain(SECRET)
    }
  })
})
