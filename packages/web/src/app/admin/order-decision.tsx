import { ORDER_REASONS } from '@everkin/contract/desk-reasons.ts'
import { useState } from 'react'
import { callApi } from '../../api/client.ts'
import type { TextKey } from '../../i18n/text-key.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import type { Details } from './order-filter.ts'
import type { OrderReason } from './order-refund.tsx'
import { SelectField } from './select-field.tsx'

type Resolution = Details['resolutions'][number]

const HINTS: Partial<Record<string, TextKey>> = {
  review: 'desk-orders.decide.held',
  disputed: 'desk-orders.decide.disputed',
  dispute_lost: 'desk-orders.decide.lost',
}

/** What an operator decides about a held or disputed order; nothing for any other. */
export function OrderDecision({ details, onChange }: { details: Details; onChange: () => Promise<void> }) {
  const text = useText()
  const toasts = useToast()
  const [reason, setReason] = useState<OrderReason>('checked')
  const { order, resolutions, failed_refund } = details
  const decide = useMutation(async (resolution: Resolution) => {
    const body = { order_id: order.id, resolution, reason }
    const { changed } = await callApi('POST /api/desk/resolveOrder', { body })
    toasts.show(text(changed ? 'desk-orders.decide.done' : 'desk-orders.decide.late'))
    await onChange()
  })
  const hint = HINTS[order.state]
  if (!hint || (order.state === 'dispute_lost' && resolutions.length === 0)) return null
  return (
    <section className="desk-card desk-stack">
      <h2>{text('desk-orders.decide.title')}</h2>
      {order.state === 'review' && failed_refund > 0 ? null : <p className="small">{text(hint)}</p>}
      {resolutions.length > 0 ? (
        <>
          <SelectField
            label={text('desk-orders.refund.reason')}
            value={reason}
            options={ORDER_REASONS.map((value) => ({ value, label: text(`desk-orders.reasons.${value}`) }))}
            onChange={(value) => setReason(ORDER_REASONS.find((one) => one === value) ?? 'other')}
          />
          <div className="desk-buttons">
            {resolutions.map((resolution) => (
              <Button key={resolution} busy={decide.isBusy} onClick={() => void decide.run(resolution)}>
                {text(`desk-orders.decide.${resolution}`)}
              </Button>
            ))}
          </div>
        </>
      ) : null}
      {decide.error ? <FieldError>{decide.error}</FieldError> : null}
    </section>
  )
}
