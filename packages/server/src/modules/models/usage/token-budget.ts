import { LRUCache } from 'lru-cache'
import { AppError } from '../../../platform/app-error.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Settings } from '../../../platform/config.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { DAY_MS, SECOND_MS } from '../../../platform/durations.ts'
import type { Log } from '../../../platform/log.ts'
import { type Day, sumTokensOfDay } from './usage-store.ts'

interface BudgetServices {
  database: Queryable
  clock: Clock
  log: Log
  settings: Pick<Settings, 'modelTokensPerDay' | 'modelTokensPerDayPerPerson'>
}

/** The day of a moment, in UTC. */
export function dayOf(now: Date): Day {
  return now.toISOString().slice(0, 10)
}

/** When the day of `now` ends, in UTC. */
export function nextDay(now: Date): Date {
  return new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS)
}

/** Other processes may have used tokens since: what was read is used for so long. */
const RELOAD_INTERVAL_MS = 30 * SECOND_MS
const CACHE_SIZE = 10_000
/** Stands for everyone. */
const SERVER = ''

interface KnownUse {
  day: Day
  tokens: number
  readAtMs: number
}

/**
 * The tokens that one person, and all together, may use in a day. A request is refused once they are used up, before a
 * model is asked; one that is under way is finished, so a day may end one reply above its limit.
 */
export interface TokenBudget {
  /** @throws AppError TokenBudgetSpent. */
  assertLeft(personId: string): Promise<void>
  /** Tokens that were recorded by this process. */
  add(personId: string, tokens: number): void
}

export function createTokenBudget(services: BudgetServices): TokenBudget {
  const { modelTokensPerDay: ofServer, modelTokensPerDayPerPerson: ofPerson } = services.settings
  const known = new LRUCache<string, KnownUse>({ max: CACHE_SIZE })
  let warnedOn: Day | null = null

  async function used(whose: string, now: Date): Promise<number> {
    const day = dayOf(now)
    const cached = known.get(whose)
    if (cached?.day === day && now.getTime() - cached.readAtMs < RELOAD_INTERVAL_MS) return cached.tokens
    const tokens = await sumTokensOfDay(services.database, day, whose === SERVER ? null : whose)
    known.set(whose, { day, tokens, readAtMs: now.getTime() })
    return tokens
  }

  function refuse(scope: 'person' | 'server', now: Date): never {
    const resetsAt = nextDay(now)
    const facts = {
      scope,
      resets_at: resetsAt.toISOString(),
      retry_after: Math.ceil((resetsAt.getTime() - now.getTime()) / SECOND_MS),
    }
    throw new AppError('TokenBudgetSpent', facts, scope === 'person' ? 'tokenBudget' : 'tokenBudgetServer')
  }

  return {
    async assertLeft(personId) {
      const now = services.clock.now()
      if (ofPerson !== null && (await used(personId, now)) >= ofPerson) refuse('person', now)
      if (ofServer === null || (await used(SERVER, now)) < ofServer) return
      if (warnedOn !== dayOf(now)) {
        warnedOn = dayOf(now)
        services.log.warn({ limit: ofServer }, 'the model tokens of this day are used up (MODEL_TOKENS_PER_DAY)')
      }
      refuse('server', now)
    },
    add(personId, tokens) {
      for (const whose of [personId, SERVER]) {
        const cached = known.get(whose)
        if (cached) cached.tokens += tokens
      }
    },
  }
}
