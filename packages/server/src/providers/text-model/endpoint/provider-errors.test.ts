import { describe, expect, it } from 'vitest'
import { parseContextOverflow, toTextModelError } from './provider-errors.ts'

const errorOf = (status: number, words: string, retryAfter?: string) =>
  toTextModelError({ status, retryAfter, words, message: words })

describe('toTextModelError', () => {
  it.each([
    ['You exceeded your current quota. Please retry in 31.4s.', 31_400],
    ['{"error":{"message":"Quota exceeded","details":[{"@type":"RetryInfo","retryDelay": "7s"}]}}', 7_000],
    ['Rate limit reached for gpt-4o. Please try again in 120ms.', 120],
    ['Rate limit reached. Please try again in 2m.', 120_000],
  ])('%s: busy for %i ms', (words, retryAfterMs) => {
    expect(errorOf(429, words)).toMatchObject({ fault: 'rate_limited', reason: 'busy', retryable: true, retryAfterMs })
  })

  it('the header counts before the words', () => {
    expect(errorOf(429, 'Please retry in 31s.', '4')).toMatchObject({ retryAfterMs: 4_000 })
  })

  it('a quota without an end is not worth a retry', () => {
    expect(errorOf(429, 'You exceeded your current quota, please check your plan.')).toMatchObject({
      fault: 'refused',
      reason: 'credit',
      retryable: false,
    })
  })

  it.each([
    [404, '{"type":"error","error":{"type":"not_found_error","message":"model: claude-nobody"}}'],
    [404, 'models/gemini-9 is not found for API version v1beta, or is not supported for generateContent.'],
    [400, 'nobody/nothing is not a valid model ID'],
    [404, 'No endpoints found for nobody/nothing.'],
    [400, 'invalid model: x'],
  ])('%i %s: the model', (status, words) => {
    expect(errorOf(status, words)).toMatchObject({ fault: 'refused', reason: 'model' })
  })
})

describe('parseContextOverflow', () => {
  it.each([
    ['prompt is too long: 212345 tokens > 200000 maximum', 200_000, 212_345],
    [
      'input length and `max_tokens` exceed context limit: 199000 + 4200 > 200000, decrease input length or `max_tokens` and try again',
      200_000,
      null,
    ],
    ['The input token count (1048600) exceeds the maximum number of tokens allowed (1048575).', 1_048_575, 1_048_600],
    ["This model's maximum context length is 8,192 tokens.", 8192, null],
  ])('%s', (words, contextTokens, promptTokens) => {
    expect(parseContextOverflow(400, words)).toEqual({ contextTokens, promptTokens })
  })

  it.each(['Your input was flagged', 'max_tokens must be positive', ''])('%j is about something else', (words) => {
    expect(parseContextOverflow(400, words)).toBeNull()
  })
})
