import { type ModelServer, startModelServer } from '@everkin/testing/servers/model-server.ts'
import type { Behaviour, ModelServerMode } from '@everkin/testing/servers/model-server-behaviour.ts'
import { promptTokens, replyWords } from '@everkin/testing/servers/model-server-replies.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ReasoningEffort,
  type Samplers,
  type TextModel,
  TextModelError,
  type TextModelPart,
  type TextModelRequest,
} from '../../modules/models/module.ts'
import type { EndpointSettings } from './endpoint/attempts.ts'
import { describeTextModel, readAll, requestFor, textOf } from './text-model.suite.ts'

/** A protocol under test. */
export interface EndpointUnderTest {
  /** A model on the server, whose addresses begin with `origin`. */
  create(origin: string, settings: EndpointSettings): TextModel
  /** What must be in the sent JSON for all samplers below. */
  samplers: Record<string, unknown>
  /** Names of samplers that do not exist there. */
  unknownSamplers: string[]
  /** A sampler that the server is told to reject. */
  rejectable: string
  /** What must be in the sent JSON for an effort; none for a protocol that cannot say it. */
  effort: Partial<Record<ReasoningEffort, Record<string, unknown>>>
  /** What must be in the sent JSON for the image of `IMAGE`; null when images cannot be sent. */
  image: unknown
  /** Name of a model that takes all samplers, and of one that reasons when told to. */
  name: string
  reasoningName: string
  hasReasoning: boolean
}

const IMAGE = { bytes: Uint8Array.of(1, 2, 3), mediaType: 'image/webp' } as const
export const IMAGE_BASE64 = 'AQID'
const KEY = 'secret-key-for-tests'

const SAMPLERS: Samplers = {
  temperature: 0.75,
  topP: 0.95,
  topK: 40,
  minP: 0.05,
  repetitionPenalty: 1.1,
  frequencyPenalty: 0.25,
  presencePenalty: 0.5,
  seed: 7,
}
const NO_SAMPLERS: Samplers = {
  temperature: null,
  topP: null,
  topK: null,
  minP: null,
  repetitionPenalty: null,
  frequencyPenalty: null,
  presencePenalty: null,
  seed: null,
}

