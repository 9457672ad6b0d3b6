import { startModelServer } from '@everkin/testing/model-server.ts'
import type { Behaviour } from '@everkin/testing/model-server-behaviour.ts'
import { describe, expect, it } from 'vitest'
import { createOpenAiCompatibleModel } from '../../providers/text-model/openai-compatible.ts'
import { askModel } from './ask-model.ts'

describe('askModel', () => {
  it.each([
    ['in a field of its own', { mode: 'reasoning', thoughts: 1_500, words: 3 }, 'The lamp is'],
    [
      'between tags',
      { mode: 'scripted', script: ['<think>', 'hm '.repeat(900), '</think>', 'A summary.'] },
      'A summary.',
    ],
    ['without an opening tag', { mode: 'scripted', script: ['Okay. ', '</think>', 'A summary.'] }, 'A summary.'],
  ] satisfies [string, Partial<Behaviour>, string][])(
    'gives the answer of a model that thinks first, %s',
    async (_, behaviour, answer) => {
      const server = await startModelServer()
      server.behave(behaviour)
      const model = createOpenAiCompatibleModel({ baseUrl: server.url, apiKey: null, name: 'm', contextTokens: 8192 })
      const asked = { maxTokens: 900, locale: 'en', signal: AbortSignal.timeout(10_000) }
      expect(await askModel(model, [{ role: 'user', content: 'Sum it up.' }], asked)).toBe(answer)
      await server.close()
    },
  )
})
