import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** The cost of one hash: scrypt's parameters. */
interface HashCost {
  N: number
  r: number
  p: number
}

/** What it costs to guess a password or a code once. */
export interface HashCosts {
  password: HashCost
  code: HashCost
}

/** Passwords: 32 MB and about a fifth of a second per guess, OWASP's parameters (2026) for servers with little memory. */
export const HASH_COSTS: HashCosts = { password: { N: 2 ** 15, r: 8, p: 3 }, code: { N: 2 ** 14, r: 8, p: 1 } }

const MAX_MEMORY_BYTES = 64 * 1024 * 1024

export interface SlowHash {
  salt: Uint8Array
  hash: Uint8Array
}

/** A hash with its own random salt, unless one is given. */
export async function slowHash(secret: string, cost: HashCost, salt: Uint8Array = randomBytes(16)): Promise<SlowHash> {
  const hash = await new Promise<Uint8Array>((resolve, reject) => {
    scrypt(secret, salt, 32, { ...cost, maxmem: MAX_MEMORY_BYTES }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
  return { salt, hash }
}

/** Whether the hash is that of this secret, compared in constant time. Without a hash it takes the same time. */
export async function matchesSlowHash(secret: string, cost: HashCost, stored: SlowHash | null): Promise<boolean> {
  const { hash } = await slowHash(secret, cost, stored?.salt)
  return timingSafeEqual(hash, stored?.hash ?? randomBytes(32)) && stored !== null
}
