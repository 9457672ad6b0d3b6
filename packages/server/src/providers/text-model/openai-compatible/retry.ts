import { TextModelError, type TextModelFault } from '../../../domains/chats/text-model.ts'
import type { TextModelLimits } from './limits.ts'

const RETRIED: readonly TextModelFault[] = ['unreachable', 'rate_limited', 'overloaded', 'cut_off']
const FIRST_PAUSE_MS = 250

/**
 * How long to wait before attempt `attempt + 2`, or null when asking again is no use: what a 429 asks for when that is
 * short enough, else 250 ms, 500 ms, …, each with up to half of it added by chance, so that many chats do not return
 * at once.
 */
export function waitBeforeRetry(
  error: unknown,
  attempt: number,
  limits: TextModelLimits,
  random: () => number,
): number | null {
  if (!(error instanceof TextModelError) || !error.retryable || attempt >= limits.retries) return null
  if (!RETRIED.includes(error.fault)) return null
  if (error.retryAfterMs !== null) return error.retryAfterMs <= limits.retryAfterMs ? error.retryAfterMs : null
  const pauseMs = FIRST_PAUSE_MS * 2 ** attempt
  return pauseMs + Math.floor(random() * (pauseMs / 2))
}
