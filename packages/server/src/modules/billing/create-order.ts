import { AppError } from '../../platform/app-error.ts'
import { onlyRow } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { lockPersonRow } from '../accounts/module.ts'
import { canShowOffers } from '../safety/module.ts'
import type { Order } from './order.ts'
import { findOrderByKey, insertOrder, insertOrderEvent } from './order-store.ts'
import { selectProduct } from './product-store.ts'
import { assertCanBuy } from './purchase-policy.ts'
import { ORDERS_PER_HOUR, PAYMENT_LIFETIME_MS } from './rules.ts'
import type { BillingServices } from './services.ts'

/**
 * Creates an order of a product as it is on sale now. The same idempotency key returns the same order.
 * @throws AppError NotAllowed where payments are not configured or offers are paused (C3), NotFound for a product that is
 * not on sale, Conflict for a key that was used for another product, AgeNotOpen, SpendingCapReached, TooManyRequests.
 */
export async function createOrder(
  services: BillingServices,
  personId: string,
  request: { productId: string; idempotencyKey: string },
): Promise<Order> {
  const { payments } = services
  if (!payments) throw new AppError('NotAllowed', { reason: 'payments_off' }, 'paymentsOff')
  const now = services.clock.now()
  const known = await findOrderByKey(services.database, personId, request.idempotencyKey)
  if (known) return assertSameOrder(known, request.productId)
  await services.limiter.consume(`order:${personId}`, ORDERS_PER_HOUR)
  return services.database.transaction(async (tx) => {
    const person = await lockPersonRow(tx, personId)
    if (!person) throw new AppError('NotSignedIn')
    if (!canShowOffers(person.lastCrisisAt, now)) throw new AppError('NotAllowed', { reason: 'rests' }, 'nothingOnSale')
    const product = onlyRow(await selectProduct(tx, request.productId))
    if (!product) throw new AppError('NotFound')
    const { amount, currency, ...bought } = product
    await assertCanBuy(tx, person, { amount, currency }, now, '')
    const inserted = await insertOrder(tx, {
      id: newId(now),
      personId,
      idempotencyKey: request.idempotencyKey,
      product: bought,
      amount,
      currency,
      provider: payments.kind,
      createdAt: now,
      expiresAt: new Date(now.getTime() + PAYMENT_LIFETIME_MS),
    })
    if (inserted) {
      await insertOrderEvent(tx, { orderId: inserted.id, event: 'created', state: inserted.state, now })
      return inserted
    }
    // The same key at the same moment: the other request has committed by now, since both lock the person.
    const concurrent = await findOrderByKey(tx, personId, request.idempotencyKey)
    if (!concurrent) throw new Error('an order was neither found nor inserted')
    return assertSameOrder(concurrent, request.productId)
  })
}

function assertSameOrder(order: Order, productId: string): Order {
  if (order.product.id !== productId) throw new AppError('Conflict')
  return order
}
