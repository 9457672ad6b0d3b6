import type { Locale } from '@everkin/contract/locales.ts'
import type { OperatorRole } from '@everkin/contract/operator-roles.ts'

/** The identity of the session; authorisation rules are in the modules. */
export interface Identity {
  personId: string
  sessionId: string
  /** What they may do as an operator; null for everyone else. */
  role: OperatorRole | null
  /** Suspended: refused everywhere but in operations that are open `whileSuspended`. */
  isSuspended?: boolean
  /** A guest, who may do only what `guest` operations and guest frames allow. */
  isGuest?: boolean
  lang: Locale
}

/** The request around a call: what handlers may read of it and do to its reply. */
export interface Caller {
  identity: Identity | null
  /** The guest of a browser where nobody is signed in. An operation that is open to guests gets it as `identity`. */
  guest: Identity | null
  /** Language of the reply: cookie, then Accept-Language. */
  locale: Locale
  /** Network address (IPv6 cut to its /64), for limits only; never logged. */
  network: string
  userAgent: string
  /** 0 mobile or tablet, 1 otherwise. */
  deviceType: 0 | 1
  /** The `Time-Zone` header when it names a zone of the tz database, else null. */
  timeZone: string | null
  /**
   * The value of COUNTRY_HEADER: an upper-case ISO 3166 code; null when it is missing or unusable; undefined when not
   * configured.
   */
  country: string | null | undefined
  /** The region of the first language in `Accept-Language` that has one (`AT` of `de-AT`), else null. */
  languageRegion: string | null
  /**
   * From the `Platform` header: 3 is the web page; any other client cannot keep cookies and gets secrets in the reply.
   */
  isBrowser: boolean
  isSecure: boolean
  /** Accepts `text/event-stream`: a call that can stream its reply as events does. */
  wantsEvents: boolean
  cookies: Record<string, string>
  requestId: string
  /** Fires when the request's connection ends, at the latest with its reply, so that unneeded work can stop. */
  disconnectSignal(): AbortSignal
  /** Adds a `Set-Cookie` line to the reply. */
  setCookie(line: string): void
}

/** A caller that is signed in. */
export type SignedInCaller = Caller & { identity: Identity }
