import type { ApiData } from '@everkin/contract/api-types.ts'
import type { Order } from '@everkin/contract/types.ts'
import { useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { receivedMoney } from './received-money.ts'

export type Quote = ApiData<'GET /api/order/refundQuote'>

interface OrderDoingsProps {
  order: Order
  /** The current refund; null if the order can no longer be refunded. */
  quote: Quote | null
  /** Path of the checkout for an unpaid order. */
  checkoutPath: string
  /** Called after an action: the order must be reloaded. */
  onDone: () => void
}

type Question = 'cancel' | 'refund'

/** Actions for an order: pay, cancel, request a refund, print. */
export function OrderActions({ order, quote, checkoutPath, onDone }: OrderDoingsProps) {
  const text = useText()
  const [question, setQuestion] = useState<Question | null>(null)
  const isPayable = order.status === 'created' || order.status === 'awaiting_payment'
  // Cancelling may be refused while a bank processes the payment, but not while it waits for confirmation.
  const isOpen = isPayable || (order.status === 'processing' && !order.under_review)
  const close = () => setQuestion(null)
  return (
    <div className="order-actions">
      {isOpen ? (
        <LinkButton to={checkoutPath} reloadDocument variant="primary" size="large" wide>
          {text(isPayable ? 'billing.order.resume' : 'billing.order.look')}
        </LinkButton>
      ) : null}
      {order.paid_at ? (
        <Button onClick={() => window.print()} wide>
          <Icon name="printer" size="small" />
          {text('billing.receipt.print')}
        </Button>
      ) : null}
      {isOpen ? (
        <Button variant="ghost" wide onClick={() => setQuestion('cancel')}>
          {text('billing.cancel.action')}
        </Button>
      ) : null}
      {quote && quote.amount > 0 ? (
        <Button variant="ghost" wide onClick={() => setQuestion('refund')}>
          {text('billing.refund.action')}
        </Button>
      ) : null}
      {quote && quote.amount === 0 ? <p className="small muted">{text('billing.refund.usedUp')}</p> : null}
      {order.refund_pending ? <p className="small muted">{text('billing.refund.pending')}</p> : null}
      {order.under_review ? <p className="small muted">{text('billing.order.review')}</p> : null}
      {question === 'cancel' ? <CancelDialog order={order} onClose={close} onDone={onDone} /> : null}
      {question === 'refund' && quote ? (
        <RefundDialog order={order} quote={quote} onClose={close} onDone={onDone} />
      ) : null}
    </div>
  )
}

interface AnswerProps {
  order: Order
  onClose: () => void
  onDone: () => void
}

function CancelDialog({ order, onClose, onDone }: AnswerProps) {
  const text = useText()
  const cancel = useConfirmedAction(
    async () => {
      await callApi('POST /api/order/cancel', { body: { order_id: order.id } })
      return text('billing.cancel.done')
    },
    { onClose, onDone },
  )
  return (
    <Dialog
      open
      onClose={onClose}
      kind="alert"
      narrow
      title={text('billing.cancel.question')}
      description={text('billing.cancel.hint')}
    >
      <div className="dialog-actions">
        <Button size="large" wide onClick={onClose} data-first-focus>
          {text('billing.cancel.keep')}
        </Button>
        <Button variant="ghost" size="large" wide busy={cancel.isBusy} onClick={() => void cancel.run()}>
          {text('billing.cancel.action')}
        </Button>
      </div>
    </Dialog>
  )
}

function RefundDialog({ order, quote, onClose, onDone }: AnswerProps & { quote: Quote }) {
  const text = useText()
  const format = useFormat()
  const price = format.money(quote.amount, quote.currency)
  const unspent = { unspent: format.number(quote.unspent), total: format.number(quote.total) }
  const refund = useConfirmedAction(
    async () => {
      const answer = await callApi('POST /api/order/refund', { body: { order_id: order.id } })
      const given = format.money(answer.amount, receivedMoney(answer.order).currency)
      return answer.done ? text('billing.refund.done', { price: given }) : text('billing.refund.pending')
    },
    { onClose, onDone },
  )
  return (
    <Dialog open onClose={onClose} kind="alert" narrow title={text('billing.refund.question')}>
      <p className="muted">{text('billing.refund.unspent', unspent)}</p>
      <dl className="slip">
        <div className="slip-total">
          <dt>{text('billing.refund.back')}</dt>
          <dd className="figures">{price}</dd>
        </div>
      </dl>
      <p className="small muted">
        {text(order.provider === 'sandbox' ? 'billing.sandbox.outcome' : 'billing.refund.toCard')}
      </p>
      <div className="dialog-actions">
        <Button size="large" wide onClick={onClose} data-first-focus>
          {text('billing.refund.keep')}
        </Button>
        <Button variant="primary" size="large" wide busy={refund.isBusy} onClick={() => void refund.run()}>
          {text('billing.refund.action')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Runs the confirmed action, shows its result, and closes the dialog. */
function useConfirmedAction(work: () => Promise<string>, { onClose, onDone }: Pick<AnswerProps, 'onClose' | 'onDone'>) {
  const text = useText()
  const toasts = useToast()
  function end() {
    onClose()
    onDone()
  }
  return useMutation(
    async () => {
      toasts.show(await work())
      end()
    },
    {
      toastsErrors: true,
      onError: (error) => {
        end()
        return errorMessage(error, text)
      },
    },
  )
}
