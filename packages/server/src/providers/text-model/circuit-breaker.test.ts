import { startModelServer } from '@everkin/testing/servers/model-server.ts'
import type { Behaviour } from '@everkin/testing/servers/model-server-behaviour.ts'
import { describe, expect, it } from 'vitest'
import type { TextModelFault } from '../../modules/models/module.ts'
import type { CircuitState } from '../../platform/circuit-breaker.ts'
import { withCircuitBreaker } from './circuit-breaker.ts'
import { createFakeTextModel } from './fake.ts'
import { createAnthropicModel } from './native/anthropic-model.ts'
import { createGoogleModel } from './native/google-model.ts'
import { createOpenAiCompatibleModel } from './openai-compatible/openai-compatible-model.ts'
import { describeTextModel, readAll, requestFor } from './text-model.suite.ts'

const SETTINGS = { apiKey: 'k', name: 'm', contextTokens: 10, wait: async () => undefined }

describeTextModel('a model with a breaker', async () => ({ model: withCircuitBreaker(createFakeTextModel()) }))

function broken(fault: TextModelFault = 'unreachable') {
  let time = 0
  let isDown = true
  const changes: CircuitState[] = []
  const inner = createFakeTextModel({ reply: () => (isDown ? { parts: [], fault } : { parts: ['Hello'], delayMs: 1 }) })
  const model = withCircuitBreaker(inner, { now: () => time, onChange: (state) => changes.push(state) })
  return {
    model,
    inner,
    changes,
    pass: (ms: number) => (time += ms),
    recover: () => (isDown = false),
    ask: () =>
      readAll(model, requestFor()).then(
        () => 'answered' as const,
        (error) => error.fault as string,
      ),
    fail: async (times: number) => {
      for (let count = 0; count < times; count++) await readAll(model, requestFor()).catch(() => null)
    },
  }
}

