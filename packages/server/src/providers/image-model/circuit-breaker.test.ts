import { createFakeImageModel, type FakeImageModel } from '@everkin/testing/fake-image-model.ts'
import { describe, expect, it } from 'vitest'
import { withCircuitBreaker } from './circuit-breaker.ts'
import { describeImageModel, generateImage } from './image-model.suite.ts'

describeImageModel('the fake', createFakeImageModel)
describeImageModel('the fake behind a circuit breaker', () => withCircuitBreaker(createFakeImageModel()))

describe('a circuit breaker', () => {
  const failing = (fault: Parameters<FakeImageModel['behave']>[0]) => {
    const model = createFakeImageModel()
    model.behave(fault)
    return model
  }

  it('stops calling after five failures, and probes after 15 seconds (UPS-08)', async () => {
    let nowMs = 0
    const model = failing(() => 'overloaded')
    const spared = withCircuitBreaker(model, () => nowMs)
    for (let failure = 0; failure < 5; failure++)
      await expect(generateImage(spared)).rejects.toMatchObject({ fault: 'overloaded' })
    await expect(generateImage(spared)).rejects.toMatchObject({ fault: 'unreachable', retryAfterMs: 15_000 })
    expect(model.requests).toHaveLength(5)
    nowMs += 15_000
    model.behave(() => 'made')
    await generateImage(spared)
    await generateImage(spared)
    expect(model.requests).toHaveLength(7)
  })

  it('opens for a refused key at once, and never for a rejected prompt or a rate limit', async () => {
    const refused = failing(() => 'refused')
    const spared = withCircuitBreaker(refused, () => 0)
    await expect(generateImage(spared)).rejects.toMatchObject({ fault: 'refused' })
    await expect(generateImage(spared)).rejects.toMatchObject({ fault: 'unreachable' })
    expect(refused.requests).toHaveLength(1)
    for (const fault of ['rejected', 'rate_limited'] as const) {
      const model = failing(() => fault)
      const open = withCircuitBreaker(model, () => 0)
      for (let count = 0; count < 12; count++) await expect(generateImage(open)).rejects.toMatchObject({ fault })
      expect(model.requests).toHaveLength(12)
    }
  })
})
