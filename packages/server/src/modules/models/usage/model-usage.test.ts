import { randomUUID } from 'node:crypto'
import type { Message } from '@everkin/contract/types.ts'
import type { RealtimeClient } from '@everkin/testing/realtime-client.ts'
import { createTestClock, type TestClock } from '@everkin/testing/test-clock.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'
import type { TextModel, TextModelPart, TokenUsage } from '../module.ts'

const OPERATOR = 'operator@example.org'
const REPORTED: TokenUsage = { promptTokens: 1_000, cachedTokens: 400, replyTokens: 20 }

describe.each(testDatabaseKinds)('model usage, on %s', (kind) => {
  let clock: TestClock
  let server: TestServer
  let operator: TestPerson
  let person: TestPerson
  let client: RealtimeClient
  let chatId: string
  let reported: TokenUsage | null
  let ending: 'finish' | 'cut'

  beforeAll(async () => {
    clock = createTestClock()
    const model: TextModel = {
      ...createFakeTextModel(),
      async *stream(): AsyncGenerator<TextModelPart> {
        clock.advance(300)
        yield { type: 'text', text: 'Good ' }
        clock.advance(2_000)
        yield { type: 'text', text: 'evening.' }
        if (ending === 'cut') throw new Error('the stream broke')
        yield { type: 'finish', reason: 'stop', usage: reported }
      },
    }
    const settings = { ADMIN_EMAILS: OPERATOR, MODEL_TOKENS_PER_DAY_PER_PERSON: '5000', MODEL_TOKENS_PER_DAY: '100000' }
    server = await startTestServer({ kind, model, clock, settings })
    operator = await server.signIn(OPERATOR)
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    reported = REPORTED
    ending = 'finish'
    person = await server.signIn(`${randomUUID()}@example.org`)
    client = await person.connect()
    chatId = await person.startChat()
  })

  const talk = async (): Promise<Message> => {
    const from = client.frames.length
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Hello' })
    return (await client.next('message.completed', () => true, from)).message
  }
  const setPrice = (price: object | null, model_id = 'environment/fake') =>
    operator.call('POST /api/admin/saveModelPrice', { body: { model_id, price } })
  const EURO = { currency: 'EUR', input: 2, cached_input: 0.5, output: 10 }
  const ofReply = async (message: Message) =>
    (await person.call('GET /api/chat/usage', { query: { chat_id: chatId, message_id: message.id } })).data

  it('is part of a reply, as the provider reports it', async () => {
    const message = await talk()
    expect(message.usage).toEqual({
      model: 'fake',
      prompt_tokens: 1_000,
      cached_tokens: 400,
      reply_tokens: 20,
      reasoning_tokens: null,
      first_token_ms: 300,
      tokens_per_second: 10,
      estimated: false,
    })
    const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })
    expect(data.list.at(-1)?.usage).toEqual(message.usage)
  })

  it('is estimated where the provider reports nothing, and where the reply breaks off', async () => {
    reported = null
    const estimated = await talk()
    expect(estimated.usage).toMatchObject({ estimated: true, cached_tokens: null })
    expect(estimated.usage?.prompt_tokens).toBeGreaterThan(100)
    expect(estimated.usage?.reply_tokens).toBeGreaterThan(0)
    ending = 'cut'
    const cut = await talk()
    expect(cut).toMatchObject({ status: 'failed', usage: { estimated: true } })
    expect((await person.call('GET /api/user/usage')).data.today.requests).toBe(2)
  })

  it('costs what the price of its moment says, for the reply, the chat and the day', async () => {
    const free = await talk()
    expect((await setPrice(EURO)).data.price).toEqual({ model_id: 'environment/fake', ...EURO })
    const paid = await talk()
    // 600 tokens at 2, 400 at 0.5 and 20 at 10 for a million: in millionths, their products.
    const costs = [{ currency: 'EUR', micros: 600 * 2 + 400 * 0.5 + 20 * 10 }]
    expect(await ofReply(paid)).toMatchObject({ reply: { costs }, chat: { requests: 2, prompt_tokens: 2_000, costs } })
    expect((await ofReply(free)).reply?.costs).toEqual([])
    expect((await person.call('GET /api/user/usage')).data).toMatchObject({
      today: { requests: 2, prompt_tokens: 2_000, cached_tokens: 800, reply_tokens: 40, costs },
      models: [{ model: 'fake', requests: 2 }],
    })
    const { data: all } = await operator.call('GET /api/admin/usage')
    expect(all.people).toContainEqual(expect.objectContaining({ nickname: 'Mara', person_id: person.user.id, costs }))
    await setPrice(null)
  })

  it('has prices that only operators see and set, and refuses those that make no sense', async () => {
    expect((await person.call('GET /api/admin/modelPrices')).code).toBe(1002)
    expect(
      (await person.call('POST /api/admin/saveModelPrice', { body: { model_id: 'environment/fake', price: EURO } }))
        .code,
    ).toBe(1002)
    for (const price of [{ ...EURO, input: -1 }, { ...EURO, currency: 'euro' }, { ...EURO, output: 1e9 }, {}])
      expect((await setPrice(price)).code).toBe(1000)
    await setPrice({ ...EURO, cached_input: null }, 'gone')
    expect((await operator.call('GET /api/admin/modelPrices')).data.models).toEqual([
      { model_id: 'environment/fake', model: 'fake', price: null },
      { model_id: 'gone', model: 'gone', price: { model_id: 'gone', ...EURO, cached_input: null } },
    ])
    await setPrice(null, 'gone')
  })

  it('counts requests that are no replies, by their kind', async () => {
    await person.call('GET /api/chat/helpReply', { query: { chat_id: chatId } })
    expect((await person.call('GET /api/user/usage')).data.today).toMatchObject({ requests: 1, prompt_tokens: 1_000 })
    const { data } = await operator.call('GET /api/admin/usage')
    expect(data.kinds.map(({ kind: of }) => of)).toContain('suggestions')
  })

  it('refuses requests once the tokens of the day are used up, charges nothing, and begins again the next day (LLM-11)', async () => {
    for (let sent = 0; sent < 5; sent += 1) await talk()
    const before = (await person.call('GET /api/user/info')).data.wallet.message_num
    const client_id = randomUUID()
    client.send({ type: 'message.send', chat_id: chatId, client_id, text: 'One more' })
    const refused = await client.next('nack')
    expect(refused).toMatchObject({ client_id, code: 1009, data: { scope: 'person' } })
    expect(refused.msg).toContain('hours')
    expect((await person.call('GET /api/user/info')).data.wallet.message_num).toBe(before)
    const { budget } = (await person.call('GET /api/user/usage')).data
    expect(budget).toMatchObject({ limit: 5_000, used: 5_100 })
    expect((await person.call('POST /api/chat.Single/create', { body: { prompt: 'A keeper' } })).code).toBe(1009)
    expect((await person.call('GET /api/chat/helpReply', { query: { chat_id: chatId } })).data).toHaveLength(3)
    expect((await operator.call('GET /api/admin/usage')).data.people_at_limit).toBe(1)
    clock.set(budget.resets_at)
    expect((await talk()).status).toBe('complete')
  })

  it('leaves its numbers without their person when an account is deleted', async () => {
    await talk()
    const { data: counted } = await operator.call('GET /api/admin/usage')
    expect((await person.call('POST /api/account/delete')).code).toBe(1)
    const { data: left } = await operator.call('GET /api/admin/usage')
    expect(left.days).toEqual(counted.days)
    expect(left.people.map(({ person_id }) => person_id)).not.toContain(person.user.id)
    const rows = await server.context.database.query('select 1 from model_usage where person_id = $1', [person.user.id])
    expect(rows).toEqual([])
  })
})
