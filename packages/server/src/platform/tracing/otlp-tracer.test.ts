import { randomUUID } from 'node:crypto'
import { createRecallConversation, storeLines } from '@everkin/testing/recall-conversation.ts'
import { type ModelServer, startModelServer } from '@everkin/testing/servers/model-server.ts'
import {
  type CollectedSpan,
  startTraceCollector,
  type TraceCollector,
} from '@everkin/testing/servers/trace-collector.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createOpenAiCompatibleModel } from '../../providers/text-model/openai-compatible/openai-compatible-model.ts'
import { scheduleRecurringJobs } from '../jobs/recurring-jobs.ts'
import { createLog } from '../log.ts'
import { startTracing } from './otlp-tracer.ts'
import { inSpan } from './span.ts'

const EMAIL = 'canary-mail@example.org'
const TEXT = 'Canary words that nobody but Ilse reads.'
const KEY = 'canary-key'
const { lines } = createRecallConversation(44, 'traces')

describe('tracing', () => {
  const clock = createTestClock()
  let collector: TraceCollector
  let modelServer: ModelServer
  let server: TestServer | null = null

  beforeEach(async () => {
    collector = await startTraceCollector()
    modelServer = await startModelServer({ behaviour: { mode: 'normal', words: 12, delayMs: 1 } })
  })
  afterEach(async () => {
    await server?.end()
    server = null
    await modelServer.close()
    await collector.close()
  })

  async function start(settings: Record<string, string>): Promise<TestServer> {
    const model = createOpenAiCompatibleModel({
      baseUrl: modelServer.url,
      apiKey: KEY,
      name: 'everkin-test',
      contextTokens: 4096,
    })
    server = await startTestServer({ model, clock, settings })
    return server
  }

  /** Sends one message in a chat that is longer than a prompt, waits for the reply, and runs what is due. */
  async function takeTurn(running: TestServer): Promise<TestPerson> {
    const person = await running.signIn(EMAIL)
    const chatId = await person.startChat()
    await storeLines(running.context.database, chatId, 'ilse', lines)
    const client = await person.connect()
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: TEXT })
    await client.next('message.completed')
    const isEnqueued = async () => {
      const [row] = await running.context.database.query<{ count: number }>(
        `select count(*)::int as count from job where kind = 'memory.read'`,
      )
      return row?.count
    }
    await expect.poll(isEnqueued).toBe(1)
    clock.advance(10_000)
    await running.context.jobs.runDue()
    client.close()
    return person
  }

  /** The spans of the trace that a frame opened; everything has arrived once the server has stopped. */
  async function turnSpans(running: TestServer): Promise<CollectedSpan[]> {
    await running.end()
    server = null
    const [root] = collector.spans.filter(({ name }) => name === 'frame message.send')
    return collector.spans.filter(({ traceId }) => traceId === root?.traceId)
  }

  it('OPS-11: shows a turn as one trace, from the frame to the memory job', async () => {
    const running = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    const { token, secret } = await takeTurn(running)
    const spans = await turnSpans(running)
    const one = (name: string) => {
      const found = spans.filter((span) => span.name === name)
      expect(found, name).toHaveLength(1)
      return found[0]!
    }
    const parents = (name: string) => spans.find(({ spanId }) => spanId === one(name).parentSpanId)?.name ?? null
    expect(parents('frame message.send')).toBeNull()
    for (const name of ['load', 'moderate', 'recall', 'prompt', 'commit', 'finish', 'job memory.read'])
      expect([name, parents(name)]).toEqual([name, 'frame message.send'])

    const inTurn = (name: string) => {
      const found = spans.filter((span) => span.name === name && isBelow(spans, span, 'job memory.read') === false)
      expect(found, name).toHaveLength(1)
      return found[0]!
    }
    const request = inTurn('model request')
    expect(request.parentSpanId).toBe(one('frame message.send').spanId)
    for (const name of ['first word', 'stream']) expect(inTurn(name).parentSpanId).toBe(request.spanId)
    expect(request.attributes).toMatchObject({
      'everkin.purpose': 'reply',
      'gen_ai.provider.name': 'openai_compatible',
      'gen_ai.request.model': 'everkin-test',
    })
    // Each span has its own start on the clock, which is exact to a millisecond.
    for (const names of [
      ['load', 'moderate', 'recall', 'prompt', 'commit'],
      ['prompt', 'first word', 'stream', 'model request', 'finish'],
    ]) {
      const ended = names.map((name) => Number(inTurn(name).endedAt / 1_000n) / 1_000)
      for (const [at, ms] of ended.entries()) expect(ms, names[at]).toBeGreaterThan((ended[at - 1] ?? 0) - 2)
    }

    expect(collector.spans.map(({ name }) => name)).toContain('POST /api/chat/start')
    expect(collector.resource).toMatchObject({
      'service.name': 'everkin',
      'service.version': running.context.version,
      'service.instance.id': running.context.processId,
    })
    const sent = collector.bodies.join('\n')
    for (const secretText of [TEXT, 'Canary', EMAIL, KEY, token, secret, 'Ilse', lines[0]!.text])
      expect(sent).not.toContain(secretText)
  })

  it('names the trace in requests to models only where the operator wants it', async () => {
    await takeTurn(await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }))
    expect(modelServer.requests.length).toBeGreaterThan(0)
    expect(modelServer.requests.map(({ traceparent }) => traceparent)).toEqual(modelServer.requests.map(() => null))
    await server?.end()

    modelServer.requests.length = 0
    const running = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACE_CONTEXT_TO_MODELS: 'on' })
    const before = collector.spans.length
    await takeTurn(running)
    await running.end()
    server = null
    const request = collector.spans.slice(before).find(({ attributes }) => attributes['everkin.purpose'] === 'reply')!
    expect(modelServer.requests[0]?.traceparent).toBe(`00-${request.traceId}-${request.spanId}-01`)
  })

  it('sends nothing, and keeps no trace with jobs, while no endpoint is set or the SDK is disabled', async () => {
    const disabled = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SDK_DISABLED: 'true' }
    for (const settings of [undefined, disabled]) {
      const running = await start({ ...settings })
      expect(running.context.settings.tracing).toBeNull()
      await takeTurn(running)
      await running.end()
      server = null
    }
    expect(collector.bodies).toEqual([])
  })

  it('keeps only the wanted share of traces, whole', async () => {
    const running = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '0' })
    await takeTurn(running)
    await running.end()
    server = null
    expect(collector.spans).toEqual([])
  })

  it('shows recurring jobs, and that one failed, without the words of its error', async () => {
    const running = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    await scheduleRecurringJobs(running.context, [
      { name: 'works', everyMs: 1_000, timeoutMs: 60_000, run: async () => undefined },
      { name: 'fails', everyMs: 1_000, timeoutMs: 60_000, run: () => Promise.reject(new TypeError(TEXT)) },
    ])
    clock.advance(61_000)
    await running.context.jobs.runDue()
    await running.end()
    server = null
    const byName = new Map(collector.spans.map((span) => [span.name, span]))
    expect(byName.get('job works')).toMatchObject({ isError: false })
    expect(byName.get('job fails')).toMatchObject({ isError: true, attributes: { 'error.type': 'TypeError' } })
    expect(collector.bodies.join('\n')).not.toContain(TEXT)
  })

  it('answers as ever while the collector is away', async () => {
    const { url } = collector
    await collector.close()
    await takeTurn(await start({ OTEL_EXPORTER_OTLP_ENDPOINT: url }))
    await server?.end()
    server = null
    collector = await startTraceCollector()
  })

  it('passes on results and errors of what runs in a span, also when they are not promises', async () => {
    const tracing = startTracing(
      { url: `${collector.url}/v1/traces`, share: 1, reachesModels: false },
      { version: '1', processId: 'p', log: createLog('silent') },
    )
    expect(inSpan('sum', () => 3)).toBe(3)
    expect(() => inSpan('thrown', () => JSON.parse('{'))).toThrow(SyntaxError)
    await expect(inSpan('rejected', () => Promise.reject(new RangeError('x')))).rejects.toThrow(RangeError)
    await tracing.stop()
    expect(inSpan('sum', () => 4)).toBe(4)
    expect(collector.spans.map(({ name, attributes }) => [name, attributes['error.type'] ?? null])).toEqual([
      ['sum', null],
      ['thrown', 'SyntaxError'],
      ['rejected', 'RangeError'],
    ])
  })
})

function isBelow(spans: readonly CollectedSpan[], span: CollectedSpan, name: string): boolean {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return parent !== undefined && (parent.name === name || isBelow(spans, parent, name))
}
