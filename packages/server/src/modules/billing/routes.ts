import type { billing } from '@everkin/contract/http/billing.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { cancelOrder } from './cancel-order.ts'
import { createOrder } from './create-order.ts'
import { handleWebhook } from './handle-webhook.ts'
import type { Order } from './order.ts'
import { listOrders, loadOrderStatus, loadReceipt } from './orders.ts'
import { payOrder } from './pay-order.ts'
import { listProducts } from './product-store.ts'
import { quoteRefund, refundOrder } from './refund-order.ts'
import type { BillingServices } from './services.ts'
import { loadSpendingCap, saveSpendingCap } from './spending-cap.ts'
import type { SpendingState } from './spending-cap-store.ts'
import { orderView, productView } from './views.ts'

/** The HTTP handlers of this module. */
export function billingHandlers(services: BillingServices): Handlers<typeof billing> {
  const { settings, clock, database } = services
  const view = (order: Order, caller: Caller) =>
    orderView(order, { locale: caller.locale, refundDays: settings.refundDays, now: clock.now() })
  return {
    productList: async ({ query }, caller) => {
      const products = await listProducts(services, caller.identity?.personId ?? null, query.kind ?? null)
      return products.map((product) => productView(product, caller.locale))
    },
    createOrder: async ({ body }, caller) => {
      const request = { productId: body.product_id, idempotencyKey: body.idempotency_key }
      return view(await createOrder(services, caller.identity.personId, request), caller)
    },
    payOrder: async ({ body }, caller) => {
      const request = { orderId: body.order_id, method: body.payment_method ?? null, confirm: body.confirm ?? false }
      const paid = await payOrder(services, caller.identity.personId, request)
      return {
        order: view(paid.order, caller),
        provider: paid.provider,
        ...(paid.clientSecret !== null && { client_secret: paid.clientSecret }),
        ...(paid.needsConfirmation && { needs_confirmation: true }),
      }
    },
    orderStatus: async ({ query }, caller) =>
      view(await loadOrderStatus(services, caller.identity.personId, query.order_id), caller),
    orderList: async ({ query }, caller) => {
      const page = await listOrders(database, caller.identity.personId, query)
      return { list: page.list.map((order) => view(order, caller)), next_cursor: page.nextCursor }
    },
    cancelOrder: async ({ body }, caller) =>
      view(await cancelOrder(services, caller.identity.personId, body.order_id), caller),
    receipt: async ({ query }, caller) => {
      const { order, refunds } = await loadReceipt(database, caller.identity.personId, query.order_id)
      return {
        order: view(order, caller),
        sandbox: order.provider === 'sandbox',
        seller: settings.operatorName,
        support_email: settings.supportEmail,
        refunds: refunds.map((refund) => ({
          amount: refund.amount,
          created_at: refund.created_at.toISOString(),
          done: refund.state !== 'requested',
        })),
      }
    },
    refundQuote: async ({ query }, caller) => {
      const quote = await quoteRefund(services, caller.identity.personId, query.order_id)
      return { order_id: query.order_id, ...quote, until: quote.until.toISOString() }
    },
    refundOrder: async ({ body }, caller) => {
      const { order, amount, isDone } = await refundOrder(services, caller.identity.personId, body.order_id)
      return { order: view(order, caller), amount, done: isDone }
    },
    stripeWebhook: async ({ body }) => {
      await handleWebhook(services, body)
      return {}
    },
    readSpendingCap: async (_input, caller) => capView(await loadSpendingCap(services, caller.identity.personId)),
    saveSpendingCap: async ({ body }, caller) =>
      capView(
        await saveSpendingCap(services, caller.identity.personId, { amount: body.amount, currency: body.currency }),
      ),
  }
}

const capView = ({ next, resetsAt, ...cap }: SpendingState) => ({
  ...cap,
  resets_at: resetsAt.toISOString(),
  pending: next && { amount: next.amount, from: next.from.toISOString() },
})
