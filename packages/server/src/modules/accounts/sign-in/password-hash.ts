import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** 32 MB and about a fifth of a second per guess: OWASP's scrypt parameters (2026) for servers with little memory. */
const SCRYPT_COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }

interface HashedPassword {
  salt: Uint8Array
  hash: Uint8Array
}

/**
 * The stored hash of a password (AUTH-16). Unicode-normalised, so that the same letters typed on another keyboard
 * match.
 */
export async function hashPassword(password: string, salt: Uint8Array = randomBytes(16)): Promise<HashedPassword> {
  const hash = await new Promise<Uint8Array>((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 32, SCRYPT_COST, (error, key) => (error ? reject(error) : resolve(key)))
  })
  return { salt, hash }
}

/**
 * Whether this is the stored password. Without one it takes the same time and returns false, so that a caller cannot
 * tell an unknown address from a wrong password (AUTH-05).
 */
export async function verifyPassword(password: string, kept: HashedPassword | null): Promise<boolean> {
  const { hash } = await hashPassword(password, kept?.salt)
  return timingSafeEqual(hash, kept?.hash ?? randomBytes(32)) && kept !== null
}
