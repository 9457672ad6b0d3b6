import { LIMITS } from '@everkin/contract/limits.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { type RateLimit, tooManyRequests } from '../../../platform/http/rate-limit.ts'
import { keyedHash } from '../keyed-hash.ts'
import { type DeviceServices, identifyDevice } from '../sessions/device.ts'
import { isKnownDevice } from './known-devices.ts'
import { type CountedBy, type CountedRows, type GuessKind, selectNthNewest } from './sign-in-store.ts'

/**
 * Limits on sending codes (AUTH-04) and on wrong guesses (AUTH-01), counted in the database for all processes. Anybody
 * can name anybody's address, so what strangers use up must not keep its owner out: a browser that the account knows
 * has limits of its own, and no single network can use up those of an address. Guesses at codes need no limit by
 * address, because a code has five tries and can only be tried where it was asked for.
 */
const SEND_LIMITS = {
  knownDevice: [
    { max: 1, windowMs: LIMITS.codeResendMs },
    { max: 5, windowMs: HOUR_MS },
    { max: 10, windowMs: DAY_MS },
  ],
  address: [
    { max: 1, windowMs: LIMITS.codeResendMs },
    { max: 5, windowMs: HOUR_MS },
    { max: 10, windowMs: DAY_MS },
  ],
  addressAndNetwork: [
    { max: 3, windowMs: HOUR_MS },
    { max: 6, windowMs: DAY_MS },
  ],
  network: [{ max: 20, windowMs: HOUR_MS }],
} as const satisfies LimitsByScope

const PASSWORD_LIMITS = {
  knownDevice: [{ max: 10, windowMs: HOUR_MS }],
  address: [{ max: 20, windowMs: HOUR_MS }],
  addressAndNetwork: [{ max: 10, windowMs: HOUR_MS }],
  network: [{ max: 100, windowMs: HOUR_MS }],
} as const satisfies LimitsByScope

const CODE_LIMITS = {
  knownDevice: [],
  address: [],
  addressAndNetwork: [],
  network: [{ max: 100, windowMs: HOUR_MS }],
} as const satisfies LimitsByScope

type LimitsByScope = Record<'knownDevice' | 'address' | 'addressAndNetwork' | 'network', readonly RateLimit[]>

/** How long rows are kept, for the longest of these windows. */
export const RETENTION_MS = { codes: DAY_MS, failures: HOUR_MS } as const

/** Who asks for a code or guesses, as limits count them: hashes only. */
export interface CountedCaller {
  emailHash: Buffer
  networkHash: Buffer
  /** Hash of the device cookie, if someone has signed in to this account in this browser before. */
  deviceHash: Buffer | null
}

/** The hashes of an address and of the caller who names it. */
export async function loadCountedCaller(
  services: DeviceServices,
  tx: Transaction,
  email: string,
  caller: Pick<Caller, 'network' | 'cookies'>,
): Promise<CountedCaller> {
  const device = await identifyDevice(services, tx, caller)
  const isKnown = device !== null && (await isKnownDevice(tx, email.toLowerCase(), device))
  return {
    emailHash: keyedHash(services.appSecret, 'email', email.toLowerCase()),
    networkHash: keyedHash(services.appSecret, 'network', caller.network),
    deviceHash: isKnown ? device : null,
  }
}

/** @throws AppError TooManyRequests with the wait in `retry_after` when no code may be sent now. */
export function assertCanSendCode(tx: Transaction, by: CountedCaller, now: Date): Promise<void> {
  return assertWithinLimits(tx, 'sign_in_code', SEND_LIMITS, {}, by, now)
}

/** @throws AppError TooManyRequests with the wait in `retry_after` after too many wrong guesses. */
export function assertCanGuess(tx: Transaction, kind: GuessKind, by: CountedCaller, now: Date): Promise<void> {
  const limits = kind === 'code' ? CODE_LIMITS : PASSWORD_LIMITS
  return assertWithinLimits(tx, 'sign_in_failure', limits, { kind }, by, now)
}

async function assertWithinLimits(
  tx: Transaction,
  rows: CountedRows,
  limits: LimitsByScope,
  only: Pick<CountedBy, 'kind'>,
  { emailHash, networkHash, deviceHash }: CountedCaller,
  now: Date,
): Promise<void> {
  const [email, network] = [{ email_hash: emailHash }, { network_hash: networkHash }]
  const scopes: [CountedBy, readonly RateLimit[]][] = deviceHash
    ? [[{ ...only, ...email, device_hash: deviceHash }, limits.knownDevice]]
    : [
        [{ ...only, ...email, device_hash: null }, limits.address],
        [{ ...only, ...email, ...network, device_hash: null }, limits.addressAndNetwork],
        [network, limits.network],
      ]
  let waitMs = 0
  for (const [by, scopeLimits] of scopes) {
    for (const { max, windowMs } of scopeLimits) {
      const since = new Date(now.getTime() - windowMs)
      const nth = await selectNthNewest(tx, { rows, by, most: max, since })
      if (nth) waitMs = Math.max(waitMs, nth.getTime() + windowMs - now.getTime())
    }
  }
  if (waitMs > 0) throw tooManyRequests(waitMs)
}
