import { LRUCache } from 'lru-cache'
import type { Person } from '../../accounts/module.ts'
import { assertCanPay } from '../../wallet/module.ts'
import type { ChatServices } from '../services.ts'
import { findByClientId, type MessageRow } from '../store/message-store.ts'
import { messagePriceFor } from './charge-message.ts'

/**
 * What this process remembers of recent turns. With it, a message that would be refused or is repeated does not reach
 * the model, and yet an ordinary one needs no query before the model is asked.
 */
export interface RecentTurns {
  noteSent(personId: string, clientId: string): void
  wasSent(personId: string, clientId: string): boolean
  /** The messages left after a charge. */
  noteBalance(personId: string, messages: number): void
  forgetBalance(personId: string): void
  /** As of the last charge here; null when there was none lately. */
  balanceOf(personId: string): number | null
}

const CACHE_SIZE = 10_000
/** A balance may change elsewhere. Then one request to the model may be in vain. */
const MAX_BALANCE_AGE_MS = 60_000

export function createRecentTurns(): RecentTurns {
  const sent = new LRUCache<string, true>({ max: CACHE_SIZE })
  const balances = new LRUCache<string, number>({ max: CACHE_SIZE, ttl: MAX_BALANCE_AGE_MS })
  return {
    noteSent: (personId, clientId) => void sent.set(`${personId}/${clientId}`, true),
    wasSent: (personId, clientId) => sent.has(`${personId}/${clientId}`),
    noteBalance: (personId, messages) => void balances.set(personId, messages),
    forgetBalance: (personId) => void balances.delete(personId),
    balanceOf: (personId) => balances.get(personId) ?? null,
  }
}

type Services = Pick<ChatServices, 'recentTurns' | 'database' | 'settings' | 'model' | 'clock'>

/**
 * Refuses a turn that could not be paid, before the model is asked. The charge itself checks again.
 * @throws AppError NoMessagesLeft, NotAllowed (a frozen account).
 */
export async function assertCanPayTurn(services: Services, person: Person): Promise<void> {
  const { recentTurns, database, clock } = services
  const now = clock.now()
  const amount = messagePriceFor(services, person, now)
  if (amount === 0 || (recentTurns.balanceOf(person.id) ?? 0) >= amount) return
  await assertCanPay(database, { personId: person.id, asset: 'message', amount, now })
}

/** The message that this person has sent under this client id before, as far as this process knows; else null. */
export async function findRepeated(
  { recentTurns, database }: Pick<Services, 'recentTurns' | 'database'>,
  personId: string,
  clientId: string,
): Promise<MessageRow | null> {
  return recentTurns.wasSent(personId, clientId) ? findByClientId(database, personId, clientId) : null
}
