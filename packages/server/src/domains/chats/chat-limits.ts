import { LIMITS } from '@everkin/contract/limits.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import { countChatsOf } from './chat-store.ts'

const HOUR_MS = 3_600_000
const NEW_CHATS_PER_HOUR = { max: 60, windowMs: HOUR_MS }
const NEW_CHATS_PER_DAY = { max: 500, windowMs: 24 * HOUR_MS }

/**
 * Counts one more chat that is begun: each stores every greeting of its card, up to a MiB.
 * @throws AppError TooManyRequests
 */
export function limitNewChats(limiter: RateLimiter, personId: string): void {
  limiter.consume(`new-chats-hour:${personId}`, NEW_CHATS_PER_HOUR)
  limiter.consume(`new-chats-day:${personId}`, NEW_CHATS_PER_DAY)
}

/**
 * Before a chat is stored, under the person's lock, so that no two become one too many.
 * @throws AppError Conflict when they have LIMITS.chats already.
 */
export async function refuseTooManyChats(tx: Queryable, personId: string): Promise<void> {
  if ((await countChatsOf(tx, personId)) >= LIMITS.chats) throw new AppError('Conflict', null, 'tooManyChats')
}
