import { AppError } from '../../../platform/app-error.ts'
import { countRefund } from '../../attribution/module.ts'
import type { RecordAudit } from '../admin-orders.ts'
import { updateDeliveredContents, updateRefundedState } from '../apply-payment-update.ts'
import { changeOrder, type LockedOrder } from '../change-order.ts'
import { unspentUnits } from '../fulfillment.ts'
import { receivedOf, totalUnits } from '../order.ts'
import { markRefundsPaidOutside, openFailures, type RefundRow, selectRefunds } from '../refund-store.ts'
import type { BillingServices } from '../services.ts'
import { sumOpenFailures } from './find-orders.ts'

export interface PaymentOutside {
  orderId: string
  /** What failed refunds were to return when the operator looked, in minor units. */
  seenFailed: number
  /** For other operators. It is not in the audit log, from which nothing can be deleted. */
  note: string
}

/**
 * Records that an operator has paid a buyer outside of the provider what failed refunds were to return. It counts as a
 * refund: what those refunds took back is taken again, as far as it is unspent, and it cannot be refunded once more
 * (PAY-16). Returns false and changes nothing when nothing waits to be paid, as after a repeated request.
 * @throws AppError NotFound; Conflict when the amount has changed.
 */
export async function markPaidOutside(
  services: BillingServices,
  request: PaymentOutside,
  record: RecordAudit,
): Promise<boolean> {
  const changed = await changeOrder(services, request.orderId, async (locked) => {
    const { tx, order, now } = locked
    const refunds = await selectRefunds(tx, order.id)
    const amount = sumOpenFailures(order, refunds)
    if (amount === 0) return false
    if (amount !== request.seenFailed) throw new AppError('Conflict', null, 'orderChanged')
    const failures = openFailures(refunds)
    const ids = failures.map(({ id }) => id)
    // Nobody is left whose deletion would delete the note.
    await markRefundsPaidOutside(tx, ids, { note: order.isErased ? '' : request.note, now })
    const { currency } = receivedOf(order)
    order.paidOutside += amount
    order.refundUnits += Math.min(await unspentUnits(locked), sumUnits(locked, failures))
    await updateDeliveredContents(locked)
    if (order.givenAt) await countRefund(tx, order.personId, { amount, currency })
    await updateRefundedState(locked)
    await record(tx, { amount, currency })
    return true
  })
  if (!changed) throw new AppError('NotFound')
  return changed.result
}

/** What the refunds took back: of one made in the provider's dashboard, its share of what was bought. */
function sumUnits({ order }: LockedOrder, refunds: readonly RefundRow[]): number {
  const shareOf = (amount: number) => Math.floor((totalUnits(order) * amount) / receivedOf(order).amount)
  return refunds.reduce(
    (sum, { origin, amount, units }) => sum + (origin === 'provider' ? shareOf(amount) : Number(units)),
    0,
  )
}
