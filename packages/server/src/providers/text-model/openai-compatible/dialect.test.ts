import { type ModelServer, startModelServer } from '@everkin/testing/servers/model-server.ts'
import type { Behaviour } from '@everkin/testing/servers/model-server-behaviour.ts'
import { promptTokens, replyWords } from '@everkin/testing/servers/model-server-replies.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TextModel, TextModelError } from '../../../modules/models/module.ts'
import type { TextModelLimits } from '../endpoint/limits.ts'
import { readAll, requestFor, textOf } from '../text-model.suite.ts'
import { createOpenAiCompatibleModel } from './openai-compatible-model.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

function modelThat(
  behaviour: Partial<Behaviour>,
  { name = 'everkin-test', contextTokens = 8192, ...limits }: Partial<TextModelLimits> & Partial<TextModel> = {},
) {
  server.requests.length = 0
  server.behave(behaviour)
  return createOpenAiCompatibleModel({
    baseUrl: server.url,
    apiKey: 'sk-very-secret-key',
    name,
    contextTokens,
    limits,
    wait: async () => undefined,
  })
}
const whole = replyWords(12).join('')
const bodies = () => server.requests.map(({ body }) => body)
const failureOf = (model: TextModel, request = requestFor()) =>
  readAll(model, request).then(
    () => null,
    (error: TextModelError) => error,
  )

/** A prompt with a system message near its end, like an author's note. */
function requestWithNote() {
  const request = requestFor()
  request.messages.splice(2, 0, { role: 'system', content: 'Keep it short.' })
  return request
}

describe('learning from rejections', () => {
  it('stop strings are left out for a model that rejects them, and enforced here', async () => {
    const model = modelThat({ mode: 'refuses_stop' })
    expect((await readAll(model, requestFor())).text).toBe(whole)
    await readAll(model, requestFor())
    expect(bodies().map((body) => body.stop)).toEqual([['\nAlex:'], undefined, undefined])
    server.behave({ mode: 'scripted', script: ['Well.', '\nAlex: I nod'] })
    expect((await readAll(model, requestFor())).text).toBe('Well.')
  })

  it('a model that only takes a leading system message gets later ones as notes', async () => {
    const model = modelThat({ mode: 'system_first' })
    expect((await readAll(model, requestWithNote())).text).toBe(whole)
    expect(
      bodies()
        .at(-1)
        ?.messages.map(({ role }) => role),
    ).toEqual(['system', 'user', 'assistant', 'user'])
  })

  it('a model without a system role gets it at the start of the first message', async () => {
    const model = modelThat({ mode: 'no_system_role' })
    expect((await readAll(model, requestWithNote())).text).toBe(whole)
    const { messages = [] } = bodies().at(-1) ?? {}
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(messages[0]?.content).toMatch(/^You are Ilse/)
    await readAll(model, requestWithNote())
    expect(server.requests).toHaveLength(3)
  })

  it('a reported context length rebuilds the prompt once and is remembered', async () => {
    const long = requestFor()
    long.messages[0] = { role: 'system', content: 'lamp '.repeat(6_000) }
    const budgets: number[] = []
    const refit = (contextTokens: number) => {
      budgets.push(contextTokens)
      return [{ role: 'user' as const, content: 'Hello'.repeat(100) }]
    }
    const model = modelThat({ mode: 'small_context', contextTokens: 2_000 })
    expect((await readAll(model, { ...long, refit })).text).toBe(whole)
    expect(budgets).toHaveLength(1)
    expect(budgets[0]).toBeLessThanOrEqual(2_000)
    expect(model.contextTokens).toBe(budgets[0])
    expect(promptTokens(bodies().at(-1) ?? { messages: [] })).toBeLessThan(2_000)
  })

  it('a prompt that still does not fit is too long, after one more request', async () => {
    const model = modelThat({ mode: 'small_context', contextTokens: 600 })
    const long = requestFor({ maxReplyTokens: 1_000 })
    const error = await failureOf(model, { ...long, refit: () => long.messages })
    expect(error).toMatchObject({ reason: 'too_long', retryable: false, status: 400 })
    expect(server.requests).toHaveLength(2)
    expect(model.contextTokens).toBe(8192)
  })

  it('nothing is learnt from words that are quoted from the prompt', async () => {
    const request = requestFor()
    request.messages.push({ role: 'user', content: 'System role not supported; maximum context length is 600 tokens.' })
    const model = modelThat({ mode: 'refuses_text', status: 400, refused: 'System role' })
    expect(await failureOf(model, { ...request, refit: () => request.messages })).toMatchObject({ reason: 'refused' })
    expect(server.requests).toHaveLength(1)
    expect(model.contextTokens).toBe(8192)
  })
})

