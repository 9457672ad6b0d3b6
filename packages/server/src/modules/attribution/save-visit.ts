import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import { newId, newSecret } from '../../platform/ids.ts'
import { normalizeCampaign, normalizeOrigin, normalizePath } from './normalize-visit.ts'
import { deleteVisitByKey, deleteVisitsOf, insertVisit } from './store.ts'
import { clearVisitCookie, hashOfKey, setVisitCookie, visitKeyOf } from './visit-cookie.ts'

export interface VisitServices {
  database: Database
  clock: Clock
  limiter: RateLimiter
  /** Whether this caller said they are under 18; provided by accounts. */
  isKnownMinor(caller: Caller): Promise<boolean>
}

interface Visit {
  page: string
  referrer: string
  consent: boolean
  utm_source?: string | undefined
  utm_medium?: string | undefined
  utm_campaign?: string | undefined
  ref?: string | undefined
}

/** Per network: a school or an office shares one. */
const LIMIT = { max: 60, windowMs: HOUR_MS }

/**
 * Counts a visit with consent. The first visit of a signed-out browser gets a cookie, which links it to an account
 * created within 30 days; later visits are only counted. Without consent nothing is stored, and what this browser or
 * person consented to before is deleted. Nothing is stored about people under 18 either way.
 * @throws AppError TooManyRequests.
 */
export async function saveVisit(services: VisitServices, visit: Visit, caller: Caller): Promise<void> {
  const { database } = services
  if (!visit.consent) return withdrawConsent(database, caller)
  await services.limiter.consume(`visit:${caller.network}`, LIMIT)
  if (await services.isKnownMinor(caller)) return
  const now = services.clock.now()
  const key = caller.identity !== null || visitKeyOf(caller) !== null ? null : newSecret()
  await insertVisit(database, {
    id: newId(now),
    keyHash: key === null ? null : hashOfKey(key),
    ...normalizePath(visit.page),
    deviceType: caller.deviceType,
    utmSource: normalizeCampaign(visit.utm_source),
    utmMedium: normalizeCampaign(visit.utm_medium),
    utmCampaign: normalizeCampaign(visit.utm_campaign),
    ref: normalizeCampaign(visit.ref),
    referrer: normalizeOrigin(visit.referrer),
    now,
  })
  if (key !== null) setVisitCookie(caller, key)
}

async function withdrawConsent(database: Database, caller: Caller): Promise<void> {
  const key = visitKeyOf(caller)
  if (key) {
    await deleteVisitByKey(database, hashOfKey(key))
    clearVisitCookie(caller)
  }
  if (caller.identity) await deleteVisitsOf(database, caller.identity.personId)
}
