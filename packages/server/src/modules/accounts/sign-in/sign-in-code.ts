import { randomInt } from 'node:crypto'
import { LIMITS } from '@everkin/contract/limits.ts'
import type { AccountServices } from '../services.ts'
import { matchesSlowHash, type SlowHash, slowHash } from './slow-hash.ts'

type Costs = Pick<AccountServices, 'hashCosts'>

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

/** The stored form of a code: a slow hash with its own salt, since six digits are quickly brute-forced (AUTH-02). */
export function hashCode({ hashCosts }: Costs, code: string): Promise<SlowHash> {
  return slowHash(code, hashCosts.code)
}

/** Whether this is the stored code, compared in constant time. */
export function isSameCode({ hashCosts }: Costs, code: string, stored: SlowHash): Promise<boolean> {
  return matchesSlowHash(code, hashCosts.code, stored)
}
