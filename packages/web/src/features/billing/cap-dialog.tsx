import type { ApiData } from '@everkin/contract/api-types.ts'
import { type FormEvent, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { useReaderClock } from '../../i18n/reader-clock.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RadioTiles } from '../../ui/form/radio-tiles.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { readAmount } from './read-amount.ts'

export type SpendingCap = ApiData<'GET /api/user/spendingCap'>

/** In whole units of the currency. */
const OFFERED = [10, 20, 40, 80, 150] as const
const NONE = 'none'

export interface CapDialogProps {
  cap: SpendingCap
  onClose: () => void
  onSaved: (cap: SpendingCap) => void
}

/** Sets the spending limit: a preset amount, a custom amount, or none. */
export function CapDialog({ cap, onClose, onSaved }: CapDialogProps) {
  const text = useText()
  const format = useFormat()
  const { timeZone } = useReaderClock()
  const toasts = useToast()
  const amounts = OFFERED.map((units) => readAmount(String(units), cap.currency) ?? 0)
  const [chosen, setChosen] = useState<number | typeof NONE | null>(cap.amount ?? NONE)
  const [own, setOwn] = useState('')

  const save = useMutation(async (amount: number | typeof NONE) => {
    const body = { amount: amount === NONE ? null : amount, currency: cap.currency }
    const saved = await callApi('POST /api/user/spendingCap', { body })
    toasts.show(
      saved.pending
        ? text('billing.cap.savedLater', { date: format.dateTime(saved.pending.from, timeZone) })
        : text('billing.cap.saved'),
    )
    onSaved(saved)
  })
  const { isBusy, error, setError } = save

  function submit(event: FormEvent) {
    event.preventDefault()
    const amount = own.trim() === '' ? chosen : readAmount(own, cap.currency)
    if (amount === null) setError(text('billing.cap.notAmount', { example: format.number(12.5) }))
    else void save.run(amount)
  }

  return (
    <Dialog open onClose={onClose} title={text('billing.cap.title')} description={text('billing.cap.lead')}>
      <form className="stack" onSubmit={submit}>
        <div className="cap-tiles">
          <RadioTiles
            label={text('billing.cap.choose')}
            layout="two"
            value={own.trim() === '' ? chosen : null}
            onChange={(value) => {
              setChosen(value)
              setOwn('')
              setError(null)
            }}
            options={[
              ...amounts.map((amount) => ({ value: amount, label: format.money(amount, cap.currency) })),
              { value: NONE, label: text('billing.cap.none') },
            ]}
          />
        </div>
        <TextField
          label={text('billing.cap.own', { currency: format.currency(cap.currency) })}
          inputMode="decimal"
          autoComplete="off"
          value={own}
          error={error}
          onChange={(event) => {
            setOwn(event.target.value)
            setError(null)
          }}
        />
        <p className="small muted">{text('billing.cap.rule')}</p>
        <Button type="submit" variant="primary" size="large" wide busy={isBusy}>
          {text('billing.cap.save')}
        </Button>
      </form>
    </Dialog>
  )
}