describe('withCircuitBreaker (UPS-08)', () => {
  it('describes itself as the model does', () => {
    const inner = { ...createFakeTextModel(), vision: true, countTokens: (text: string) => text.length }
    const model = withCircuitBreaker(inner)
    expect(model.vision).toBe(true)
    expect(model.countTokens?.('four')).toBe(4)
    expect(withCircuitBreaker(createFakeTextModel()).countTokens).toBeUndefined()
  })

  it('opens after five failures in 30 seconds and then sends no requests', async () => {
    const { fail, inner, changes, ask } = broken()
    await fail(5)
    expect(changes).toEqual(['open'])
    expect(await ask()).toBe('unreachable')
    await fail(50)
    expect(inner.requests).toHaveLength(5)
  })

  it('does not open when the five are further apart', async () => {
    const { fail, pass, changes } = broken()
    await fail(4)
    pass(30_001)
    await fail(4)
    expect(changes).toEqual([])
  })

  it('lets one probe through after 15 seconds, and closes when it succeeds', async () => {
    const { fail, pass, recover, ask, changes, inner } = broken()
    await fail(5)
    pass(14_999)
    expect(await ask()).toBe('unreachable')
    pass(1)
    recover()
    const answers = await Promise.all(Array.from({ length: 20 }, ask))
    expect(answers.filter((answer) => answer === 'answered')).toHaveLength(1)
    expect(inner.requests).toHaveLength(6)
    expect(await ask()).toBe('answered')
    expect(changes).toEqual(['open', 'half_open', 'closed'])
  })

  it('opens again when the probe fails', async () => {
    const { fail, pass, ask, inner } = broken()
    await fail(5)
    pass(15_000)
    await fail(1)
    expect(await ask()).toBe('unreachable')
    expect(inner.requests).toHaveLength(6)
  })

  it('opens again when the probe is aborted before the first word', async () => {
    const { fail, pass, model, changes, recover } = broken()
    await fail(5)
    pass(15_000)
    recover()
    const controller = new AbortController()
    const reading = readAll(model, requestFor({ signal: controller.signal }))
    controller.abort(new Error('left'))
    await expect(reading).rejects.toThrow('left')
    expect(changes.at(-1)).toBe('open')
  })

  it.each(['rate_limited', 'empty', 'refused'] as const)('%s is not the server’s failure', async (fault) => {
    const { fail, changes } = broken(fault)
    await fail(20)
    expect(changes).toEqual([])
  })

  it('one 401 is enough, and is reported (UPS-02)', async () => {
    const server = await startModelServer({ behaviour: { mode: 'status', status: 401 } })
    const faults: (string | null)[] = []
    const model = withCircuitBreaker(
      createOpenAiCompatibleModel({ baseUrl: server.url, apiKey: 'k', name: 'm', contextTokens: 10 }),
      { onChange: (_, fault) => faults.push(fault) },
    )
    for (let count = 0; count < 3; count++) await readAll(model, requestFor()).catch(() => null)
    expect(server.requests).toHaveLength(1)
    expect(faults).toEqual(['refused'])
    await server.close()
  })

  const endpoints = {
    openai_compatible: (origin: string) => createOpenAiCompatibleModel({ ...SETTINGS, baseUrl: `${origin}/v1` }),
    anthropic: (origin: string) => createAnthropicModel({ ...SETTINGS, baseUrl: `${origin}/v1` }),
    google: (origin: string) => createGoogleModel({ ...SETTINGS, baseUrl: `${origin}/v1beta` }),
  }
  const kinds = ['openai_compatible', 'anthropic', 'google'] as const

  async function refusing(kind: (typeof kinds)[number], behaviour: Partial<Behaviour>) {
    const server = await startModelServer({ behaviour })
    const changes: CircuitState[] = []
    let time = 0
    const model = withCircuitBreaker(endpoints[kind](new URL(server.url).origin), {
      now: () => time,
      onChange: (state) => changes.push(state),
    })
    const say = (text: string) =>
      readAll(model, { ...requestFor(), messages: [{ role: 'user', content: text }] }).then(
        () => 'answered',
        (error) => error.fault as string,
      )
    return { server, changes, say, pass: (ms: number) => (time += ms) }
  }

  describe.each(kinds)('%s', (kind) => {
    it.each([400, 403, 422])('one text rejected with %i does not block the model for others', async (status) => {
      const { server, changes, say } = await refusing(kind, { mode: 'refuses_text', refused: 'flagged', status })
      for (let count = 0; count < 12; count++) expect(await say('flagged')).toBe('refused')
      expect(await say('harmless')).toBe('answered')
      expect(changes).toEqual([])
      await server.close()
    })

    it('any number of rejected texts does not block the model for others', async () => {
      const { server, changes, say } = await refusing(kind, { mode: 'refuses_text', refused: 'flagged', status: 403 })
      for (let count = 0; count < 12; count++) expect(await say(`flagged ${count}`)).toBe('refused')
      expect(changes).toEqual([])
      await server.close()
    })

    it('a reply that is filtered, too long or beyond the quota does not either', async () => {
      const { server, changes, say } = await refusing(kind, { mode: 'filtered' })
      for (let count = 0; count < 12; count++) expect(await say('anything')).toBe('answered')
      server.behave({ mode: 'status', status: 400, says: 'prompt is too long: 9000 tokens > 8192 maximum' })
      for (let count = 0; count < 12; count++) expect(await say('long')).toBe('refused')
      server.behave({ mode: 'status', status: 429, says: 'You exceeded your current quota' })
      for (let count = 0; count < 12; count++) expect(await say('anything')).toBe('refused')
      expect(changes).toEqual([])
      await server.close()
    })

    it('one 401 is enough', async () => {
      const { server, changes, say } = await refusing(kind, { mode: 'status', status: 401 })
      for (let count = 0; count < 3; count++) await say('anything')
      expect(server.requests).toHaveLength(1)
      expect(changes).toEqual(['open'])
      await server.close()
    })
  })

  it.each(['overloaded', 'timeout', 'cut_off', 'garbled'] as const)(
    'one person whose prompts end in %s does not open it, a second one does',
    async (fault) => {
      const { model, changes } = broken(fault)
      const failFor = (personId?: string) => readAll(model, { ...requestFor(), personId }).catch(() => null)
      for (let count = 0; count < 12; count++) await failFor('one')
      expect(changes).toEqual([])
      await failFor('other')
      expect(changes).toEqual(['open'])
    },
  )

  it('reports why it is open', async () => {
    const server = await startModelServer({ behaviour: { mode: 'status', status: 401, says: 'No such key' } })
    const model = withCircuitBreaker(
      createOpenAiCompatibleModel({ baseUrl: server.url, apiKey: 'k', name: 'm', contextTokens: 10 }),
    )
    await readAll(model, requestFor()).catch(() => null)
    await expect(readAll(model, requestFor())).rejects.toMatchObject({
      fault: 'unreachable',
      reason: 'key',
      status: 401,
      detail: 'No such key',
    })
    await server.close()
  })
})
