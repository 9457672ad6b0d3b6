import fc from 'fast-check'
import { countTokens as countAll } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { createOpenAiCompatibleModel } from './openai-compatible-model.ts'
import { loadOpenAiTokenizer } from './openai-tokenizer.ts'

const count = await loadOpenAiTokenizer('gpt-5.2')
if (!count) throw new Error('no tokenizer')
const plain = { disallowedSpecial: new Set<string>() }

describe('the tokenizer of OpenAI’s models', () => {
  it.each(['gpt-4o-mini', 'openai/gpt-4.1', 'o3', 'gpt-oss-20b', 'gpt-4-turbo', 'gpt-3.5-turbo'])(
    '%s has one',
    (name) => {
      expect(loadOpenAiTokenizer(name)).not.toBeNull()
    },
  )

  it.each(['claude-opus-4-7', 'llama3.2', 'mistral-large', 'olmo-2', 'qwen'])('%s has none', (name) => {
    expect(loadOpenAiTokenizer(name)).toBeNull()
  })

  it('counts prose exactly', () => {
    const text = 'The lamp is lit, and the kettle has begun to sing; so come in.\n\n*She nods.* "It’s warm."\n'.repeat(
      40,
    )
    expect(Math.abs(count(text) - countAll(text))).toBeLessThanOrEqual(2)
  })

  it('counts marks of the protocol as text', () => {
    expect(count('<|endoftext|>')).toBeGreaterThan(1)
  })

  it('counts any text almost exactly, and hardly ever too low', () => {
    const words = fc.constantFrom('the ', 'lamp', ' ', '\n', '静かな', 'مرحبا ', '👩‍🚀', 'naïve ', '12345', '...', 'x')
    fc.assert(
      fc.property(fc.array(words, { maxLength: 400 }), (pieces) => {
        const text = pieces.join('')
        const exact = countAll(text, plain)
        expect(count(text)).toBeGreaterThanOrEqual(Math.floor(exact * 0.99) - 2)
        expect(count(text)).toBeLessThanOrEqual(exact * 1.05 + 4)
      }),
    )
  })

  it('estimates the rest of a long text from its beginning', () => {
    const text = 'The lamp is lit and the kettle has begun to sing. '.repeat(800)
    const exact = countAll(text)
    expect(count(text)).toBeGreaterThanOrEqual(exact)
    expect(count(text)).toBeLessThan(exact * 1.15)
  })

  it('does not hang on a text without any boundary', () => {
    for (const text of ['👩‍🚀'.repeat(30_000), ' '.repeat(100_000), 'x\u0301'.repeat(50_000)]) {
      expect(count(text)).toBeGreaterThan(0)
    }
  })

  it('a model has it as soon as it is loaded, and others have none', async () => {
    const settings = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: null, contextTokens: 10 }
    const model = createOpenAiCompatibleModel({ ...settings, name: 'gpt-4o' })
    await expect.poll(() => model.countTokens?.('Hello there')).toBe(2)
    expect(createOpenAiCompatibleModel({ ...settings, name: 'llama' }).countTokens).toBeUndefined()
  })
})
