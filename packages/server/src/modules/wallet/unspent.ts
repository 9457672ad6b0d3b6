/** One entry of an account, as input of the replay. */
export interface Movement {
  /** The key of the transfer; for a refund, `refund:` and the key of its charge. */
  key: string
  cause: string
  ref: string | null
  /** Signed. */
  amount: number
}

/** Causes that move the contents of one purchase; their `ref` is the order. */
export const PURCHASE_CAUSES = {
  bought: 'purchase',
  refunded: 'purchase_refund',
  chargedBack: 'chargeback',
  restored: 'purchase_restored',
} as const

const ofPurchases: ReadonlySet<string> = new Set(Object.values(PURCHASE_CAUSES))

/** The key of the pool of gifts, beside those of orders; no order has this id. */
const GIFTS = ''

/** The balance of an account by where it came from; the parts sum to the balance. */
export interface Unspent {
  gifted: number
  /** By order, oldest purchase first. */
  purchased: ReadonlyMap<string, number>
}

/**
 * The unspent part of gifts and of each purchase, from all entries of an account, oldest first. Gifts are spent before
 * purchases, older purchases before newer ones, and a refunded charge returns to where it came from. Pure, so that
 * charging, which happens with every message, does not depend on it.
 */
export function replayUnspent(movements: readonly Movement[]): Unspent {
  const pools = new Map<string, number>([[GIFTS, 0]])
  const charges = new Map<string, [pool: string, amount: number][]>()
  // Two transfers of the same moment may have numbers in the opposite order of their booking.
  let overdrawn = 0
  const put = (pool: string, amount: number) => {
    const missing = Math.min(overdrawn, amount)
    overdrawn -= missing
    pools.set(pool, (pools.get(pool) ?? 0) + amount - missing)
  }
  const take = (pool: string, amount: number): number => {
    const held = pools.get(pool) ?? 0
    const taken = Math.min(held, amount)
    pools.set(pool, held - taken)
    return taken
  }
  for (const { key, cause, ref, amount } of movements) {
    const charge = charges.get(key.replace(/^refund:/, ''))
    if (ofPurchases.has(cause) && ref !== null && amount > 0) put(ref, amount)
    else if (ofPurchases.has(cause) && ref !== null) overdrawn += -amount - take(ref, -amount)
    else if (amount < 0) {
      const parts: [string, number][] = []
      let remaining = -amount
      for (const pool of [...pools.keys()]) {
        const taken = take(pool, remaining)
        if (taken > 0) parts.push([pool, taken])
        remaining -= taken
      }
      overdrawn += remaining
      charges.set(key, remaining > 0 ? [...parts, [GIFTS, remaining]] : parts)
    } else if (key.startsWith('refund:') && charge) for (const [pool, part] of charge) put(pool, part)
    else put(GIFTS, amount)
  }
  const gifted = (pools.get(GIFTS) ?? 0) - overdrawn
  pools.delete(GIFTS)
  return { gifted, purchased: pools }
}
