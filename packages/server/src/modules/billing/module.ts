import { billing } from '@everkin/contract/http/billing.ts'
import { deskOrders } from '@everkin/contract/http/desk-orders.ts'
import { deskProducts } from '@everkin/contract/http/desk-products.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { listExport, type PersonalData } from '../../platform/personal-data.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { reconcileOrders } from './check-order.ts'
import { deskOrderHandlers, deskProductHandlers } from './desk/routes.ts'
import { eraseOrders, exportOrders } from './erase-orders.ts'
import { purgeWebhookEvents } from './handle-webhook.ts'
import { loadOrderFramesSince } from './orders.ts'
import { billingHandlers } from './routes.ts'
import type { BillingServices } from './services.ts'
import { exportSpendingCap } from './spending-cap.ts'

export { listOrdersForReview, RESOLUTIONS, type Resolution } from './admin-orders.ts'
export { type Dispute, receivedOf } from './order.ts'
export { listOrders } from './orders.ts'
export {
  BadSignature,
  type Payment,
  PaymentDeclined,
  type PaymentEvent,
  type PaymentProvider,
  type PaymentSnapshot,
  ProviderUnavailable,
} from './payment-provider.ts'
export { orderView } from './views.ts'

export function createBillingModule(
  core: ServerCore,
  ports: Pick<BillingServices, 'payments'>,
): ServerModule & { services: BillingServices } {
  const services: BillingServices = { ...core, ...ports }
  return {
    name: 'billing',
    services,
    operations: [
      ...bindHandlers(billing, billingHandlers(services)),
      ...bindHandlers(deskOrders, deskOrderHandlers(services)),
      ...bindHandlers(deskProducts, deskProductHandlers(services)),
    ],
    frames: {},
    onConnect: null,
    syncSource: (personId, since) => loadOrderFramesSince(core, personId, since),
    recurringJobs: [
      { name: 'reconcile-orders', everyMs: 5_000, timeoutMs: MINUTE_MS, run: () => reconcileOrders(services) },
      {
        name: 'purge-webhook-events',
        everyMs: HOUR_MS,
        timeoutMs: 10 * MINUTE_MS,
        run: () => purgeWebhookEvents(services),
      },
    ],
    personalData,
    mediaUsage: null,
    metrics: null,
    lifecycle: {},
  }
}

const personalData: PersonalData = {
  tables: {
    product: { erasure: 'impersonal', notExported: 'what is for sale' },
    purchase_order: { erasure: 'anonymized' },
    order_event: { erasure: 'anonymized', notExported: 'steps of orders; their states and times are exported' },
    order_refund: { erasure: 'anonymized', notExported: 'steps of refunds; their sums are exported with the orders' },
    payment_event: { erasure: 'impersonal', notExported: 'which webhook events have been processed' },
    sandbox_payment: { erasure: 'anonymized', notExported: 'payments that move no money; their orders are exported' },
    sandbox_refund: { erasure: 'anonymized', notExported: 'refunds that move no money; their orders are exported' },
    spending_cap: { erasure: 'deleted' },
  },
  exportParts: [
    listExport({ path: 'orders.json', about: 'orders', tables: ['purchase_order'] }, exportOrders),
    listExport({ path: 'spending-cap.json', about: 'spendingCap', tables: ['spending_cap'] }, exportSpendingCap),
  ],
  eraseSteps: [{ phase: 'orders', run: (tx, person, now) => eraseOrders(tx, person.id, now) }],
}