/** The contract of every language model behind an address, tested against a server that speaks its protocol. */
export function describeEndpoint(name: string, endpoint: EndpointUnderTest): void {
  describe(`${name} keeps the promises of an endpoint`, () => {
    let server: ModelServer
    const waits: number[] = []
    beforeAll(async () => {
      server = await startModelServer()
    })
    afterAll(() => server.close())

    function modelThat(
      mode: ModelServerMode,
      behaviour: Partial<Behaviour> = {},
      { modelName = endpoint.name, ...limits }: EndpointSettings['limits'] & { modelName?: string } = {},
    ): TextModel {
      server.requests.length = 0
      waits.length = 0
      server.behave({ mode, ...behaviour })
      return endpoint.create(new URL(server.url).origin, {
        apiKey: KEY,
        name: modelName,
        contextTokens: 8192,
        vision: true,
        limits,
        wait: async (delayMs) => void waits.push(delayMs),
        random: () => 0.5,
      })
    }

    /** Reads until it fails; returns the parts and the fault. */
    async function readToFault(model: TextModel, request: TextModelRequest = requestFor()) {
      const parts: TextModelPart[] = []
      let error: TextModelError | null = null
      try {
        for await (const part of model.stream(request)) parts.push(part)
      } catch (thrown) {
        error = thrown as TextModelError // its class is asserted below
      }
      if (error) expect(error).toBeInstanceOf(TextModelError)
      return { text: textOf(parts), parts, error }
    }
    const whole = replyWords(12).join('')
    const lastSent = () => server.requests.at(-1)?.sent ?? {}

    describeTextModel(name, async () => ({
      model: modelThat('normal', { delayMs: 2 }),
      openUpstream: () => server.open,
    }))

    describe('what is sent', () => {
      it('the key is in a header alone', async () => {
        await readAll(modelThat('normal'), requestFor())
        const [request] = server.requests
        expect(request?.key ?? request?.authorization).toMatch(new RegExp(`^(Bearer )?${KEY}$`))
        expect(JSON.stringify(request?.sent)).not.toContain(KEY)
      })

      it('the whole conversation, in order, with later instructions', async () => {
        const request = requestFor()
        request.messages.push({ role: 'system', content: 'Keep it short.' })
        await readAll(modelThat('normal'), request)
        const texts = JSON.stringify(server.requests[0]?.body.messages)
        const at = ['You are Ilse', 'You are late', 'Hello', 'Keep it short.'].map((text) => texts.indexOf(text))
        expect(at.every((place) => place > 0)).toBe(true)
        expect(at).toEqual([...at].sort((a, b) => a - b))
      })

      it('samplers that the protocol knows, and no others', async () => {
        await readAll(modelThat('normal'), requestFor({ samplers: SAMPLERS }))
        expect(lastSent()).toMatchObject(endpoint.samplers)
        for (const field of endpoint.unknownSamplers) expect(JSON.stringify(lastSent())).not.toContain(field)
      })

      it('nothing for samplers that are not set', async () => {
        await readAll(modelThat('normal'), requestFor())
        const plain = lastSent()
        await readAll(modelThat('normal'), requestFor({ samplers: NO_SAMPLERS, effort: null }))
        expect(lastSent()).toEqual(plain)
      })

      it('a sampler that the model rejects is left out, and stays left out', async () => {
        const model = modelThat('refuses_fields', { fields: [endpoint.rejectable] })
        expect((await readAll(model, requestFor({ samplers: SAMPLERS }))).text).toBe(whole)
        expect((await readAll(model, requestFor({ samplers: SAMPLERS }))).text).toBe(whole)
        const sent = server.requests.map((request) =>
          JSON.stringify(request.sent).includes(`"${endpoint.rejectable}":`),
        )
        expect(sent).toEqual([true, false, false])
      })

      it.each(Object.entries(endpoint.effort))('effort %s', async (effort, expected) => {
        const model = modelThat('normal', {}, { modelName: endpoint.reasoningName })
        // The keys of a table lose their type.
        await readAll(model, requestFor({ effort: effort as ReasoningEffort }))
        expect(lastSent()).toMatchObject(expected)
      })

      it.skipIf(endpoint.image === null)('images, to a model that sees', async () => {
        const request = requestFor()
        request.messages.push({ role: 'user', content: 'What is this?', images: [IMAGE] })
        const model = modelThat('normal')
        expect(model.vision).toBe(true)
        await readAll(model, request)
        expect(JSON.stringify(lastSent())).toContain(JSON.stringify(endpoint.image))
        expect(JSON.stringify(lastSent())).toContain('What is this?')
      })
    })

    describe('replies', () => {
      it.each(['crlf', 'cr', 'several_lines', 'split_bytes', 'no_done'] as const)(
        'a stream of the kind %s is read completely',
        async (mode) => {
          const model = modelThat(mode, { words: 5, unusual: true, usage: true }, { farewellMs: 20 })
          const { text, finish } = await readAll(model, requestFor())
          expect(text).toBe(replyWords(5, true).join(''))
          expect(finish).toMatchObject({ type: 'finish', reason: 'stop' })
        },
      )

      it('usage, with the part that came from a cache', async () => {
        const { finish } = await readAll(modelThat('normal', { usage: true, cached: 9 }), requestFor())
        expect(finish).toMatchObject({ usage: { promptTokens: 21, cachedTokens: 9, replyTokens: 12 } })
      })

      it.each([2.5, -1])('a report of %d tokens is none', async (words) => {
        const { finish } = await readAll(modelThat('scripted', { script: ['Well.'], usage: true, words }), requestFor())
        expect(finish).toMatchObject({ reason: 'stop', usage: null })
      })

      it('what cannot be stored is removed, and the halves of an emoji are put together', async () => {
        const script = ['Good \ud83d', '\ude42 eve\0ning', ' \ud83d']
        const { parts, text } = await readAll(modelThat('scripted', { script, delayMs: 20 }), requestFor())
        expect(text.trim()).toBe('Good 🙂 evening')
        for (const part of parts) if (part.type === 'text') expect(part.text.isWellFormed()).toBe(true)
      })

      it('words after the finish do not keep the reply open', async () => {
        const { text, finish } = await readAll(modelThat('late_text', {}, { farewellMs: 50 }), requestFor())
        expect(text.startsWith(whole)).toBe(true)
        expect(finish).toMatchObject({ reason: 'stop' })
        await expect.poll(() => server.open).toBe(0)
      })

      it('everything of one read is one part', async () => {
        const { parts } = await readAll(modelThat('crlf', { words: 100 }), requestFor())
        expect(parts.length).toBeLessThan(10)
      })

      it.skipIf(!endpoint.hasReasoning)('reasoning comes as parts of its own', async () => {
        const { parts, text } = await readAll(modelThat('thinking'), requestFor())
        expect(text).toBe(whole)
        const reasoning = parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('')
        expect(reasoning).toBe('hidden reasoninghidden thought')
      })

      it.skipIf(!endpoint.hasReasoning)(
        'a reply of nothing but reasoning is asked for again with room for it',
        async () => {
          const model = modelThat('reasoning', { thoughts: 900 })
          const { parts, text } = await readAll(model, requestFor())
          expect(text).toBe(whole)
          expect(server.requests).toHaveLength(2)
          expect(model.reasoningTokens).toBe(4_000)
          const last = parts.slice(parts.findIndex(({ type }) => type === 'restart') + 1)
          const reasoning = last.map((part) => (part.type === 'reasoning' ? part.text : '')).join('')
          expect(reasoning.trim().split(' ')).toHaveLength(900)
        },
      )

      it('a stop string ends the reply, even if the server does not know it', async () => {
        const model = modelThat('scripted', { script: ['Well.', '\nAl', 'ex: I nod'] })
        expect((await readAll(model, requestFor())).text).toBe('Well.')
        await expect.poll(() => server.open).toBe(0)
      })

      it('an endless reply ends at the requested tokens, and upstream is closed (UPS-05)', async () => {
        const { parts, finish } = await readAll(modelThat('endless'), requestFor({ maxReplyTokens: 50 }))
        expect(textOf(parts).trim().split(' ').length).toBeLessThanOrEqual(50)
        expect(finish).toMatchObject({ reason: 'length' })
        await expect.poll(() => server.open).toBe(0)
      })

      it('a filtered reply is kept and reported as filtered (UPS-06)', async () => {
        const { text, finish } = await readAll(modelThat('filtered'), requestFor())
        expect(text).toBe('The lamp')
        expect(finish).toMatchObject({ reason: 'filtered' })
      })
    })

    describe('faults', () => {
      const table: [ModelServerMode, Partial<Behaviour>, string, string][] = [
        ['cut', { words: 3 }, 'cut_off', 'The lamp is'],
        ['cut_quietly', { words: 3 }, 'cut_off', 'The lamp is'],
        ['garbage', {}, 'garbled', 'The lamp'],
        ['long_line', { bytes: 2_000_000 }, 'garbled', 'The lamp'],
        ['html', {}, 'garbled', ''],
        ['compressed', {}, 'garbled', ''],
        ['upgrade', {}, 'garbled', ''],
        ['mid_error', {}, 'overloaded', 'The lamp'],
        ['empty', {}, 'empty', ''],
        ['whitespace', {}, 'empty', ''],
        ['stalled', {}, 'timeout', 'The lamp'],
        ['keep_alive_only', {}, 'timeout', ''],
        ['hang', {}, 'timeout', ''],
      ]
      it.each(table)(
        '%s %j ends as %s, keeps the prefix, and is not retried (UPS-01, 03 to 06)',
        async (mode, behaviour, fault, prefix) => {
          const { text, error } = await readToFault(modelThat(mode, behaviour, { firstTokenMs: 150, idleMs: 150 }))
          expect(error?.fault).toBe(fault)
          expect(text).toBe(prefix)
          expect(server.requests).toHaveLength(1)
          await expect.poll(() => server.open).toBe(0)
        },
      )

      it.each([400, 401, 403, 404])('status %i is rejected and not retried (UPS-02)', async (status) => {
        const { error } = await readToFault(modelThat('status', { status }))
        expect(error).toMatchObject({ fault: 'refused', retryable: false, status })
        expect(server.requests).toHaveLength(1)
      })

      it.each([500, 502, 503, 529])('status %i is tried three times, with growing pauses (UPS-02)', async (status) => {
        const { error } = await readToFault(modelThat('status', { status }))
        expect(error).toMatchObject({ fault: 'overloaded', retryable: true, status })
        expect(server.requests).toHaveLength(3)
        expect(waits).toEqual([312, 625])
      })

      it('a server that recovers shows no failure', async () => {
        expect((await readAll(modelThat('flaky', { failures: 2 }), requestFor())).text).toBe(whole)
      })

      it('429 waits as requested, up to ten seconds (UPS-02)', async () => {
        const { error } = await readToFault(modelThat('rate_limited', { retryAfter: '7' }))
        expect(error).toMatchObject({ fault: 'rate_limited', retryAfterMs: 7000, status: 429 })
        expect(waits).toEqual([7000, 7000])
        await readToFault(modelThat('rate_limited', { retryAfter: '11' }))
        expect(waits).toEqual([])
      })

      it('429 with a past date is retried at once, without a date after our own pauses', async () => {
        await readToFault(modelThat('rate_limited', { retryAfter: 'Wed, 21 Oct 2015 07:28:00 GMT' }))
        expect(waits).toEqual([0, 0])
        await readToFault(modelThat('rate_limited'))
        expect(waits).toEqual([312, 625])
      })

      it('a server that does not answer is unreachable after three attempts (UPS-01)', async () => {
        const gone = await startModelServer()
        await gone.close()
        waits.length = 0
        const model = endpoint.create(new URL(gone.url).origin, {
          apiKey: null,
          name: endpoint.name,
          contextTokens: 10,
          wait: async (delayMs) => void waits.push(delayMs),
        })
        const { error } = await readToFault(model)
        expect(error).toMatchObject({ fault: 'unreachable', retryable: true })
        expect(waits).toHaveLength(2)
      })

      it.each([
        [401, `Incorrect API key provided: ${KEY}.`, 'key'],
        [400, 'API key not valid. Please pass a valid API key.', 'key'],
        [402, 'This request requires more credits.', 'credit'],
        [400, 'Your credit balance is too low to access the API.', 'credit'],
        [429, 'You exceeded your current quota, please check your plan.', 'credit'],
        [429, 'Rate limit reached for requests', 'busy'],
        [404, 'The model `nobody` does not exist', 'model'],
        [413, 'Request too large', 'too_long'],
        [307, 'Moved', 'unreachable'],
        [400, 'prompt is too long: 212345 tokens > 200000 maximum', 'too_long'],
        [400, 'The input token count (1048600) exceeds the maximum number of tokens allowed (1048575).', 'too_long'],
        [403, 'Your input was flagged', 'refused'],
        [503, 'Overloaded', 'server'],
      ] as const)('%i %s is %s', async (status, says, reason) => {
        const { error } = await readToFault(modelThat('status', { status, says }))
        expect(error).toMatchObject({ reason, status })
        expect(error?.detail).not.toContain('secret')
      })

      it('a reported context length rebuilds the prompt once and is remembered', async () => {
        const long = requestFor()
        long.messages[0] = { role: 'system', content: 'lamp '.repeat(6_000) }
        const budgets: number[] = []
        const refit = (contextTokens: number) => {
          budgets.push(contextTokens)
          return [{ role: 'user' as const, content: 'Hello'.repeat(100) }]
        }
        const model = modelThat('small_context', { contextTokens: 2_000 })
        expect((await readAll(model, { ...long, refit })).text).toBe(whole)
        expect(budgets).toHaveLength(1)
        expect(model.contextTokens).toBe(budgets[0])
        expect(promptTokens(server.requests.at(-1)?.body ?? { messages: [] })).toBeLessThan(2_000)
      })

      it('one refused text affects no other', async () => {
        const model = modelThat('refuses_text', { refused: 'flagged', status: 400 })
        const say = (content: string) => readToFault(model, { ...requestFor(), messages: [{ role: 'user', content }] })
        expect((await say('flagged')).error).toMatchObject({ fault: 'refused', reason: 'refused', retryable: false })
        expect(await say('harmless')).toMatchObject({ text: whole, error: null })
        expect(server.requests).toHaveLength(2)
      })

      it('no error reveals the key, the address or the words of the prompt and the reply', async () => {
        for (const [mode, behaviour] of [
          ['status', { status: 401 }],
          ['status', { status: 500 }],
          ['garbage', {}],
          ['mid_error', {}],
          ['html', {}],
          ['cut', { words: 1 }],
        ] as const) {
          const { error } = await readToFault(modelThat(mode, behaviour))
          const told = `${error?.stack}${JSON.stringify(error)}${String(error?.cause)}`
          for (const secret of [KEY, String(server.port), 'Hello', 'lamp']) expect(told).not.toContain(secret)
        }
      })
    })
  })
}
