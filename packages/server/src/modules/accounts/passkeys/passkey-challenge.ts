import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { keyedHash } from '../keyed-hash.ts'
import type { AccountServices } from '../services.ts'
import { insertUsedToken } from '../sign-in/identity-store.ts'

/** How long a browser may take to ask for a fingerprint or PIN. */
export const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS

const RANDOM_BYTES = 16
const TIME_BYTES = 6
const TAG_BYTES = 16

/** What a challenge is for: signing in, or adding a passkey to one person's account. */
export type ChallengePurpose = { kind: 'login' } | { kind: 'add'; personId: string }

type Keys = Pick<AccountServices, 'appSecret'>

/**
 * A challenge that only this server can make, valid for five minutes and for one purpose. It is stored only once it was
 * used, so that visitors cannot fill a table by asking for challenges.
 */
export function createChallenge(keys: Keys, purpose: ChallengePurpose, now: Date): Buffer {
  const random = randomBytes(RANDOM_BYTES)
  const expiry = Buffer.alloc(TIME_BYTES)
  expiry.writeUIntBE(now.getTime() + CHALLENGE_LIFETIME_MS, 0, TIME_BYTES)
  const head = Buffer.concat([random, expiry])
  return Buffer.concat([head, tagOf(keys, purpose, head)])
}

/** Whether this is a challenge of ours for this purpose that has not expired; in base64url. */
export function isOwnChallenge(keys: Keys, purpose: ChallengePurpose, challenge: string, now: Date): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== RANDOM_BYTES + TIME_BYTES + TAG_BYTES) return false
  const head = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES)
  const isOwn = timingSafeEqual(bytes.subarray(head.length), tagOf(keys, purpose, head))
  return isOwn && head.readUIntBE(RANDOM_BYTES, TIME_BYTES) > now.getTime()
}

/** Uses up a challenge. @throws AppError IdentityNotValid when it already was. */
export async function consumeChallenge(tx: Transaction, challenge: string, now: Date): Promise<void> {
  const hash = createHash('sha256').update(challenge, 'utf8').digest()
  const used = await insertUsedToken(tx, hash, new Date(now.getTime() + CHALLENGE_LIFETIME_MS))
  if (used.length === 0) throw new AppError('IdentityNotValid', null, 'passkey')
}

function tagOf({ appSecret }: Keys, purpose: ChallengePurpose, head: Buffer): Buffer {
  const subject = purpose.kind === 'add' ? purpose.personId : ''
  return keyedHash(appSecret, 'passkey', `${purpose.kind}\n${subject}\n${head.toString('hex')}`).subarray(0, TAG_BYTES)
}
