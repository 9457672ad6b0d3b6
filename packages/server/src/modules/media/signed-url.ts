import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { MINUTE_MS } from '../../platform/durations.ts'

/** A signed URL is valid for at least this long and at most twice as long; it stays the same within this period. */
const URL_LIFETIME_MS = 10 * MINUTE_MS
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A keyed digest that only this server can compute. */
export type Digest = (text: string) => Buffer

/** The files of one id that a person may access. */
export interface SignedMediaClaims {
  mediaId: string
  personId: string
}

/**
 * The URL of one file, for one person, valid for 10 to 20 minutes. Its claims are encrypted, so it reveals neither the
 * file's id nor its owner.
 */
export function signMediaUrl(digest: Digest, media: SignedMediaClaims, file: string, now: Date): string {
  const until = Math.floor(now.getTime() / URL_LIFETIME_MS) * URL_LIFETIME_MS + 2 * URL_LIFETIME_MS
  const claims = Buffer.from(`${until.toString(36)}\n${media.personId}\n${media.mediaId}`)
  // A nonce derived from the claims gives the same URL for the same claims, so that browser caches keep working.
  const nonce = digest(`nonce\n${createHash('sha256').update(claims).digest('hex')}`).subarray(0, NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, deriveKey(digest), nonce, { authTagLength: TAG_BYTES })
  const sealed = Buffer.concat([nonce, cipher.update(claims), cipher.final(), cipher.getAuthTag()])
  return `/media/signed/${sealed.toString('base64url')}/${file}`
}

/** What a URL was signed for, and until when; null for an invalid signature. The caller checks `until`. */
export function verifySignature(digest: Digest, signature: string): (SignedMediaClaims & { until: Date }) | null {
  const sealed = Buffer.from(signature, 'base64url')
  if (sealed.length <= NONCE_BYTES + TAG_BYTES || sealed.length > 500 || sealed.toString('base64url') !== signature)
    return null
  try {
    const decipher = createDecipheriv(CIPHER, deriveKey(digest), sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    const claims = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
    const [until = '', personId = '', mediaId = ''] = claims.toString().split('\n')
    return { personId, mediaId, until: new Date(Number.parseInt(until, 36)) }
  } catch {
    return null
  }
}

function deriveKey(digest: Digest): Buffer {
  return digest('key of signed addresses')
}
