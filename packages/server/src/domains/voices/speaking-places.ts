import { tooManyRequests } from '../../platform/http/rate-limit.ts'
import { AT_ONCE } from './rules.ts'

/** Who is being spoken to now: a place for each message under way. */
export interface SpeakingPlaces {
  /** Takes a place and gives what frees it, once. @throws AppError TooManyRequests when the person, or all, have theirs. */
  take(personId: string): () => void
}

const RETRY_AFTER_MS = 3_000

export function createSpeakingPlaces(): SpeakingPlaces {
  const byPerson = new Map<string, number>()
  let all = 0
  return {
    take(personId) {
      const own = byPerson.get(personId) ?? 0
      if (own >= AT_ONCE.person || all >= AT_ONCE.process) throw tooManyRequests(RETRY_AFTER_MS)
      byPerson.set(personId, own + 1)
      all += 1
      let isFree = false
      return () => {
        if (isFree) return
        isFree = true
        all -= 1
        const left = (byPerson.get(personId) ?? 1) - 1
        if (left > 0) byPerson.set(personId, left)
        else byPerson.delete(personId)
      }
    },
  }
}
