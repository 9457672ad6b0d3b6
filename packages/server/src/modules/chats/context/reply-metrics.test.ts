import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { createReplyMetrics } from './reply-metrics.ts'

it('counts replies by status, and the times of those that a language model wrote', async () => {
  const registry = new Registry()
  const metrics = createReplyMetrics(registry)
  const used = {
    promptTokens: 5,
    cachedTokens: null,
    replyTokens: 3,
    reasoningTokens: null,
    firstTokenMs: 700,
    tokensPerSecond: 25,
    isEstimated: false,
  }
  metrics.countReply('complete', used)
  metrics.countReply('complete', null)
  metrics.countReply('failed', { ...used, tokensPerSecond: null })
  const text = await registry.metrics()
  expect(text).toContain('everkin_replies_total{status="complete"} 2')
  expect(text).toContain('everkin_replies_total{status="failed"} 1')
  expect(text).toContain('everkin_first_word_seconds_bucket{le="0.5"} 0')
  expect(text).toContain('everkin_first_word_seconds_bucket{le="1"} 2')
  expect(text).toContain('everkin_reply_tokens_per_second_count 1')
})
