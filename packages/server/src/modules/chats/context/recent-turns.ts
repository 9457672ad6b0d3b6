import { LRUCache } from 'lru-cache'

/**
 * What this process remembers of recent turns. With it, a message that would be refused or is repeated does not reach
 * the model, and yet an ordinary one needs no query before the model is asked.
 */
export interface RecentTurns {
  recordSent(personId: string, clientId: string): void
  wasSent(personId: string, clientId: string): boolean
  /** The messages left after a charge. */
  recordBalance(personId: string, messages: number): void
  forgetBalance(personId: string): void
  /** As of the last charge here; null when there was none lately. */
  balanceOf(personId: string): number | null
}

const CACHE_SIZE = 10_000
/** A balance may change elsewhere. Then one request to the model may be wasted. */
const MAX_BALANCE_AGE_MS = 60_000

export function createRecentTurns(): RecentTurns {
  const sent = new LRUCache<string, true>({ max: CACHE_SIZE })
  const balances = new LRUCache<string, number>({ max: CACHE_SIZE, ttl: MAX_BALANCE_AGE_MS })
  return {
    recordSent: (personId, clientId) => void sent.set(`${personId}/${clientId}`, true),
    wasSent: (personId, clientId) => sent.has(`${personId}/${clientId}`),
    recordBalance: (personId, messages) => void balances.set(personId, messages),
    forgetBalance: (personId) => void balances.delete(personId),
    balanceOf: (personId) => balances.get(personId) ?? null,
  }
}
