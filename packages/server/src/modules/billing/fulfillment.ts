import { setMemberUntil } from '../accounts/module.ts'
import { adjustSale, sell, unspentOfOrder, walletChanged } from '../wallet/module.ts'
import type { LockedOrder } from './change-order.ts'
import { assetOf, totalUnits } from './order.ts'
import { shiftMemberships } from './order-store.ts'

/**
 * Delivers the order, in the transaction that records it. A membership starts where the current one ends. What an order
 * contains is delivered, counted and revoked in units: coins, messages or seconds of membership.
 */
export async function fulfill(locked: LockedOrder): Promise<void> {
  const { tx, order, now } = locked
  const asset = assetOf(order)
  if (asset) await sell(tx, { personId: order.personId, asset, amount: totalUnits(order), orderId: order.id, now })
  else {
    const from = Math.max(secondsOf(now), personOf(locked).memberUntilSeconds)
    order.memberFrom = from
    order.memberUntil = from + totalUnits(order)
    await setEnd(locked, order.memberUntil)
  }
  order.givenAt = now
}

/** How many units are unspent; the balance stays locked until the transaction ends. */
export async function unspentUnits(locked: LockedOrder): Promise<number> {
  const { tx, order, person, now } = locked
  if (order.givenAt === null || order.isErased || person === null) return 0
  const asset = assetOf(order)
  if (asset) return unspentOfOrder(tx, { personId: order.personId, asset, orderId: order.id, now })
  const from = Math.max(secondsOf(now), order.memberFrom ?? 0)
  return Math.max(0, Math.min(order.memberUntil ?? 0, person.memberUntilSeconds) - from)
}

/**
 * Revokes `taken` units and records `owed` more as owed to us; negative numbers restore them. The person's balance stays the
 * sum of its entries and is never below zero.
 */
export async function revokeOrRestore(
  locked: LockedOrder,
  units: { taken: number; owed: number; why: 'refund' | 'chargeback' },
): Promise<void> {
  const { tx, order, now } = locked
  const asset = assetOf(order)
  if (asset) {
    // Every change of the two sums is a step of its own; returning to an earlier sum is another step.
    const step = `${order.userRev}:${order.takenUnits + units.taken}:${order.owedUnits + units.owed}`
    const move = { personId: order.personId, asset, orderId: order.id, now, why: units.why, step }
    await adjustSale(tx, { ...move, person: -units.taken, receivable: -units.owed })
  } else if (units.taken > 0) await shorten(locked, units.taken)
  else if (units.taken < 0) await lengthen(locked, -units.taken)
  order.takenUnits += units.taken
  order.owedUnits += units.owed
}

async function shorten(locked: LockedOrder, seconds: number): Promise<void> {
  const { tx, order } = locked
  const end = order.memberUntil ?? 0
  order.memberUntil = end - seconds
  const shift = { personId: order.personId, exceptId: order.id, fromSeconds: end, bySeconds: seconds }
  await shiftMemberships(tx, shift)
  await setEnd(locked, personOf(locked).memberUntilSeconds - seconds)
}

/** Restored time is added at the end of the membership, wherever it was before. */
async function lengthen(locked: LockedOrder, seconds: number): Promise<void> {
  const { order, now } = locked
  const from = Math.max(secondsOf(now), personOf(locked).memberUntilSeconds)
  if (order.memberUntil !== from) order.memberFrom = from
  order.memberUntil = from + seconds
  await setEnd(locked, order.memberUntil)
}

async function setEnd(locked: LockedOrder, seconds: number): Promise<void> {
  const person = personOf(locked)
  await setMemberUntil(locked.tx, person.id, seconds)
  locked.tx.afterCommit(walletChanged(person.id))
  locked.person = { ...person, memberUntilSeconds: seconds }
}

function personOf({ person }: LockedOrder) {
  if (!person) throw new Error('an erased person cannot receive anything')
  return person
}

const secondsOf = (instant: Date) => Math.floor(instant.getTime() / 1000)
