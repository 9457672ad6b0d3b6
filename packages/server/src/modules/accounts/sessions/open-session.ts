import type { Transaction } from '../../../platform/db/database.ts'
import { newId, newSecret } from '../../../platform/ids.ts'
import type { Person } from '../person.ts'
import { hashSecret } from './identify.ts'
import { deleteSessionsOfDevice, insertSession } from './session-store.ts'

/** A new session: its halves, which are never stored in plain text, and the sessions that it ended. */
interface OpenedSession {
  id: string
  token: string
  secret: string
  ended: string[]
}

/** Opens a session with two new halves of 256 random bits (AUTH-08). A browser has one session at a time. */
export async function openSession(
  tx: Transaction,
  person: Pick<Person, 'id'>,
  request: { deviceHash: Buffer | null; userAgent: string; now: Date; tokenPrefix?: string },
): Promise<OpenedSession> {
  const { deviceHash, now, tokenPrefix = '' } = request
  const ended = deviceHash ? await deleteSessionsOfDevice(tx, deviceHash) : []
  const [id, token, secret] = [newId(now), tokenPrefix + newSecret(), newSecret()]
  await insertSession(tx, {
    id,
    personId: person.id,
    tokenHash: hashSecret(token),
    secretHash: hashSecret(secret),
    device: deviceName(request.userAgent),
    deviceHash,
    now,
  })
  return { id, token, secret, ended: ended.map((session) => session.id) }
}

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * The name of a browser in the list of devices: `Firefox · Linux`; for other programs the first word of the user agent.
 */
export function deviceName(userAgent: string): string {
  const nameIn = (names: readonly [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const known = [nameIn(BROWSERS), nameIn(SYSTEMS)].filter((name) => name !== undefined)
  if (known.length > 0) return known.join(' · ')
  return userAgent.match(/^[\w.-]{1,40}/)?.[0] ?? ''
}
