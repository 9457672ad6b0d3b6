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

describe('content in parts', () => {
  const chunkOf = (content: unknown) => parseChunk(JSON.stringify({ choices: [{ index: 0, delta: { content } }] }))

  it('is the text of its parts, and its thoughts are reasoning', () => {
    const thinking = [
      { type: 'text', text: 'She would ' },
      { type: 'text', text: 'laugh.' },
    ]
    expect(
      chunkOf([
        { type: 'thinking', thinking },
        { type: 'text', text: 'Ha' },
        { type: 'text', text: '!' },
      ]),
    ).toMatchObject({ text: 'Ha!', reasoning: 'She would laugh.' })
    expect(chunkOf([{ type: 'thinking', thinking: 'Hm.' }])).toMatchObject({ text: '', reasoning: 'Hm.' })
  })

  it.each([[[]], [[null, 1, 'x', {}, { text: 1 }, { thinking: [null] }]]])('%j has neither', (content) => {
    expect(chunkOf(content)).toMatchObject({ text: '', reasoning: '' })
  })
})

describe('choices', () => {
  const textWith = (index: unknown) =>
    parseChunk(JSON.stringify({ choices: [{ index, delta: { content: 'Ha' } }] })).text

  it('only the first is read, however it is numbered', () => {
    expect([0, undefined, null, '0'].map(textWith)).toEqual(['Ha', 'Ha', 'Ha', 'Ha'])
    expect(textWith(1)).toBe('')
  })
})
