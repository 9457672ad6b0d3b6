import { randomUuid } from '../../lib/random-uuid.ts'

/** After this time a new visit means another purchase. */
const LIVES_MS = 24 * 60 * 60_000

interface StoredKey {
  key: string
  made: number
}

/**
 * The idempotency key with which this browser orders a product: the same in every tab and after a reload until the
 * order is closed. So a purchase that was started twice is one order and one payment.
 */
export function orderKeyFor(personId: string, productId: string, now: number): string {
  const stored = read(nameOf(personId, productId))
  if (stored && now - stored.made < LIVES_MS) return stored.key
  return renewOrderKey(personId, productId, now)
}

/** Creates a new key, for another order of the same product. */
export function renewOrderKey(personId: string, productId: string, now: number): string {
  const key = randomUuid()
  write(nameOf(personId, productId), { key, made: now })
  return key
}

/** Deletes the key when the order is closed, so that the next purchase is another order. */
export function dropOrderKey(personId: string, productId: string): void {
  try {
    localStorage.removeItem(nameOf(personId, productId))
  } catch {
    // Without storage there is nothing to delete.
  }
}

function nameOf(personId: string, productId: string): string {
  return `everkin-order ${personId} ${productId}`
}

function read(name: string): StoredKey | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? 'null')
    if (stored === null || typeof stored !== 'object' || !('key' in stored) || !('made' in stored)) return null
    return typeof stored.key === 'string' && typeof stored.made === 'number'
      ? { key: stored.key, made: stored.made }
      : null
  } catch {
    return null
  }
}

function write(name: string, stored: StoredKey): void {
  try {
    localStorage.setItem(name, JSON.stringify(stored))
  } catch {
    // Without storage (private window) the page itself still has the key.
  }
}
