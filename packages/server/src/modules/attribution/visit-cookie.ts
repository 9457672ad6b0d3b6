import { createHash } from 'node:crypto'
import { DAY_MS } from '../../platform/durations.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { clearCookieLine, cookieLine } from '../../platform/http/cookies.ts'

const KEY = /^[A-Za-z0-9_-]{43}$/

/** How long an account that is made afterwards still counts as come by this visit. */
export const VISIT_COOKIE_MS = 30 * DAY_MS

type Writer = Pick<Caller, 'isSecure' | 'setCookie'>

/** The key that this browser carries of its first visit, or null. */
export function visitKeyOf({ cookies }: Pick<Caller, 'cookies'>): string | null {
  const key = cookies.visit ?? ''
  return KEY.test(key) ? key : null
}

/** How a key is kept: it has 256 random bits of its own, so a plain digest can not be guessed backwards. */
export function hashOfKey(key: string): Buffer {
  return createHash('sha256').update(key, 'utf8').digest()
}

/** Only ever set after someone agreed. */
export function setVisitCookie(caller: Writer, key: string): void {
  const maxAgeSeconds = VISIT_COOKIE_MS / 1000
  caller.setCookie(cookieLine('visit', key, { maxAgeSeconds, httpOnly: true, secure: caller.isSecure }))
}

export function clearVisitCookie(caller: Writer): void {
  caller.setCookie(clearCookieLine('visit', { httpOnly: true, secure: caller.isSecure }))
}
