import { LIMITS } from '@everkin/contract/limits.ts'
import { type FormEvent, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { receivedMoney } from '../../features/billing/received-money.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { TextArea } from '../../ui/form/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import type { Details } from './order-filter.ts'

interface FailedRefundProps {
  details: Details
  mayChange: boolean
  onChange: () => Promise<void>
}

/** Says that a buyer did not get a refund, until the order is refunded again or marked as paid another way. */
export function FailedRefund({ details, mayChange, onChange }: FailedRefundProps) {
  const text = useText()
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const { order, failed_refund } = details
  if (failed_refund === 0) return null
  const amount = format.money(failed_refund, receivedMoney(order).currency)
  return (
    <section className="desk-card desk-stack" aria-labelledby="failed-refund">
      <h2 id="failed-refund">{text('desk-orders.failedRefund.title')}</h2>
      <p className="small" role="status">
        {text('desk-orders.failedRefund.text', { amount })}
      </p>
      {mayChange ? (
        <div className="desk-buttons">
          <Button onClick={() => setAsking(true)}>{text('desk-orders.failedRefund.mark')}</Button>
        </div>
      ) : null}
      {isAsking ? (
        <PaidOutsideDialog details={details} amount={amount} onClose={() => setAsking(false)} onChange={onChange} />
      ) : null}
    </section>
  )
}

interface PaidOutsideDialogProps extends Omit<FailedRefundProps, 'mayChange'> {
  /** What is marked as paid, as text. */
  amount: string
  onClose: () => void
}

/** Records a payment outside of the payment provider. A repeated press, or a retry after an error, records it once. */
function PaidOutsideDialog({ details, amount, onClose, onChange }: PaidOutsideDialogProps) {
  const text = useText()
  const toasts = useToast()
  const [note, setNote] = useState('')
  const { order, failed_refund } = details
  const mark = useMutation(async () => {
    const body = { order_id: order.id, seen_failed_refund: failed_refund, note }
    const { changed } = await callApi('POST /api/desk/markPaidOutside', { body })
    toasts.show(text(changed ? 'desk-orders.failedRefund.done' : 'desk-orders.failedRefund.late'))
    onClose()
    await onChange()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void mark.run()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      kind="alert"
      narrow
      title={text('desk-orders.failedRefund.question', { amount })}
      description={text('desk-orders.failedRefund.hint')}
    >
      <form className="stack" onSubmit={submit}>
        {order.person_id === null ? null : (
          <TextArea
            label={text('desk-orders.failedRefund.note')}
            help={text('desk-orders.failedRefund.noteHelp')}
            value={note}
            rows={2}
            maxLength={LIMITS.orderNoteLength}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
        {mark.error ? <FieldError>{mark.error}</FieldError> : null}
        <div className="dialog-actions">
          <Button size="large" wide onClick={onClose} data-first-focus>
            {text('desk-orders.failedRefund.keep')}
          </Button>
          <Button type="submit" variant="primary" size="large" wide busy={mark.isBusy}>
            {text('desk-orders.failedRefund.confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
