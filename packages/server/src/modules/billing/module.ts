export { acceptOrder, forgiveOrder, listOrdersForReview, returnOrder } from './admin-orders.ts'
export { purgeWebhookEvents, reconcileOrders } from './check-order.ts'
export { eraseOrders, exportOrders } from './erase-orders.ts'
export type { Dispute } from './order.ts'
export { loadOrderFramesSince } from './orders.ts'
export {
  BadSignature,
  type Payment,
  PaymentDeclined,
  type PaymentEvent,
  type PaymentProvider,
  type PaymentSnapshot,
  ProviderUnavailable,
} from './payment-provider.ts'
export { billingHandlers } from './routes.ts'
export type { BillingServices } from './services.ts'
export { exportSpendingCap } from './spending-cap.ts'
