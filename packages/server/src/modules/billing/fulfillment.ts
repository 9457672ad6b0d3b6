import { setMemberUntil } from '../accounts/module.ts'
import { adjustSale, sell, unspentOfOrder, walletChanged } from '../wallet/module.ts'
import type { LockedOrder } from './change-order.ts'
import { assetOf, totalUnits } from './order.ts'
import { shiftMemberships } from './order-store.ts'

/** What an order brings: given, counted and taken back in units, which are coins, messages or seconds of membership. */

/** Gives what was bought, in the transaction that says so. A membership begins where the present one ends. */
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

/** How much of it is still there; what it came to is locked until the transaction ends. */
export async function unspentUnits(held: LockedOrder): Promise<number> {
  const { tx, order, person, now } = held
  if (order.givenAt === null || order.isErased || person === null) return 0
  const asset = assetOf(order)
  if (asset) return unspentOfOrder(tx, { personId: order.personId, asset, orderId: order.id, now })
  const from = Math.max(secondsOf(now), order.memberFrom ?? 0)
  return Math.max(0, Math.min(order.memberUntil ?? 0, person.memberUntilSeconds) - from)
}

/**
 * Takes back `taken` units and writes down `short` more as owed to us; negative numbers give again. The person's
 * balance stays what the entries say and is never below zero.
 */
export async function revokeOrRestore(
  held: LockedOrder,
  units: { taken: number; short: number; why: 'refund' | 'chargeback' },
): Promise<void> {
  const { tx, order, now } = held
  const asset = assetOf(order)
  if (asset) {
    // Every change of the two sums is a step of its own; going back to a sum that was there before is another one.
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

/** What is given again comes at the end of the membership, wherever it was before. */
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
  if (!person) throw new Error('an erased person can not be given anything')
  return person
}

const secondsOf = (instant: Date) => Math.floor(instant.getTime() / 1000)
