import type { AppSecret } from '../../../platform/app-secret.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { newSecret } from '../../../platform/ids.ts'
import { replaceAgeMark } from '../age/age-mark-store.ts'
import type { Invitations } from '../invitation-port.ts'
import { keyedHash } from '../keyed-hash.ts'
import { replaceKnownDevice } from '../sign-in/known-devices.ts'
import { deviceOfCookie, setDeviceCookie } from './session-cookies.ts'
import { replaceDeviceOfSessions } from './session-store.ts'

export interface DeviceServices {
  appSecret: AppSecret
  /** The invitations module stores hashes of devices too. */
  invitations: Pick<Invitations, 'replaceDevice'>
}

/**
 * The hash of this browser's device id, or null when it has none. What is stored under a fallback of APP_SECRET gets
 * the current hash first, so everything else knows one hash of a device.
 */
export async function identifyDevice(
  services: DeviceServices,
  db: Queryable,
  caller: Pick<Caller, 'cookies'>,
): Promise<Buffer | null> {
  const device = deviceOfCookie(caller)
  if (device === null) return null
  const { appSecret, invitations } = services
  const current = keyedHash(appSecret, 'device', device)
  for (const fallback of appSecret.fallbacks) {
    const older = keyedHash({ current: fallback }, 'device', device)
    await replaceAgeMark(db, older, current)
    await replaceKnownDevice(db, older, current)
    await replaceDeviceOfSessions(db, older, current)
    await invitations.replaceDevice(db, older, current)
  }
  return current
}

/** The same, setting a device id when there is none; null for a client that keeps no cookies. */
export async function ensureDevice(
  services: DeviceServices,
  db: Queryable,
  caller: Pick<Caller, 'cookies' | 'isBrowser' | 'isSecure' | 'setCookie'>,
): Promise<Buffer | null> {
  if (!caller.isBrowser) return null
  const known = await identifyDevice(services, db, caller)
  if (known) return known
  const device = newSecret()
  setDeviceCookie(caller, device)
  return keyedHash(services.appSecret, 'device', device)
}
