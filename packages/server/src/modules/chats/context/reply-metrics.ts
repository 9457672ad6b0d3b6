import { Counter, Histogram, type Registry } from 'prom-client'
import type { LiveReply } from './live-replies.ts'

/** Counts replies for `/metrics`, without anything about whose they are. */
export interface ReplyMetrics {
  /** Call it once for each reply that has ended. */
  countReply(status: 'complete' | 'stopped' | 'failed', used: LiveReply['used']): void
}

const FIRST_WORD_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60]
const SPEED_BUCKETS = [2, 5, 10, 20, 30, 50, 80, 120, 200]

/** Replies of the demo model are counted, but have no times: it answers at once. */
export function createReplyMetrics(registry: Registry): ReplyMetrics {
  const registers = [registry]
  const replies = new Counter({
    name: 'everkin_replies_total',
    help: 'Replies that have ended, by status.',
    labelNames: ['status'],
    registers,
  })
  const firstWord = new Histogram({
    name: 'everkin_first_word_seconds',
    help: 'Time from the request to a language model to its first output.',
    buckets: FIRST_WORD_BUCKETS,
    registers,
  })
  const speed = new Histogram({
    name: 'everkin_reply_tokens_per_second',
    help: 'Speed of replies after their first output.',
    buckets: SPEED_BUCKETS,
    registers,
  })
  return {
    countReply(status, used) {
      replies.inc({ status })
      if (used === null) return
      firstWord.observe(used.firstTokenMs / 1_000)
      if (used.tokensPerSecond !== null) speed.observe(used.tokensPerSecond)
    },
  }
}
