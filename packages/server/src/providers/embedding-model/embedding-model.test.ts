import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EmbeddingModel } from '../../modules/memory/embedding-model.ts'
import { chooseEmbeddingModel } from './choose.ts'
import { withCircuitBreaker } from './circuit-breaker.ts'
import { createOpenAiCompatibleEmbeddings } from './openai-compatible.ts'

const KEY = 'canary-key'

describe('an embedding model behind an endpoint', () => {
  let url = ''
  let asked = 0
  let lastAuthorization: string | undefined
  let answer: (response: ServerResponse, input: string[]) => void = () => undefined
  const server = createServer((request, response) => {
    asked += 1
    lastAuthorization = request.headers.authorization
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(pieces).toString('utf8')) as { input: string[] } // sent by us
      answer(response, body.input)
    })
  })
  const sendJson = (response: ServerResponse, body: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const vectorFor = (text: string) => [text.length, 1, 0.5]
  const well = (response: ServerResponse, input: string[]) =>
    sendJson(response, { data: input.map((text, index) => ({ index, embedding: vectorFor(text) })).reverse() })
  const model = (): EmbeddingModel =>
    createOpenAiCompatibleEmbeddings({ baseUrl: `${url}/v1/`, apiKey: KEY, name: 'e' })
  const embed = (texts: string[], from = model()) => from.embed(texts, AbortSignal.timeout(5_000))

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server's address is never a string
  })
  beforeEach(() => {
    asked = 0
    answer = well
  })
  afterAll(() => void server.close())

  it('returns a vector for each text, in order, whatever order they arrive in', async () => {
    const vectors = await embed(['a', 'bbb'])
    expect(vectors.map((vector) => [...vector])).toEqual([vectorFor('a'), vectorFor('bbb')])
    expect(lastAuthorization).toBe(`Bearer ${KEY}`)
    expect(await embed([])).toEqual([])
    expect(asked).toBe(1)
  })

  it.each<[string, string, (response: ServerResponse, input: string[]) => void]>([
    ['a vector too few', 'garbled', (response) => sendJson(response, { data: [{ index: 0, embedding: [1] }] })],
    [
      'vectors of two lengths',
      'garbled',
      (response) => sendJson(response, { data: [{ embedding: [1] }, { embedding: [1, 2] }] }),
    ],
    [
      'the same place twice',
      'garbled',
      (response) => sendJson(response, { data: [1, 2].map(() => ({ index: 0, embedding: [1] })) }),
    ],
    [
      'no numbers',
      'garbled',
      (response) => sendJson(response, { data: [{ embedding: ['1'] }, { embedding: [null] }] }),
    ],
    ['no JSON', 'garbled', (response) => void response.end('<html>canary</html>')],
    ['a list', 'garbled', (response) => sendJson(response, [])],
    ['too many', 'rate_limited', (response) => sendJson(response, { error: 'canary' }, 429)],
    ['a failure', 'overloaded', (response) => sendJson(response, { error: 'canary' }, 503)],
    ['a wrong key', 'refused', (response) => sendJson(response, { error: 'canary' }, 401)],
    ['a cut connection', 'unreachable', (response) => void response.destroy()],
  ])('%s is %s, and reveals nothing of the upstream', async (_name, fault, how) => {
    answer = how
    const error = await embed(['a', 'b']).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'EmbeddingError', fault })
    expect(String(error)).not.toMatch(/canary|127\.0\.0\.1/)
  })

  it('times out at a deadline, and aborts with its caller’s own reason', async () => {
    answer = () => undefined
    await expect(model().embed(['a'], AbortSignal.timeout(20))).rejects.toMatchObject({ fault: 'timeout' })
    const abort = new AbortController()
    const waiting = model().embed(['a'], abort.signal)
    abort.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
  })

  it('is skipped after five failures, probed after 15 seconds, and used after one success (UPS-08)', async () => {
    let nowMs = 0
    const spared = withCircuitBreaker(model(), () => nowMs)
    answer = (response) => sendJson(response, {}, 500)
    for (let failure = 0; failure < 5; failure++)
      await expect(embed(['a'], spared)).rejects.toMatchObject({ fault: 'overloaded' })
    await expect(embed(['a'], spared)).rejects.toMatchObject({ fault: 'unreachable' })
    expect(asked).toBe(5)
    nowMs += 15_000
    await expect(embed(['a'], spared)).rejects.toMatchObject({ fault: 'overloaded' })
    await expect(embed(['a'], spared)).rejects.toMatchObject({ fault: 'unreachable' })
    expect(asked).toBe(6)
    nowMs += 15_000
    answer = well
    expect(await embed(['a'], spared)).toHaveLength(1)
    expect(await embed(['b'], spared)).toHaveLength(1)
  })

  it('is not closed to others by one rejected text, but by one 401', async () => {
    const spared = withCircuitBreaker(model(), () => 0)
    answer = (response, input) => (input.includes('odd') ? sendJson(response, {}, 400) : well(response, input))
    for (let count = 0; count < 12; count++)
      await expect(embed(['odd'], spared)).rejects.toMatchObject({ fault: 'refused' })
    expect(await embed(['a'], spared)).toHaveLength(1)
    answer = (response) => sendJson(response, {}, 401)
    await expect(embed(['a'], spared)).rejects.toMatchObject({ fault: 'refused' })
    await expect(embed(['a'], spared)).rejects.toMatchObject({ fault: 'unreachable' })
  })

  it('is chosen by the settings, or there is none', () => {
    const settings = { embeddingBaseUrl: url, embeddingApiKey: null, embeddingName: 'e' }
    expect(chooseEmbeddingModel(settings)?.name).toBe('e')
    expect(chooseEmbeddingModel({ ...settings, embeddingBaseUrl: null, embeddingName: null })).toBeNull()
  })
})
