/**
 * What buying promises.
 *
 * - Price, currency and contents are copied from the product when the order is made; nothing that a client or a
 *   provider says changes them. Money that does not match its order gives nothing and is looked at (PAY-05).
 * - What was paid for is given once, in the transaction that moves the order's state (PAY-03, PAY-06), whether the
 *   provider tells us, the page comes back, or we have to ask (PAY-07).
 * - What a provider told only ever grows, and the state follows from all of it, so that the order in which it was told
 *   does not matter (PAY-02).
 * - A balance is never taken below zero: what a chargeback finds spent is written down as owed (PAY-09).
 * - Nobody under 18, or whose age is unknown, buys (PAY-14).
 * - Locks: person, order, ledger.
 */

/** How long an order can be paid, from when it was made or its payment last began. */
export const PAYMENT_LIFETIME_MS = 3_600_000

/** When the provider is asked about a payment, after it began (PAY-07). */
export const FIRST_CHECK_DELAY_MS = [2 * 60_000, 10 * 60_000, 3_600_000, 24 * 3_600_000] as const

/** A check that was begun and did not end (the process died) is made again after this. */
export const CHECK_INTERVAL_MS = 60_000

/** Raising or removing one's own cap waits so long. */
export const COOLING_OFF_MS = 24 * 3_600_000

export const ORDERS_PER_HOUR = { max: 30, windowMs: 3_600_000 }
export const POLLS_PER_MINUTE = { max: 60, windowMs: 60_000 }
/** Each replays an account, which takes a second after a hundred thousand movements. */
export const QUOTES_PER_HOUR = { max: 60, windowMs: 3_600_000 }
export const REFUNDS_PER_HOUR = { max: 20, windowMs: 3_600_000 }
