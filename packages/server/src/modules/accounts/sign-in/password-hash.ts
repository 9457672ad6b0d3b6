import type { AccountServices } from '../services.ts'
import { matchesSlowHash, type SlowHash, slowHash } from './slow-hash.ts'

type Costs = Pick<AccountServices, 'hashCosts'>

/** Composed and decomposed letters are the same, so that a password typed on another keyboard matches. */
const normalizePassword = (password: string) => password.normalize('NFKC')

/** The stored hash of a password (AUTH-16). */
export function hashPassword({ hashCosts }: Costs, password: string): Promise<SlowHash> {
  return slowHash(normalizePassword(password), hashCosts.password)
}

/**
 * Whether this is the stored password. Without one it takes the same time and returns false, so that a caller cannot
 * tell an unknown address from a wrong password (AUTH-05).
 */
export function verifyPassword({ hashCosts }: Costs, password: string, stored: SlowHash | null): Promise<boolean> {
  return matchesSlowHash(normalizePassword(password), hashCosts.password, stored)
}
