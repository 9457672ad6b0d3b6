import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { AppSecret } from '../../platform/app-secret.ts'

/** Encrypts the keys of connections for the database. */
export interface KeyCipher {
  encrypt(apiKey: string, connectionId: string): Uint8Array
  /** Null when it was encrypted with an unknown secret or for another connection, or was changed. */
  decrypt(stored: Uint8Array, connectionId: string): string | null
  /** The key encrypted with the current secret; null when it is already, or cannot be decrypted. */
  renew(stored: Uint8Array, connectionId: string): Uint8Array | null
}

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * AES-256-GCM with a key derived from APP_SECRET (HKDF). The connection's id is authenticated with it, so that a stored
 * key cannot be moved to a connection with another address. Form: version, nonce, tag, ciphertext.
 */
export function createKeyCipher(appSecret: AppSecret): KeyCipher {
  const key = deriveKey(appSecret.current)
  const older = appSecret.fallbacks.map(deriveKey)
  const encrypt = (apiKey: string, connectionId: string) => {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(connectionId))
    const words = Buffer.concat([cipher.update(apiKey, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), words])
  }
  const decryptOlder = (stored: Uint8Array, connectionId: string) =>
    older.map((each) => decryptWith(each, stored, connectionId)).find((apiKey) => apiKey !== null) ?? null
  return {
    encrypt,
    decrypt: (stored, connectionId) => decryptWith(key, stored, connectionId) ?? decryptOlder(stored, connectionId),
    renew(stored, connectionId) {
      if (decryptWith(key, stored, connectionId) !== null) return null
      const apiKey = decryptOlder(stored, connectionId)
      return apiKey === null ? null : encrypt(apiKey, connectionId)
    },
  }
}

function deriveKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'everkin model connection keys', 32))
}

function decryptWith(key: Buffer, stored: Uint8Array, connectionId: string): string | null {
  const bytes = Buffer.from(stored)
  if (bytes[0] !== VERSION || bytes.length < 1 + NONCE_BYTES + TAG_BYTES) return null
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES)
  const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(connectionId)).setAuthTag(tag)
    const words = bytes.subarray(1 + NONCE_BYTES + TAG_BYTES)
    return Buffer.concat([decipher.update(words), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** The new key; the stored one when none is given and it goes to the same server as before. */
export function chooseApiKey(
  stored: { baseUrl: string | null; apiKey: string | null } | null,
  baseUrl: string | null,
  given: string | null | undefined,
): string | null {
  if (given !== undefined) return given === '' ? null : given
  return stored && originOf(stored.baseUrl) === originOf(baseUrl) ? stored.apiKey : null
}

function originOf(url: string | null): string | null {
  return url === null ? null : new URL(url).origin
}
