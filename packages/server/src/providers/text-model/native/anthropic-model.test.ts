import { startModelServer } from '@everkin/testing/servers/model-server.ts'
import { describe, expect, it } from 'vitest'
import { describeEndpoint, IMAGE_BASE64 } from '../endpoint.suite.ts'
import { readAll, requestFor } from '../text-model.suite.ts'
import { createAnthropicModel } from './anthropic-model.ts'

describeEndpoint('Anthropic’s API', {
  create: (origin, settings) => createAnthropicModel({ ...settings, baseUrl: `${origin}/v1` }),
  name: 'claude-haiku-4-5',
  reasoningName: 'claude-haiku-4-5',
  samplers: { temperature: 0.75, top_k: 40 },
  unknownSamplers: ['min_p', 'penalty', 'seed'],
  rejectable: 'top_k',
  effort: {
    off: { thinking: { type: 'disabled' }, max_tokens: 200 },
    low: { thinking: { type: 'enabled', budget_tokens: 1024 }, max_tokens: 4_200 },
    high: { thinking: { type: 'enabled', budget_tokens: 4_000 }, max_tokens: 4_200 },
  },
  image: { type: 'image', source: { type: 'base64', media_type: 'image/webp', data: IMAGE_BASE64 } },
  hasReasoning: true,
})

describe('Anthropic’s API', () => {
  async function sentBy(name: string, request = requestFor()) {
    const server = await startModelServer()
    const model = createAnthropicModel({ baseUrl: server.url, apiKey: 'k', name, contextTokens: 200_000 })
    await readAll(model, request)
    const { sent } = server.requests[0] ?? {}
    await server.close()
    return sent
  }

  it('is told what to cache: the stable beginning, and the history before the newest turn’s additions', async () => {
    const request = requestFor({ stableMessages: 1 })
    request.messages.push({ role: 'system', content: 'It rains.' })
    const mark = { cache_control: { type: 'ephemeral' } }
    expect(await sentBy('claude-haiku-4-5', request)).toMatchObject({
      system: [{ text: 'You are Ilse, who steers the night ferry.', ...mark }],
      messages: [{}, {}, { role: 'user', content: [{ text: 'Hello', ...mark }, { text: '[It rains.]' }] }],
    })
  })

  it('a model that decides itself how much to think gets an effort, and shows its thoughts', async () => {
    const sent = await sentBy('claude-opus-4-7', requestFor({ effort: 'medium' }))
    expect(sent).toMatchObject({
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'medium' },
      max_tokens: 4_200,
    })
  })

  it('a model that takes no samplers gets none', async () => {
    const samplers = { temperature: 1, topP: 1, topK: 9, minP: null, repetitionPenalty: null }
    const rest = { frequencyPenalty: null, presencePenalty: null, seed: null }
    const sent = await sentBy('claude-opus-4-7', requestFor({ samplers: { ...samplers, ...rest } }))
    expect(Object.keys(sent ?? {})).toEqual(expect.not.arrayContaining(['temperature', 'top_p', 'top_k']))
  })

  it('no key in the environment is used in place of one that is missing', async () => {
    const server = await startModelServer()
    process.env.ANTHROPIC_API_KEY = 'from-the-environment'
    const model = createAnthropicModel({ baseUrl: server.url, apiKey: null, name: 'claude', contextTokens: 8192 })
    await readAll(model, requestFor()).finally(() => delete process.env.ANTHROPIC_API_KEY)
    expect(server.requests[0]?.key).toBeNull()
    await server.close()
  })
})