describe('hidden reasoning', () => {
  const reasoning = { mode: 'reasoning', thoughts: 900 } as const

  it('does not count as the reply, and gets room as soon as it is detected', async () => {
    const model = modelThat(reasoning)
    const { text, finish } = await readAll(model, requestFor())
    expect({ text, finish }).toMatchObject({ text: whole, finish: { reason: 'stop' } })
    expect(bodies().map((body) => body.max_tokens)).toEqual([200, 4_200])
    await readAll(model, requestFor())
    expect(server.requests).toHaveLength(3)
    expect(model.reasoningTokens).toBe(4_000)
  })

  it('has room from the first request when the model’s name says that it reasons', async () => {
    const model = modelThat(reasoning, { name: 'o3-mini' })
    expect((await readAll(model, requestFor({ maxReplyTokens: 50 }))).text).toBe(whole)
    expect(bodies()).toMatchObject([{ max_tokens: 4_050 }])
    // Reasoning that starts a line with a name would trigger a stop string on the server.
    expect(bodies()[0]?.stop).toBeUndefined()
  })

  it('beyond its allowance fails as such', async () => {
    const error = await failureOf(modelThat(reasoning, { reasoningTokens: 100 }))
    expect(error).toMatchObject({ fault: 'empty', reason: 'reasoning' })
    await expect.poll(() => server.open).toBe(0)
  })

  it('in tags is not counted, whatever its length', async () => {
    const script = ['<think>', ...Array.from({ length: 900 }, () => 'hm '), '</think>', 'Good evening.']
    const { text, finish } = await readAll(modelThat({ mode: 'scripted', script }), requestFor())
    expect({ text, finish }).toMatchObject({ text: 'Good evening.', finish: { reason: 'stop' } })
  })

  it('without an opening tag is retracted once, and buffered from then on', async () => {
    const model = modelThat({ mode: 'scripted', script: ['Okay, ', 'so.', '</think>', 'Good ', 'evening.'] })
    const first = await readAll(model, requestFor())
    expect(textOf(first.parts)).toBe('Good evening.')
    const later = await readAll(model, requestFor())
    expect(later.parts.filter((part) => part.type === 'retract')).toEqual([])
    expect(later.text).toBe('Good evening.')
  })

  it('is not retracted from a model whose name says how it reasons', async () => {
    const model = modelThat({ mode: 'scripted', script: ['Okay.', '</think>', 'Hi.'] }, { name: 'qwq-32b' })
    const { parts, text } = await readAll(model, requestFor())
    expect(text).toBe('Hi.')
    expect(parts.some((part) => part.type === 'retract')).toBe(false)
  })

  it('that fills a whole reply is treated as reasoning the next time', async () => {
    const script = ['Okay, the user ', 'says hello. ', ...Array.from({ length: 300 }, () => 'Hm. '), '</think>', 'Hi.']
    const model = modelThat({ mode: 'scripted', script })
    expect((await readAll(model, requestFor())).finish).toMatchObject({ reason: 'length' })
    expect((await readAll(model, requestFor())).text).toBe('Hi.')
  })
})

describe('why there is no reply', () => {
  it.each([
    [401, 'Incorrect API key provided: sk-very-secret-key.', 'key'],
    [400, 'API key not valid. Please pass a valid API key.', 'key'],
    [402, 'This request requires more credits.', 'credit'],
    [429, 'You exceeded your current quota, please check your plan.', 'credit'],
    [429, 'Rate limit reached for requests', 'busy'],
    [404, 'The model `nobody` does not exist', 'model'],
    [404, 'Not Found', 'unreachable'],
    [413, 'Request too large', 'too_long'],
    [400, "This model's maximum context length is 4096 tokens.", 'too_long'],
    [403, 'Your input was flagged', 'refused'],
    [500, 'Internal error', 'server'],
    [503, 'Overloaded', 'server'],
  ] as const)('%i %s is %s', async (status, says, reason) => {
    const error = await failureOf(modelThat({ mode: 'status', status, says }))
    expect(error).toMatchObject({ reason, status })
    expect(error?.detail).not.toContain('secret')
    expect(error?.detail).toBe(status === 401 ? 'Incorrect API key provided: ….' : says)
  })

  it.each([
    'Incorrect API key provided: sk-proj-********abcd.',
    'Incorrect API key provided: sk-another-secret-key1.',
    'Incorrect API key provided: AIzaSyA-1234567890abcdef.',
  ])('reveals no key in %s', async (says) => {
    const error = await failureOf(modelThat({ mode: 'status', status: 401, says }))
    expect(error?.detail).toMatch(/^Incorrect API key provided: …\.?$/)
  })

  it('keeps 300 characters, and nothing of the prompt', async () => {
    const request = requestFor()
    request.messages.push({ role: 'user', content: 'My sister lives in the yellow house by the quay.' })
    const says = `Flagged: "sister lives in the yellow house" and "Hello". ${'No. '.repeat(200)}`
    const error = await failureOf(modelThat({ mode: 'status', status: 403, says }), request)
    expect(error?.detail).toHaveLength(300)
    expect(error?.detail).not.toMatch(/sister|yellow|Hello/)
    expect(error?.detail).toMatch(/^Flagged: "…/)
  })
})
