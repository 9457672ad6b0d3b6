import { modelEntry } from '@everkin/testing/model-registry.ts'
import { describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'
import { countTokens, NO_PRESET } from '../../models/module.ts'
import { limitsOf } from './reply-writer.ts'
import { calibrateTokenFactor, learnTokenFactor, maxTokensIn, tokenFactorOf } from './token-factor.ts'

const contextOf = (model: ReturnType<typeof createFakeTextModel>) =>
  limitsOf({ entry: modelEntry(model), preset: NO_PRESET }).contextTokens

describe('how many tokens a model makes of a text', () => {
  it('is our estimate until something is known', () => {
    const model = createFakeTextModel()
    expect(tokenFactorOf(model)).toBe(1)
    expect(contextOf(model)).toBe(model.contextTokens)
  })

  it('a server that counts more than we do gets shorter prompts from its first report on', () => {
    const model = createFakeTextModel({ contextTokens: 10_000 })
    learnTokenFactor(model, 4_000, 6_000)
    expect(tokenFactorOf(model)).toBeCloseTo(1.6)
    expect(contextOf(model)).toBe(6_250)
  })

  it('a server that counts less gets longer ones only after several reports, and never more than a path is loaded for', () => {
    const model = createFakeTextModel({ contextTokens: 10_000 })
    learnTokenFactor(model, 4_000, 3_000)
    expect(contextOf(model)).toBe(10_000)
    for (let reply = 0; reply < 5; reply++) learnTokenFactor(model, 4_000, 3_000)
    expect(contextOf(model)).toBe(12_500)
    expect(contextOf(model)).toBeLessThanOrEqual(maxTokensIn(10_000))
  })

  it('reports that cannot be about the whole prompt are ignored', () => {
    const model = createFakeTextModel()
    for (const tokens of [0, 10, 100_000]) learnTokenFactor(model, 4_000, tokens)
    expect(tokenFactorOf(model)).toBe(1)
  })

  it('is known before the first reply where the tokenizer is', () => {
    const text = 'The lamp is lit. '.repeat(100)
    const model = { ...createFakeTextModel(), countTokens: (part: string) => countTokens(part) * 2 }
    calibrateTokenFactor(model, text)
    calibrateTokenFactor(model, text)
    expect(tokenFactorOf(model)).toBeCloseTo(2.2)
  })
})
