import { tooManyRequests } from '../../platform/http/rate-limit.ts'
import { MAX_CONCURRENT_SPEECH } from './rules.ts'

/** Limits concurrent speech: one slot per message in progress. */
export interface SpeechConcurrencyLimit {
  /**
   * Takes a slot and returns a function that frees it once. @throws AppError TooManyRequests when the person's or the
   * process's slots are in use.
   */
  acquire(personId: string): () => void
}

const RETRY_AFTER_MS = 3_000

export function createSpeechConcurrencyLimit(): SpeechConcurrencyLimit {
  const byPerson = new Map<string, number>()
  let total = 0
  return {
    acquire(personId) {
      const own = byPerson.get(personId) ?? 0
      if (own >= MAX_CONCURRENT_SPEECH.person || total >= MAX_CONCURRENT_SPEECH.process)
        throw tooManyRequests(RETRY_AFTER_MS)
      byPerson.set(personId, own + 1)
      total += 1
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        total -= 1
        const remaining = (byPerson.get(personId) ?? 1) - 1
        if (remaining > 0) byPerson.set(personId, remaining)
        else byPerson.delete(personId)
      }
    },
  }
}
