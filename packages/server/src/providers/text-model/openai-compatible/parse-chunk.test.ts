import { describe, expect, it } from 'vitest'
import { parseChunk } from './parse-chunk.ts'

const usageOf = (usage: unknown) => parseChunk(JSON.stringify({ choices: [], usage })).usage

describe('usage', () => {
  it.each([
    [{ prompt_tokens: 9, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4 } }, 4],
    [{ prompt_tokens: 9, completion_tokens: 2, prompt_cache_hit_tokens: 5, prompt_cache_miss_tokens: 4 }, 5],
    [{ prompt_tokens: 9, completion_tokens: 2, cached_tokens: 6 }, 6],
    [{ prompt_tokens: 9, completion_tokens: 2, prompt_tokens_details: null }, null],
    [{ prompt_tokens: 9, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 'many' } }, null],
  ])('%j', (usage, cachedTokens) => {
    expect(usageOf(usage)).toEqual({ promptTokens: 9, cachedTokens, replyTokens: 2 })
  })

  it.each([null, {}, 'some', { prompt_tokens: '9', completion_tokens: 2 }])('%j is none', (usage) => {
    expect(usageOf(usage)).toBeNull()
  })
})

describe('reasoning', () => {
  it('is read from either field, once', () => {
    const chunk = (delta: object) => parseChunk(JSON.stringify({ choices: [{ index: 0, delta }] })).reasoning
    expect(chunk({ reasoning_content: 'so' })).toBe('so')
    expect(chunk({ reasoning: 'so' })).toBe('so')
    expect(chunk({ reasoning_content: 'so', reasoning: 'so' })).toBe('so')
    expect(chunk({ reasoning: { text: 'odd' } })).toBe('')
  })
})
