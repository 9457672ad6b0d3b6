import type { Order, ServerFrameOf } from '@everkin/contract/types.ts'
import { callApi } from '../../api/client.ts'
import { publishTask } from '../../features/image-tasks/task-events.ts'
import { latestNotice } from '../../features/moderation/latest-notice.ts'
import { tellUnlessAtField } from '../../lib/appeal-at-field.ts'
import { STOP_FRAGMENT, stoppedText } from '../../lib/stopped-text.ts'
import { openPage } from '../shell/page-frame-handlers.ts'

const TELL_STOP_DELAY_MS = 100
const NEW_ORDER_MS = 10 * 60_000

/** Says on the open page that an order was paid; the checkout page shows it itself. */
export async function toastOrder({ order }: ServerFrameOf<'order.updated'>): Promise<void> {
  const isPaid = order.status === 'fulfilled' && order.refunded_amount === 0 && !order.refund_pending
  // An order is also fulfilled again after a refund that was rejected or failed.
  const isNew = order.paid_at !== null && Date.now() - Date.parse(order.paid_at) < NEW_ORDER_MS
  if (!isPaid || !isNew || openPage.speaker?.current?.page === 'checkout') return
  const what = await loadProductName(order)
  const at = openPage.speaker?.current
  at?.toasts.show(at.text('billing.order.paid', { what }))
}

/** In the language of the page; a frame has it in the language of the account. */
async function loadProductName(order: Order): Promise<string> {
  try {
    return (await callApi('GET /api/order/status', { query: { order_id: order.id } })).product.name
  } catch {
    return order.product.name
  }
}

/** Passes a task on, and says that it has ended; the page of pictures shows it itself. */
export function toastImageTask({ task }: ServerFrameOf<'task.updated'>): void {
  const isEndNew = publishTask(task)
  const at = openPage.speaker?.current
  if (!at || !isEndNew || at.page === 'AiGeneratedImage') return
  const isWhole = task.status === 'succeeded'
  at.toasts.show(at.text(isWhole ? 'image-tasks.told.ready' : 'image-tasks.told.failed'), isWhole ? 'done' : 'info', {
    label: at.text('image-tasks.told.look'),
    run: () => at.goTo('AiGeneratedImage'),
  })
}

/** Says that something was decided, once; the page of decisions loads it. */
export function toastNotice(frame: ServerFrameOf<'notices.updated'>): void {
  // It is sent again after a reconnect.
  if (latestNotice.get()?.id === frame.notice_id) return
  latestNotice.set({ id: frame.notice_id, unread: frame.unread })
  const at = openPage.speaker?.current
  if (at && at.page !== 'decisions')
    at.toasts.show(frame.text, 'info', { label: frame.action, run: () => at.goTo('decisions', `#${frame.notice_id}`) })
}

/**
 * Offers an appeal for the latest stop, unless a field does. Delayed, because the page's own error toast would otherwise
 * replace this one.
 */
export function toastStop(): void {
  const stopped = stoppedText.get()
  if (!stopped?.message) return
  const { message } = stopped
  setTimeout(() => {
    const at = openPage.speaker?.current
    if (!at) return
    const label = at.text('moderation.notices.answer')
    const run = () => at.goTo('decisions', STOP_FRAGMENT)
    tellUnlessAtField(stopped, () => at.toasts.show(message, 'error', { label, run }))
  }, TELL_STOP_DELAY_MS)
}
