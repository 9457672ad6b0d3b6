import type { Caller } from '../../platform/http/caller.ts'
import { newSecret } from '../../platform/ids.ts'
import { keyedHash } from './keyed-hash.ts'
import { setDeviceCookie } from './session-cookies.ts'

const DEVICE = /^[A-Za-z0-9_-]{43}$/

/** The hash of the name this browser carries, or null when it carries none. */
export function deviceHashOf(appSecret: string, caller: Pick<Caller, 'cookies'>): Buffer | null {
  const device = caller.cookies.device ?? ''
  return DEVICE.test(device) ? keyedHash(appSecret, 'device', device) : null
}

/** The same, giving the browser a name when it has none; null for a program that keeps no cookies. */
export function ensureDevice(
  appSecret: string,
  caller: Pick<Caller, 'cookies' | 'isBrowser' | 'isSecure' | 'setCookie'>,
): Buffer | null {
  if (!caller.isBrowser) return null
  const known = deviceHashOf(appSecret, caller)
  if (known) return known
  const device = newSecret()
  setDeviceCookie(caller, device)
  return keyedHash(appSecret, 'device', device)
}
