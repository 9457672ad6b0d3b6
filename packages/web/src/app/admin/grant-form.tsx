import { GRANT_ASSETS, GRANT_REASONS, MAX_GRANT } from '@everkin/contract/desk-reasons.ts'
import { type FormEvent, useRef, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { randomUuid } from '../../lib/random-uuid.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { SelectField } from './select-field.tsx'

type Asset = (typeof GRANT_ASSETS)[number]
type Reason = (typeof GRANT_REASONS)[number]

/** Gives coins, messages or days of membership. A repeated press, or a retry after an error, gives nothing twice. */
export function GrantForm({ personId, onChange }: { personId: string; onChange: () => Promise<void> }) {
  const text = useText()
  const format = useFormat()
  const toasts = useToast()
  const [asset, setAsset] = useState<Asset>('coin')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState<Reason | ''>('')
  const key = useRef<string | null>(null)
  const grant = useMutation(async (count: number, why: Reason) => {
    key.current ??= randomUuid()
    const body = { person_id: personId, asset, amount: count, reason: why, idempotency_key: key.current }
    await callApi('POST /api/desk/people/grant', { body })
    key.current = null
    toasts.show(text('desk.person.grantDone'))
    setAmount('')
    setReason('')
    await onChange()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const count = /^\d{1,6}$/.test(amount.trim()) ? Number(amount) : 0
    if (count < 1 || count > MAX_GRANT[asset])
      grant.setError(text('desk.person.badAmount', { limit: format.number(MAX_GRANT[asset]) }))
    else if (reason !== '') void grant.run(count, reason)
  }
  /** Another grant is another key. */
  const changed = () => {
    key.current = null
  }
  return (
    <form className="desk-action" onSubmit={submit}>
      <SelectField
        label={text('desk.person.what')}
        value={asset}
        options={GRANT_ASSETS.map((value) => ({ value, label: text(`desk.person.assets.${value}`) }))}
        onChange={(value) => {
          changed()
          setAsset(GRANT_ASSETS.find((one) => one === value) ?? 'coin')
        }}
      />
      <TextField
        label={text('desk.person.amount')}
        value={amount}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        error={grant.error}
        onChange={(event) => {
          changed()
          setAmount(event.target.value)
        }}
      />
      <SelectField
        label={text('desk.person.reason')}
        value={reason}
        required
        options={[
          { value: '', label: text('desk.person.chooseReason') },
          ...GRANT_REASONS.map((value) => ({ value, label: text(`desk.person.grantReasons.${value}`) })),
        ]}
        onChange={(value) => {
          changed()
          setReason(GRANT_REASONS.find((one) => one === value) ?? '')
        }}
      />
      <Button type="submit" busy={grant.isBusy}>
        {text('desk.person.grant')}
      </Button>
    </form>
  )
}
