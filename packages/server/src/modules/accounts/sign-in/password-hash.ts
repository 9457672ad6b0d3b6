import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** 32 MB and about a fifth of a second for one guess: OWASP's scrypt (2026) for servers with little memory. */
const SCRYPT_COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }

interface HashedPassword {
  salt: Uint8Array
  hash: Uint8Array
}

/** The password as it is kept (AUTH-16). The same letters typed on another keyboard are the same password. */
export async function hashPassword(password: string, salt: Uint8Array = randomBytes(16)): Promise<HashedPassword> {
  const hash = await new Promise<Uint8Array>((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 32, SCRYPT_COST, (error, key) => (error ? reject(error) : resolve(key)))
  })
  return { salt, hash }
}

/**
 * Whether this is the password that was kept. Where none was, it takes as long and says no: who asks can not tell an
 * unknown address from a wrong password (AUTH-05).
 */
export async function verifyPassword(password: string, kept: HashedPassword | null): Promise<boolean> {
  const { hash } = await hashPassword(password, kept?.salt)
  return timingSafeEqual(hash, kept?.hash ?? randomBytes(32)) && kept !== null
}
