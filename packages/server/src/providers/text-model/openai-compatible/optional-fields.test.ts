import { startModelServer } from '@everkin/testing/servers/model-server.ts'
import { describe, expect, it } from 'vitest'
import type { Samplers } from '../../../modules/models/module.ts'
import { rejectedFields, withoutRejected } from '../endpoint/rejected-fields.ts'
import { readAll, requestFor } from '../text-model.suite.ts'
import { createOpenAiCompatibleModel } from './openai-compatible-model.ts'
import { fieldSupport, optionalFields } from './optional-fields.ts'

const samplers: Samplers = {
  temperature: 0.8,
  topP: 0.9,
  topK: 40,
  minP: 0.05,
  repetitionPenalty: 1.1,
  frequencyPenalty: 0,
  presencePenalty: 0,
  seed: 7,
}
const fieldsAt = (url: string, name: string, request = requestFor({ samplers, effort: 'low' })) =>
  optionalFields(request, fieldSupport(new URL(url), name), [])

describe('optional fields', () => {
  it('OpenAI gets only its own', () => {
    expect(Object.keys(fieldsAt('https://api.openai.com/v1', 'gpt-4.1')).sort()).toEqual([
      'frequency_penalty',
      'presence_penalty',
      'reasoning_effort',
      'seed',
      'stream_options',
      'temperature',
      'top_p',
    ])
  })

  it('OpenAI’s reasoning models get no samplers', () => {
    expect(Object.keys(fieldsAt('https://api.openai.com/v1', 'gpt-5.2')).sort()).toEqual([
      'reasoning_effort',
      'stream_options',
    ])
    expect(fieldsAt('https://api.openai.com/v1', 'gpt-5-chat-latest')).toHaveProperty('temperature')
  })

  it.each(['https://api.mistral.ai/v1', 'https://api.groq.com/openai/v1', 'https://api.x.ai/v1'])(
    '%s gets none of other servers’ fields',
    (url) => {
      expect(fieldsAt(url, 'm')).not.toHaveProperty('top_k')
    },
  )

  it('a server of one’s own gets both names of the repetition penalty', () => {
    const fields = fieldsAt('http://127.0.0.1:5001/v1', 'm')
    expect(fields).toMatchObject({ top_k: 40, min_p: 0.05, repetition_penalty: 1.1, repeat_penalty: 1.1 })
  })

  it('OpenRouter has its own way to say how much to think', () => {
    const url = 'https://openrouter.ai/api/v1'
    expect(fieldsAt(url, 'm')).toMatchObject({ reasoning: { effort: 'low' }, top_k: 40 })
    expect(fieldsAt(url, 'm', requestFor({ effort: 'off' }))).toMatchObject({ reasoning: { enabled: false } })
    expect(fieldsAt(url, 'm')).not.toHaveProperty('reasoning_effort')
  })
})

describe('rejected fields', () => {
  const sent = { temperature: 1.9, top_p: 0.9, top_k: 40, seed: 7, reasoning_effort: 'none', stream_options: {} }

  it.each([
    ["Unsupported parameter: 'top_k' is not supported with this model.", ['top_k']],
    ["property 'seed' is unsupported", ['seed']],
    [
      '{"detail":[{"type":"extra_forbidden","loc":["body","top_k"],"msg":"Extra inputs are not permitted"},{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}',
      ['top_k', 'stream_options'],
    ],
    ['Unrecognized request argument supplied: reasoning_effort', ['reasoning_effort']],
    [
      "Unsupported value: 'temperature' does not support 1.9 with this model. Only the default (1) value is supported.",
      ['temperature'],
    ],
    ['`temperature` is deprecated for this model.', ['temperature']],
    ['`temperature` and `top_p` cannot both be specified for this model.', ['top_p']],
    ['temperature must be between 0 and 1.5', ['temperature=1.9']],
    ["Invalid value: 'none'. Supported values are: 'low', 'high'. (reasoning_effort)", ['reasoning_effort="none"']],
    ['Your input was flagged as unsupported content', []],
    ['The server had an error about temperature', []],
  ])('%s', (words, rejected) => {
    expect(rejectedFields(words, sent)).toEqual(rejected)
  })

  it('a rejected value does not reject other values', () => {
    expect(withoutRejected({ temperature: 1.9, seed: 7 }, ['temperature=1.9'])).toEqual({ seed: 7 })
    expect(withoutRejected({ temperature: 0.9, seed: 7 }, ['temperature=1.9'])).toEqual({ temperature: 0.9, seed: 7 })
  })

  async function modelOn(behaviour: Parameters<Awaited<ReturnType<typeof startModelServer>>['behave']>[0]) {
    const server = await startModelServer({ behaviour })
    const model = createOpenAiCompatibleModel({ baseUrl: server.url, apiKey: null, name: 'm', contextTokens: 8192 })
    return { server, model }
  }

  it('several are learnt one after another, and not asked for again', async () => {
    const fields = ['stream_options', 'top_k', 'min_p', 'repetition_penalty', 'repeat_penalty']
    const { server, model } = await modelOn({ mode: 'refuses_fields', fields })
    await readAll(model, requestFor({ samplers }))
    expect(server.requests).toHaveLength(fields.length + 1)
    await readAll(model, requestFor({ samplers }))
    expect(server.requests).toHaveLength(fields.length + 2)
    expect(server.requests.at(-1)?.body).toMatchObject({ temperature: 0.8, top_p: 0.9, seed: 7 })
    await server.close()
  })

  it('a server that does not say which field it rejects gets none', async () => {
    const { server, model } = await modelOn({ mode: 'refuses_unnamed' })
    await readAll(model, requestFor({ samplers }))
    await readAll(model, requestFor({ samplers }))
    expect(server.requests.map(({ body }) => 'temperature' in body)).toEqual([true, false, false])
    await server.close()
  })

  it('a server that was fine with them before is believed when it rejects a request', async () => {
    const { server, model } = await modelOn({ mode: 'normal' })
    await readAll(model, requestFor({ samplers }))
    server.behave({ mode: 'status', status: 422, says: 'Unprocessable Entity' })
    await expect(readAll(model, requestFor({ samplers }))).rejects.toMatchObject({ reason: 'refused', status: 422 })
    expect(server.requests).toHaveLength(2)
    await server.close()
  })
})
