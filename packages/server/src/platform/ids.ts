import { randomBytes, randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz'

/**
 * A new opaque id: a time prefix (so that rows created together are stored together) and 12 random characters (about 68
 * bits).
 */
export function newId(now: Date = new Date()): string {
  let time = now.getTime()
  let prefix = ''
  for (let i = 0; i < 8; i++) {
    prefix = ALPHABET[time % ALPHABET.length] + prefix
    time = Math.floor(time / ALPHABET.length)
  }
  let random = ''
  for (let i = 0; i < 12; i++) random += ALPHABET[randomInt(ALPHABET.length)]
  return prefix + random
}

/** A secret of 256 random bits, URL-safe. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The id under which this process owns jobs and the replies that it writes; a new one with each start. */
export function newProcessId(): string {
  return newSecret().slice(0, 16)
}
