import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { LIMITS } from '@everkin/contract/limits.ts'

/** A new code: six digits, each as likely as the next. */
export function createCode(): string {
  return String(randomInt(10 ** LIMITS.codeLength)).padStart(LIMITS.codeLength, '0')
}

/**
 * What was typed or pasted, as the code it means: full-width and Arabic-Indic digits count as the digits they are,
 * spaces, hyphens and invisible marks as nothing. Letters stay, and match no code.
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

/** The code as it is kept: a slow hash with a salt of its own, since six digits alone are quickly tried (AUTH-02). */
export async function hashCode(code: string, salt: Uint8Array = randomBytes(16)): Promise<HashedCode> {
  const hash = await new Promise<Uint8Array>((resolve, reject) => {
    scrypt(code, salt, 32, { N: 2 ** 14, r: 8, p: 1 }, (error, key) => (error ? reject(error) : resolve(key)))
  })
  return { salt, hash }
}

/** Whether this is the code that was kept, in a time that does not depend on where they differ. */
export async function isSameCode(code: string, kept: HashedCode): Promise<boolean> {
  const { hash } = await hashCode(code, kept.salt)
  return timingSafeEqual(hash, kept.hash)
}
