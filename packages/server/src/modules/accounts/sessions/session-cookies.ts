import { LIMITS } from '@everkin/contract/limits.ts'
import type { User } from '@everkin/contract/types.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { GUEST_COOKIE } from '../../../platform/http/request-metadata.ts'
import { newSecret } from '../../../platform/ids.ts'
import { GUEST_LIFETIME_MS, SESSION_LIFETIME_MS } from './sessions.ts'

const SESSION_SECONDS = SESSION_LIFETIME_MS / 1000
const GUEST_SECONDS = GUEST_LIFETIME_MS / 1000

/** The device cookie outlives every flag that refers to it (A4: 90 days). */
const DEVICE_SECONDS = 400 * 86_400

/** As long as a code is valid. */
const CHALLENGE_SECONDS = LIMITS.codeLifeMs / 1000

/** Browsers drop cookies above 4096 bytes, name and attributes included. */
const USER_COOKIE_BYTES = 3_800

/** Name of the cookie with the secret half: the `__Host-` prefix requires https. */
function sessionCookieName(isSecure: boolean): '__Host-session' | 'session' {
  return isSecure ? '__Host-session' : 'session'
}

function guestSessionCookieName(isSecure: boolean): '__Host-guest-session' | 'guest-session' {
  return isSecure ? '__Host-guest-session' : 'guest-session'
}

/** Name of the cookie with the challenge that this browser's codes belong to. */
function challengeCookieName(isSecure: boolean): '__Host-sign-in' | 'sign-in' {
  return isSecure ? '__Host-sign-in' : 'sign-in'
}

/** The token in the readable `user` cookie, or null. It names a session and proves nothing. */
export function tokenFromUserCookie(cookies: Record<string, string>): string | null {
  const text = cookies.user
  if (!text) return null
  try {
    const json = text.startsWith('{') ? text : decodeURIComponent(text)
    const user = JSON.parse(json) as { token?: unknown } | null // checked on the next line
    return typeof user?.token === 'string' && user.token !== '' ? user.token : null
  } catch {
    return null
  }
}

type Writer = Pick<Caller, 'isSecure' | 'setCookie'>

/**
 * Sets the readable `user` cookie: the User with its token, always under 4 kB (AUTH-10). Never the secret half, and
 * nothing of a crisis: the cookie stays on the device for longer than offers are paused (C3).
 */
export function setUserCookie(caller: Writer, user: User, token: string): void {
  const { secret: _, offers_paused: __, ...shown } = user
  let value = encodeURIComponent(JSON.stringify({ ...shown, token }))
  if (value.length > USER_COOKIE_BYTES) value = encodeURIComponent(JSON.stringify({ ...shown, avatar: null, token }))
  caller.setCookie(cookie(caller, 'user', value, SESSION_SECONDS))
}

/** Sets both cookies of a new session. */
export function setSessionCookies(caller: Writer, user: User, halves: { token: string; secret: string }): void {
  setUserCookie(caller, user, halves.token)
  caller.setCookie(hidden(caller, sessionCookieName(caller.isSecure), halves.secret, SESSION_SECONDS))
}

/** Sets both cookies of a guest's session. They are not those of an account, which stay as they are. */
export function setGuestCookies(caller: Writer, halves: { token: string; secret: string }): void {
  caller.setCookie(cookie(caller, GUEST_COOKIE, halves.token, GUEST_SECONDS))
  caller.setCookie(hidden(caller, guestSessionCookieName(caller.isSecure), halves.secret, GUEST_SECONDS))
}

/** Clears the cookies of a guest who has signed in. */
export function clearGuestCookies(caller: Writer): void {
  caller.setCookie(cookie(caller, GUEST_COOKIE, '', 0))
  caller.setCookie(hidden(caller, guestSessionCookieName(caller.isSecure), '', 0))
}

/** Clears the cookies that end at sign-out: `user`, the secret half and the copy of the adult setting. */
export function clearSessionCookies(caller: Writer): void {
  caller.setCookie(cookie(caller, 'user', '', 0))
  caller.setCookie(hidden(caller, sessionCookieName(caller.isSecure), '', 0))
  caller.setCookie(cookie(caller, 'nsfw', '', 0))
}

/** Copies the adult setting into a cookie for the page; the server never trusts it (AUTH-14). */
export function setNsfwCookie(caller: Writer, on: boolean): void {
  caller.setCookie(cookie(caller, 'nsfw', on ? '1' : '0', SESSION_SECONDS))
}

/** Sets the random id of this browser, to which an "under 18" flag is attached (A4). */
export function setDeviceCookie(caller: Writer, device: string): void {
  caller.setCookie(hidden(caller, 'device', device, DEVICE_SECONDS))
}

function cookie({ isSecure }: Writer, name: string, value: string, maxAgeSeconds: number): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

function hidden(caller: Writer, name: string, value: string, maxAgeSeconds: number): string {
  return `${cookie(caller, name, value, maxAgeSeconds)}; HttpOnly`
}

const SECRET = /^[A-Za-z0-9_-]{43}$/

/**
 * The challenge of codes that this browser asks for: the one in its cookie, so that codes for other addresses or
 * purposes stay valid, or a new one. A client without cookies gets a new one, which the reply must carry.
 */
export function ensureChallenge(caller: Pick<Caller, 'cookies' | 'isBrowser' | 'isSecure' | 'setCookie'>): string {
  const challenge = (caller.isBrowser && challengeOf(caller, undefined)) || newSecret()
  if (caller.isBrowser)
    caller.setCookie(hidden(caller, challengeCookieName(caller.isSecure), challenge, CHALLENGE_SECONDS))
  return challenge
}

/** The challenge that a code is tried with: the browser's cookie, or what another client sends; null without one. */
export function challengeOf(
  caller: Pick<Caller, 'cookies' | 'isBrowser' | 'isSecure'>,
  sent: string | undefined,
): string | null {
  const challenge = caller.isBrowser ? caller.cookies[challengeCookieName(caller.isSecure)] : sent
  return challenge !== undefined && SECRET.test(challenge) ? challenge : null
}

/** The device id of this browser; null when it has none. */
export function deviceOfCookie(caller: Pick<Caller, 'cookies'>): string | null {
  const device = caller.cookies.device ?? ''
  return SECRET.test(device) ? device : null
}
