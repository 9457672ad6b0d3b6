import type { deskOrders } from '@everkin/contract/http/desk-orders.ts'
import type { deskProducts } from '@everkin/contract/http/desk-products.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Identity } from '../../../platform/http/caller.ts'
import type { Handlers } from '../../../platform/http/handlers.ts'
import { recordAudit } from '../../operators/module.ts'
import { RESOLUTIONS, type RecordAudit } from '../admin-orders.ts'
import { findOrder } from '../order-store.ts'
import type { BillingServices } from '../services.ts'
import { findOrders, loadOrderDetails } from './find-orders.ts'
import { listAllProducts, saveProduct } from './manage-products.ts'
import { markPaidOutside } from './mark-paid-outside.ts'
import { refundByOperator, resolveOrder } from './refund-by-operator.ts'

/**
 * Support does not decide about its own orders.
 * @throws AppError NotAllowed.
 */
async function assertNotOwn(services: BillingServices, orderId: string, { personId, role }: Identity): Promise<void> {
  const order = await findOrder(services.database, orderId)
  if (role !== 'owner' && order?.personId === personId) throw new AppError('NotAllowed')
}

/** The operator's calls about orders. */
export function deskOrderHandlers(services: BillingServices): Handlers<typeof deskOrders> {
  const recordAs =
    (
      actorId: string,
      action: string,
      { order_id, reason = null }: { order_id: string; reason?: string | null },
    ): RecordAudit =>
    (tx, details) =>
      recordAudit(tx, {
        actorId,
        action,
        targetType: 'order',
        targetId: order_id,
        reason,
        details,
        now: services.clock.now(),
      })
  return {
    orders: ({ query }, caller) => findOrders(services, query, caller.locale),
    order: ({ query }, caller) => loadOrderDetails(services, query.order_id, caller.locale),
    refundOrder: async ({ body }, caller) => {
      await assertNotOwn(services, body.order_id, caller.identity)
      const refund = await refundByOperator(
        services,
        {
          orderId: body.order_id,
          part: body.part,
          amount: body.amount,
          seenRefunded: body.seen_refunded,
          key: body.idempotency_key,
        },
        recordAs(caller.identity.personId, 'order.refunded', body),
      )
      const details = await loadOrderDetails(services, body.order_id, caller.locale)
      return { amount: refund.amount, state: refund.state, details }
    },
    markPaidOutside: async ({ body }, caller) => {
      await assertNotOwn(services, body.order_id, caller.identity)
      const { order_id: orderId, note, seen_failed_refund: seenFailed } = body
      const record = recordAs(caller.identity.personId, 'order.paid_outside', body)
      const changed = await markPaidOutside(services, { orderId, note, seenFailed }, record)
      return { changed, details: await loadOrderDetails(services, orderId, caller.locale) }
    },
    resolveOrder: async ({ body }, caller) => {
      await assertNotOwn(services, body.order_id, caller.identity)
      const { order_id: orderId, resolution } = body
      const record = recordAs(caller.identity.personId, RESOLUTIONS[resolution].action, body)
      const changed = await resolveOrder(services, { orderId, resolution }, record)
      return { changed, details: await loadOrderDetails(services, orderId, caller.locale) }
    },
  }
}

/** The operator's calls about what is for sale. */
export function deskProductHandlers(services: BillingServices): Handlers<typeof deskProducts> {
  return {
    products: async () => ({ products: await listAllProducts(services.database) }),
    saveProduct: async ({ body }, { identity }) => ({ product: await saveProduct(services, body, identity.personId) }),
  }
}
