import { ORDER_REASONS } from '@everkin/contract/desk-reasons.ts'
import { type FormEvent, useRef, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { readAmount } from '../../features/billing/read-amount.ts'
import { receivedMoney } from '../../features/billing/received-money.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { randomUuid } from '../../lib/random-uuid.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { RadioTiles } from '../../ui/form/radio-tiles.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import type { Details } from './order-filter.ts'
import { SelectField } from './select-field.tsx'

type Part = 'unspent' | 'all' | 'amount'
export type OrderReason = (typeof ORDER_REASONS)[number]

interface OrderRefundProps {
  details: Details
  onChange: () => Promise<void>
}

/** Refunds an order, in part or in full. A repeated press, or a retry after an error, refunds nothing twice. */
export function OrderRefund({ details: { order, refundable }, onChange }: OrderRefundProps) {
  const text = useText()
  return (
    <section className="desk-card">
      {refundable ? (
        <RefundForm order={order} refundable={refundable} onChange={onChange} />
      ) : (
        <>
          <h2>{text('desk-orders.refund.title')}</h2>
          <p className="small muted">{text('desk-orders.refund.closed')}</p>
        </>
      )}
    </section>
  )
}

interface RefundFormProps {
  order: Details['order']
  refundable: NonNullable<Details['refundable']>
  onChange: () => Promise<void>
}

function RefundForm({ order, refundable, onChange }: RefundFormProps) {
  const text = useText()
  const format = useFormat()
  const toasts = useToast()
  const { currency } = receivedMoney(order)
  const money = (amount: number) => format.money(amount, currency)
  const hasUnspent = refundable.unspent > 0
  const [part, setPart] = useState<Part>(hasUnspent ? 'unspent' : 'all')
  const [words, setWords] = useState('')
  const [reason, setReason] = useState<OrderReason>('request')
  const [isWrong, setWrong] = useState(false)
  const key = useRef<string | null>(null)

  const typed = readAmount(words, currency)
  const amount = { unspent: refundable.unspent, all: refundable.most, amount: typed }[part]
  const refund = useMutation(async () => {
    key.current ??= randomUuid()
    const answer = await callApi('POST /api/desk/refundOrder', {
      body: {
        order_id: order.id,
        part,
        amount: part === 'amount' ? typed : null,
        reason,
        seen_refunded: order.refunded_amount + order.pending_refund,
        idempotency_key: key.current,
      },
    })
    key.current = null
    if (answer.state === 'done') toasts.show(text('desk-orders.refund.done', { amount: money(answer.amount) }))
    else toasts.show(text(`desk-orders.refund.${answer.state}`), answer.state === 'requested' ? 'info' : 'error')
    await onChange()
  })
  /** Another refund is another key. */
  const change = (apply: () => void) => {
    key.current = null
    setWrong(false)
    refund.setError(null)
    apply()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (part === 'amount' && (typed === null || typed < 1 || typed > refundable.most)) setWrong(true)
    else void refund.run()
  }
  const most = money(refundable.most)
  return (
    <form onSubmit={submit} noValidate className="desk-stack">
      <RadioTiles
        label={text('desk-orders.refund.title')}
        layout="list"
        value={part}
        onChange={(chosen) => change(() => setPart(chosen))}
        options={[
          ...(hasUnspent
            ? [
                {
                  value: 'unspent' as const,
                  label: text('desk-orders.refund.unspent'),
                  hint: text('desk-orders.refund.unspentHint', { amount: money(refundable.unspent) }),
                },
              ]
            : []),
          {
            value: 'all' as const,
            label: text('desk-orders.refund.all'),
            hint: text('desk-orders.refund.allHint', { amount: most }),
          },
          {
            value: 'amount' as const,
            label: text('desk-orders.refund.amount'),
            hint: text('desk-orders.refund.amountHint'),
          },
        ]}
      />
      {part === 'amount' ? (
        <TextField
          label={text('desk-orders.refund.amountIn', { currency })}
          value={words}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          error={isWrong ? text('desk-orders.refund.badAmount', { most }) : null}
          onChange={(event) => change(() => setWords(event.target.value))}
        />
      ) : null}
      <SelectField
        label={text('desk-orders.refund.reason')}
        value={reason}
        options={ORDER_REASONS.map((value) => ({ value, label: text(`desk-orders.reasons.${value}`) }))}
        onChange={(value) => change(() => setReason(ORDER_REASONS.find((one) => one === value) ?? 'other'))}
      />
      {refund.error ? <FieldError>{refund.error}</FieldError> : null}
      <Button type="submit" variant="primary" busy={refund.isBusy}>
        {amount === null
          ? text('desk-orders.refund.title')
          : text('desk-orders.refund.confirm', { amount: money(amount) })}
      </Button>
    </form>
  )
}
