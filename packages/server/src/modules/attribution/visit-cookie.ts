import { createHash } from 'node:crypto'
import { DAY_MS } from '../../platform/durations.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { clearCookieLine, cookieLine } from '../../platform/http/cookies.ts'

const KEY = /^[A-Za-z0-9_-]{43}$/

/** How long after a visit a new account is still attributed to it. */
export const VISIT_COOKIE_MS = 30 * DAY_MS

type Writer = Pick<Caller, 'isSecure' | 'setCookie'>

/** The key of this browser's first visit from its cookie, or null. */
export function visitKeyOf({ cookies }: Pick<Caller, 'cookies'>): string | null {
  const key = cookies.visit ?? ''
  return KEY.test(key) ? key : null
}

/** The stored form of a key. A plain digest is enough, because a key has 256 random bits. */
export function hashOfKey(key: string): Buffer {
  return createHash('sha256').update(key, 'utf8').digest()
}

/** Only set after consent. */
export function setVisitCookie(caller: Writer, key: string): void {
  const maxAgeSeconds = VISIT_COOKIE_MS / 1000
  caller.setCookie(cookieLine('visit', key, { maxAgeSeconds, httpOnly: true, secure: caller.isSecure }))
}

export function clearVisitCookie(caller: Writer): void {
  caller.setCookie(clearCookieLine('visit', { httpOnly: true, secure: caller.isSecure }))
}
