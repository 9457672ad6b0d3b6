import { type EmbeddingServer, startEmbeddingServer } from '@everkin/testing/servers/embedding-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withCircuitBreaker } from './circuit-breaker.ts'
import { embed } from './embedding-model.suite.ts'
import { createOpenAiCompatibleEmbeddings } from './openai-compatible.ts'

describe('an embedding model behind a circuit breaker', () => {
  let server: EmbeddingServer
  const guarded = (now: () => number) =>
    withCircuitBreaker(createOpenAiCompatibleEmbeddings({ baseUrl: `${server.url}/v1`, apiKey: null, name: 'e' }), now)
  beforeAll(async () => {
    server = await startEmbeddingServer()
  })
  beforeEach(() => server.behave({ mode: 'normal' }))
  afterAll(() => server.close())

  it('is skipped after five failures, probed after 15 seconds, and used after one success (UPS-08)', async () => {
    let nowMs = 0
    const spared = guarded(() => nowMs)
    server.behave({ mode: 'status', status: 500 })
    for (let failure = 0; failure < 5; failure++)
      await expect(embed(spared, ['a'])).rejects.toMatchObject({ fault: 'overloaded' })
    await expect(embed(spared, ['a'])).rejects.toMatchObject({ fault: 'unreachable' })
    expect(server.requests).toHaveLength(5)
    nowMs += 15_000
    await expect(embed(spared, ['a'])).rejects.toMatchObject({ fault: 'overloaded' })
    await expect(embed(spared, ['a'])).rejects.toMatchObject({ fault: 'unreachable' })
    expect(server.requests).toHaveLength(6)
    nowMs += 15_000
    server.behave({ mode: 'normal' })
    expect(await embed(spared, ['a'])).toHaveLength(1)
    expect(await embed(spared, ['b'])).toHaveLength(1)
  })

  it('is not closed to others by rejected texts, but by one 401', async () => {
    const spared = guarded(() => 0)
    server.behave({ mode: 'normal', refuse: (texts) => texts.some((text) => text.startsWith('odd')) })
    for (let count = 0; count < 12; count++)
      await expect(embed(spared, [`odd ${count}`])).rejects.toMatchObject({ fault: 'refused' })
    expect(await embed(spared, ['a'])).toHaveLength(1)
    server.behave({ mode: 'status', status: 401 })
    await expect(embed(spared, ['a'])).rejects.toMatchObject({ fault: 'refused' })
    await expect(embed(spared, ['a'])).rejects.toMatchObject({ fault: 'unreachable' })
  })
})
