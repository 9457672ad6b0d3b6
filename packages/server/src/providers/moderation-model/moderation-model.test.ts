import { type ModerationServer, startModerationServer } from '@everkin/testing/servers/moderation-server.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ModerationInput, ModerationModel } from '../../modules/safety/module.ts'
import { openModerationModel } from './choose.ts'

const KEY = 'sk-canary-1234567890'
const PICTURE: ModerationInput = { kind: 'image', bytes: new Uint8Array([1, 2, 3]), mediaType: 'image/webp' }
const text = (words: string): ModerationInput => ({ kind: 'text', text: words })
const find = (model: ModerationModel, input: ModerationInput, ms = 5_000) =>
  model.findProblems(input, AbortSignal.timeout(ms))

describe.each(['moderations', 'chat'] as const)('a moderation model behind %s', (kind) => {
  let server: ModerationServer
  let nowMs = 0
  const open = (api: 'auto' | 'moderations' | 'chat' = kind) =>
    openModerationModel({ baseUrl: server.url, apiKey: KEY, name: 'guard' }, api, () => nowMs)
  beforeEach(async () => {
    server = await startModerationServer(kind)
  })
  afterEach(() => server.close())

  it('finds what is flagged, in the categories of the rules, and nothing else', async () => {
    server.flag('[[minor-cue]]', 'sexual/minors')
    server.flag('[[weapon-cue]]', 'illicit/violent')
    const model = open()
    expect(await find(model, text('Good evening.'))).toEqual([])
    expect(await find(model, text('a [[minor-cue]]'))).toEqual([{ category: 'minor_safety', isCertain: true }])
    expect(await find(model, text('a [[weapon-cue]]'))).toEqual([{ category: 'mass_harm', isCertain: true }])
  })

  it('detects the protocol with the first check, and keeps it', async () => {
    server.flag('[[minor-cue]]', 'sexual/minors')
    const model = open('auto')
    await find(model, text('one'))
    expect(await find(model, text('[[minor-cue]]'))).toHaveLength(1)
    expect(server.requests).toHaveLength(2)
  })

  it('looks at pictures, and says so where it cannot', async () => {
    server.flag('picture', 'sexual')
    expect(await find(open(), PICTURE)).toEqual([{ category: 'sexual', isCertain: true }])
    await server.close()
    server = await startModerationServer(kind, { readsPictures: false })
    await expect(find(open(), PICTURE)).rejects.toMatchObject({ fault: 'unsupported' })
  })

  it('M5: sends the input, the model and the key, and nothing else', async () => {
    await find(open(), text('Good evening.'))
    const [request] = server.requests
    expect(Object.keys(JSON.parse(request?.body ?? '')).sort()).toEqual(
      kind === 'moderations' ? ['input', 'model'] : ['max_tokens', 'messages', 'model', 'temperature'],
    )
    expect(request?.headers).toMatchObject({ authorization: `Bearer ${KEY}` })
    expect(Object.keys(request?.headers ?? {})).not.toContain('cookie')
  })

  it.each([
    [{ mode: 'page' }, 'garbled'],
    [{ mode: 'body', body: { results: [], choices: [] } }, 'garbled'],
    [{ mode: 'body', body: { choices: [{ message: { content: '{"category": "all", "sure": 1}' } }] } }, 'garbled'],
    [{ mode: 'huge' }, 'garbled'],
    [{ mode: 'cut' }, 'unreachable'],
    [{ mode: 'redirect' }, 'unreachable'],
    [{ mode: 'silent' }, 'timeout'],
    [{ mode: 'stalls' }, 'timeout'],
    [{ mode: 'status', status: 429 }, 'rate_limited'],
    [{ mode: 'status', status: 500 }, 'overloaded'],
    [{ mode: 'status', status: 400 }, 'refused'],
  ] as const)('%j is the fault %s, without the words, address or key of the server', async (behaviour, fault) => {
    server.behave(behaviour)
    const error = await find(open(), text('secret words'), 200).catch((failure: unknown) => failure)
    expect(error).toMatchObject({ fault })
    for (const word of ['canary', 'secret words', server.url]) expect(String(error)).not.toContain(word)
  })

  it('is skipped after five outages, probed after 15 seconds, and used after one success (UPS-08)', async () => {
    const model = open()
    server.behave({ mode: 'status', status: 503 })
    for (let failure = 0; failure < 5; failure++)
      await expect(find(model, text('a'))).rejects.toMatchObject({ fault: 'overloaded' })
    expect(model.isReachable).toBe(false)
    await expect(find(model, text('a'))).rejects.toMatchObject({ fault: 'unreachable' })
    expect(server.requests).toHaveLength(5)
    nowMs += 15_000
    server.behave({ mode: 'normal' })
    expect(await find(model, text('a'))).toEqual([])
    expect(model.isReachable).toBe(true)
  })

  it('is not closed to others by rate limits or by what it refuses', async () => {
    const model = open()
    for (const status of [429, 400, 429, 422, 400, 429]) {
      server.behave({ mode: 'status', status })
      await expect(find(model, text('a'))).rejects.toBeDefined()
    }
    expect(model.isReachable).toBe(true)
  })
})
