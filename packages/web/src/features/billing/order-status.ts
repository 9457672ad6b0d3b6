import type { Order, OrderStatus } from '@everkin/contract/types.ts'
import type { TextKey } from '../../i18n/text-key.ts'
import type { IconName } from '../../ui/icon-names.ts'

interface StatusLabel {
  text: TextKey
  icon: IconName
  tone: 'ok' | 'wait' | 'info' | 'none'
}

const STATUS_LABELS: Record<OrderStatus, StatusLabel> = {
  created: { text: 'billing.status.created', icon: 'clock', tone: 'wait' },
  awaiting_payment: { text: 'billing.status.awaitingPayment', icon: 'clock', tone: 'wait' },
  processing: { text: 'billing.status.processing', icon: 'hourglass', tone: 'wait' },
  paid: { text: 'billing.status.paid', icon: 'check-circle', tone: 'ok' },
  fulfilled: { text: 'billing.status.paid', icon: 'check-circle', tone: 'ok' },
  failed: { text: 'billing.status.failed', icon: 'prohibit', tone: 'none' },
  canceled: { text: 'billing.status.canceled', icon: 'prohibit', tone: 'none' },
  expired: { text: 'billing.status.expired', icon: 'clock', tone: 'none' },
  refunded: { text: 'billing.status.refunded', icon: 'arrow-u-up-left', tone: 'info' },
  disputed: { text: 'billing.status.disputed', icon: 'info', tone: 'info' },
}

const IN_REVIEW: StatusLabel = { text: 'billing.status.review', icon: 'hourglass', tone: 'wait' }

/** Text, icon and tone of an order's status. An order that was paid and partly refunded counts as paid. */
export function statusLabel({ status, under_review }: Pick<Order, 'status' | 'under_review'>): StatusLabel {
  return under_review ? IN_REVIEW : STATUS_LABELS[status]
}
