import { randomUuid } from '../../lib/random-uuid.ts'

/** Someone who has come back after so long means another purchase, not the one that was begun. */
const LIVES_MS = 24 * 60 * 60_000

interface Kept {
  key: string
  made: number
}

/**
 * The key under which this browser asks for an order of a product: the same in every tab and after a reload, until
 * the order has come to its end. So a purchase that was begun twice is one order and one payment.
 */
export function orderKeyFor(personId: string, productId: string, now: number): string {
  const kept = read(nameOf(personId, productId))
  if (kept && now - kept.made < LIVES_MS) return kept.key
  return renewOrderKey(personId, productId, now)
}

/** A new key, for another order of the same product. */
export function renewOrderKey(personId: string, productId: string, now: number): string {
  const key = randomUuid()
  write(nameOf(personId, productId), { key, made: now })
  return key
}

/** The order has come to its end: the next one is another. */
export function dropOrderKey(personId: string, productId: string): void {
  try {
    localStorage.removeItem(nameOf(personId, productId))
  } catch {
    // Nothing can be kept here, so nothing is.
  }
}

function nameOf(personId: string, productId: string): string {
  return `everkin-order ${personId} ${productId}`
}

function read(name: string): Kept | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? 'null')
    if (kept === null || typeof kept !== 'object' || !('key' in kept) || !('made' in kept)) return null
    return typeof kept.key === 'string' && typeof kept.made === 'number' ? { key: kept.key, made: kept.made } : null
  } catch {
    return null
  }
}

function write(name: string, kept: Kept): void {
  try {
    localStorage.setItem(name, JSON.stringify(kept))
  } catch {
    // A private window without storage: the page itself still knows the key.
  }
}
