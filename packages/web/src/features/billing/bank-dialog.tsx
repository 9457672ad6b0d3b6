import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TestLine } from './test-line.tsx'

interface BankDialogProps {
  open: boolean
  amount: number
  currency: string
  /** Who receives the payment. */
  seller: string
  onAgree: () => void
  onRefuse: () => void
}

/** Simulates the bank's own window in a test payment. Like that one it must be answered. */
export function BankDialog({ open, amount, currency, seller, onAgree, onRefuse }: BankDialogProps) {
  const text = useText()
  const format = useFormat()
  return (
    <Dialog open={open} onClose={onRefuse} kind="alert" insistent title={text('billing.confirm.title')}>
      <TestLine>{text('billing.confirm.test')}</TestLine>
      <dl className="slip">
        <div>
          <dt>{text('billing.confirm.to')}</dt>
          <dd>
            <bdi>{seller}</bdi>
          </dd>
        </div>
        <div>
          <dt>{text('billing.confirm.amount')}</dt>
          <dd className="figures">{format.money(amount, currency)}</dd>
        </div>
      </dl>
      <div className="dialog-actions">
        <Button variant="primary" size="large" wide onClick={onAgree} data-first-focus>
          {text('billing.confirm.agree')}
        </Button>
        <Button variant="ghost" wide onClick={onRefuse}>
          {text('billing.confirm.refuse')}
        </Button>
      </div>
    </Dialog>
  )
}
