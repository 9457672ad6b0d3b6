import { createHash, randomBytes } from 'node:crypto'

const CODE = /^[A-Za-z0-9_-]{22}$/

/** A new code: 128 random bits, short enough for a QR code that is read at arm's length. */
export function newCode(): string {
  return randomBytes(16).toString('base64url')
}

/** How a code is kept, or null for what can not be one. It has bits enough of its own for a plain digest. */
export function hashOfCode(code: string): Buffer | null {
  return CODE.test(code) ? createHash('sha256').update(code, 'utf8').digest() : null
}
