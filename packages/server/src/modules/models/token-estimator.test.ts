import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TextModel } from './text-model.ts'
import { createTokenEstimator } from './token-estimator.ts'

const model = (countTokens?: TextModel['countTokens']): TextModel => ({
  kind: 'openai_compatible',
  name: 'm',
  contextTokens: 8192,
  countTokens,
  stream: () => (async function* () {})(),
})
const estimator = (countTokens?: TextModel['countTokens']) =>
  createTokenEstimator(model(countTokens), (text) => text.length)

describe('createTokenEstimator', () => {
  it('is the base estimate at first', () => {
    expect(estimator().count('x'.repeat(10))).toBe(10)
    expect(estimator()).toMatchObject({ isExact: false })
  })

  it('uses the model’s own tokenizer as soon as it is there', () => {
    const loading = { ...model() }
    const tokens = createTokenEstimator(loading, (text) => text.length)
    Object.assign(loading, { countTokens: () => 3 })
    expect(tokens.count('a text')).toBe(3)
    expect(tokens.isExact).toBe(true)
  })

  it('grows with the first report of more tokens, with a margin', () => {
    const tokens = estimator()
    tokens.learn(1000, 1300)
    expect(tokens.scale(1000)).toBeGreaterThan(1300)
    expect(tokens.scale(1000)).toBeLessThan(1450)
  })

  it('shrinks only after several reports of fewer', () => {
    const tokens = estimator()
    for (let count = 0; count < 3; count++) tokens.learn(1000, 700)
    expect(tokens.scale(1000)).toBe(1000)
    tokens.learn(1000, 700)
    expect(tokens.scale(1000)).toBeGreaterThan(700)
    expect(tokens.scale(1000)).toBeLessThan(800)
  })

  it('one report of more counts longer than many of fewer', () => {
    const tokens = estimator()
    tokens.learn(1000, 1300)
    for (let count = 0; count < 20; count++) tokens.learn(1000, 700)
    expect(tokens.scale(1000)).toBeGreaterThan(1300)
    for (let count = 0; count < 20; count++) tokens.learn(1000, 700)
    expect(tokens.scale(1000)).toBeLessThan(800)
  })

  it.each([
    [1000, 0],
    [1000, -5],
    [1000, 90], // what a server counts that had the rest in its cache
    [1000, 90_000],
    [1000, Number.NaN],
    [0, 1000],
    [Number.NaN, 1000],
    [10, 30], // mostly the chat template
    [Number.POSITIVE_INFINITY, 1000],
  ])('learns nothing from %d reported as %d', (base, reported) => {
    const tokens = estimator()
    for (let count = 0; count < 10; count++) tokens.learn(base, reported)
    expect(tokens.scale(1000)).toBe(1000)
  })

  it('never promises less than the server counted for any prompt like the last ones', () => {
    const prompt = fc.record({
      base: fc.integer({ min: 200, max: 200_000 }),
      ratio: fc.double({ min: 0.6, max: 1.8, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(prompt, { minLength: 1, maxLength: 60 }), fc.nat(23), (prompts, back) => {
        const tokens = estimator()
        for (const { base, ratio } of prompts) tokens.learn(base, base * ratio)
        const like = prompts.at(-1 - (back % Math.min(24, prompts.length)))
        if (like) expect(tokens.scale(like.base)).toBeGreaterThanOrEqual(like.base * like.ratio)
      }),
    )
  })

  it('is at most a few percent above the highest of them, once there are several', () => {
    const ratios = fc.array(fc.double({ min: 0.6, max: 1.8, noNaN: true }), { minLength: 4, maxLength: 24 })
    fc.assert(
      fc.property(ratios, (seen) => {
        const tokens = estimator()
        for (const ratio of seen) tokens.learn(10_000, 10_000 * ratio)
        expect(tokens.scale(10_000)).toBeLessThanOrEqual(Math.max(...seen) * 10_700)
      }),
    )
  })
})
