import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'

/**
 * Guarantees of this module:
 * - Price, currency and contents are copied from the product when the order is created; nothing that a client or a
 *   provider sends changes them. A payment that does not match its order delivers nothing and is reviewed (PAY-05).
 * - A paid order is delivered once, in the transaction that changes its state (PAY-03, PAY-06), whether we learn of the
 *   payment from a webhook, from the returning page, or by polling the provider (PAY-07).
 * - Snapshots of a payment only add to what is stored, and the state follows from all of it, so their order does not
 *   matter (PAY-02).
 * - A balance never falls below zero: what a chargeback finds already spent is recorded as owed (PAY-09).
 * - A refund that fails later is undone like one that was refused (PAY-16).
 * - People under 18 or of unknown age cannot buy (PAY-14).
 * - Lock order: person, order, ledger.
 */

/** How long an order can be paid, from its creation or the last start of its payment. */
export const PAYMENT_LIFETIME_MS = HOUR_MS

/** When the provider is asked about a payment, after its start (PAY-07). */
export const FIRST_CHECK_DELAY_MS = [2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, DAY_MS] as const

/** A check that started and did not finish (the process died) is repeated after this time. */
export const CHECK_INTERVAL_MS = MINUTE_MS

/** The delay before a person's own cap is raised or removed. */
export const COOLING_OFF_MS = DAY_MS

export const ORDERS_PER_HOUR = { max: 30, windowMs: HOUR_MS }
export const POLLS_PER_MINUTE = { max: 60, windowMs: MINUTE_MS }
/** Each quote replays an account, which takes a second for a hundred thousand entries. */
export const QUOTES_PER_HOUR = { max: 60, windowMs: HOUR_MS }
export const REFUNDS_PER_HOUR = { max: 20, windowMs: HOUR_MS }
