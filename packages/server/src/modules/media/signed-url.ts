import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { MINUTE_MS } from '../../platform/durations.ts'

/** A signed address is good for at least so long, and for twice as long at most: within it, it stays the same. */
const URL_LIFETIME_MS = 10 * MINUTE_MS
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Makes a digest of this text that only this server can make. */
export type Digest = (text: string) => Buffer

/** Files of one name, as somebody may have them. */
export interface SignedMediaClaims {
  mediaId: string
  personId: string
}

/**
 * The address of one file, for one person, for some minutes. What it is for is sealed in it: nobody learns the file's
 * own name from it, or whose it is.
 */
export function signMediaUrl(digest: Digest, media: SignedMediaClaims, file: string, now: Date): string {
  const until = Math.floor(now.getTime() / URL_LIFETIME_MS) * URL_LIFETIME_MS + 2 * URL_LIFETIME_MS
  const words = Buffer.from(`${until.toString(36)}\n${media.personId}\n${media.mediaId}`)
  // A nonce that follows from the words makes the same address of the same words, so that browsers keep what they have.
  const nonce = digest(`nonce\n${createHash('sha256').update(words).digest('hex')}`).subarray(0, NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, deriveKey(digest), nonce, { authTagLength: TAG_BYTES })
  const sealed = Buffer.concat([nonce, cipher.update(words), cipher.final(), cipher.getAuthTag()])
  return `/media/signed/${sealed.toString('base64url')}/${file}`
}

/** What an address was signed for, and until when; null when we have not signed it. */
export function verifySignature(digest: Digest, signature: string): (SignedMediaClaims & { until: Date }) | null {
  const sealed = Buffer.from(signature, 'base64url')
  if (sealed.length <= NONCE_BYTES + TAG_BYTES || sealed.length > 500 || sealed.toString('base64url') !== signature)
    return null
  try {
    const decipher = createDecipheriv(CIPHER, deriveKey(digest), sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    const words = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
    const [until = '', personId = '', mediaId = ''] = words.toString().split('\n')
    return { personId, mediaId, until: new Date(Number.parseInt(until, 36)) }
  } catch {
    return null
  }
}

function deriveKey(digest: Digest): Buffer {
  return digest('key of signed addresses')
}
