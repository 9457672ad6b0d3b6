import { setMemberUntil } from '../accounts/module.ts'
import { adjustSale, sell, unspentOfOrder, walletChanged } from '../wallet/module.ts'
import type { LockedOrder } from './change-order.ts'
import { assetOf, totalUnits } from './order.ts'
import { shiftMemberships } from './order-store.ts'

/** What an order contains: delivered, counted and revoked in units (coins, messages or seconds of membership). */

/** Delivers the order, in the transaction that records it. A membership starts where the current one ends. */
export async function fulfill(held: LockedOrder): Promise<void> {
  const { tx, order, now } = held
  const asset = assetOf(order)
  if (asset) await sell(tx, { personId: order.personId, asset, amount: totalUnits(order), orderId: order.id, now })
  else {
    const from = Math.max(secondsOf(now), personOf(held).memberUntilSeconds)
    order.memberFrom = from
    order.memberUntil = from + totalUnits(order)
    await setEnd(held, order.memberUntil)
  }
  order.givenAt = now
}

/** How many units are unspent; the balance stays locked until the transaction ends. */
export async function unspentUnits(held: LockedOrder): Promise<number> {
  const { tx, order, person, now } = held
  if (order.givenAt === null || order.isErased || person === null) return 0
  const asset = assetOf(order)
  if (asset) return unspentOfOrder(tx, { personId: order.personId, asset, orderId: order.id, now })
  const from = Math.max(secondsOf(now), order.memberFrom ?? 0)
  return Math.max(0, Math.min(order.memberUntil ?? 0, person.memberUntilSeconds) - from)
}

/**
 * Revokes `taken` units and records `short` more as owed; negative numbers restore them. The person's balance stays the
 * sum of its entries and is never below zero.
 */
export async function revokeOrRestore(
  held: LockedOrder,
  units: { taken: number; short: number; why: 'refund' | 'chargeback' },
): Promise<void> {
  const { tx, order, now } = held
  const asset = assetOf(order)
  if (asset) {
    // Every change of the two sums is a step of its own; returning to an earlier sum is another step.
    const step = `${order.userRev}:${order.takenUnits + units.taken}:${order.shortUnits + units.short}`
    const move = { personId: order.personId, asset, orderId: order.id, now, why: units.why, step }
    await adjustSale(tx, { ...move, person: -units.taken, receivable: -units.short })
  } else if (units.taken > 0) await shorten(held, units.taken)
  else if (units.taken < 0) await lengthen(held, -units.taken)
  order.takenUnits += units.taken
  order.shortUnits += units.short
}

async function shorten(held: LockedOrder, seconds: number): Promise<void> {
  const { tx, order } = held
  const end = order.memberUntil ?? 0
  order.memberUntil = end - seconds
  const shift = { personId: order.personId, exceptId: order.id, fromSeconds: end, bySeconds: seconds }
  await shiftMemberships(tx, shift)
  await setEnd(held, personOf(held).memberUntilSeconds - seconds)
}

/** Restored time is added at the end of the membership, wherever it was before. */
async function lengthen(held: LockedOrder, seconds: number): Promise<void> {
  const { order, now } = held
  const from = Math.max(secondsOf(now), personOf(held).memberUntilSeconds)
  if (order.memberUntil !== from) order.memberFrom = from
  order.memberUntil = from + seconds
  await setEnd(held, order.memberUntil)
}

async function setEnd(held: LockedOrder, seconds: number): Promise<void> {
  const person = personOf(held)
  await setMemberUntil(held.tx, person.id, seconds)
  held.tx.afterCommit(walletChanged(person.id))
  held.person = { ...person, memberUntilSeconds: seconds }
}

function personOf({ person }: LockedOrder) {
  if (!person) throw new Error('an erased person cannot receive anything')
  return person
}

const secondsOf = (instant: Date) => Math.floor(instant.getTime() / 1000)
