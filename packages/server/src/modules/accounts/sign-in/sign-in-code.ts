import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { LIMITS } from '@everkin/contract/limits.ts'

/** A new code: six digits, uniformly random. */
export function createCode(): string {
  return String(randomInt(10 ** LIMITS.codeLength)).padStart(LIMITS.codeLength, '0')
}

/**
 * Normalises typed or pasted input: full-width and Arabic-Indic digits become ASCII digits; spaces, hyphens and
 * invisible characters are removed. Letters stay, and match no code.
 */
export function parseCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
}

interface HashedCode {
  salt: Uint8Array
  hash: Uint8Array
}

/** The stored form of a code: a slow hash with its own salt, since six digits are quickly brute-forced (AUTH-02). */
export async function hashCode(code: string, salt: Uint8Array = randomBytes(16)): Promise<HashedCode> {
  const hash = await new Promise<Uint8Array>((resolve, reject) => {
    scrypt(code, salt, 32, { N: 2 ** 14, r: 8, p: 1 }, (error, key) => (error ? reject(error) : resolve(key)))
  })
  return { salt, hash }
}

/** Whether this is the stored code, compared in constant time. */
export async function isSameCode(code: string, kept: HashedCode): Promise<boolean> {
  const { hash } = await hashCode(code, kept.salt)
  return timingSafeEqual(hash, kept.hash)
}
