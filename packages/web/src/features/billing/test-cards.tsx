import { useId, useState } from 'react'
import type { TextKey } from '../../i18n/text-key.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/form/form-controls.tsx'
import { TestLine } from './test-line.tsx'

/** The cards of the built-in provider and their outcomes. */
const TEST_CARDS = [
  { number: '4242424242424242', says: 'billing.sandbox.cards.paid' },
  { number: '4000000000000002', says: 'billing.sandbox.cards.declined' },
  { number: '4000002500003155', says: 'billing.sandbox.cards.confirm' },
  { number: '4000000000000077', says: 'billing.sandbox.cards.slow' },
  { number: '4000000000000341', says: 'billing.sandbox.cards.silent' },
] as const satisfies { number: string; says: TextKey }[]

interface TestCardsProps {
  price: string
  busy: boolean
  onPay: (card: string) => void
}

/** In place of a card form: a choice of test cards. Nothing here can be mistaken for a real payment. */
export function TestCards({ price, busy, onPay }: TestCardsProps) {
  const text = useText()
  const group = useId()
  const [chosen, setChosen] = useState<string>(TEST_CARDS[0].number)
  return (
    <form
      className="test-pay"
      onSubmit={(event) => {
        event.preventDefault()
        onPay(chosen)
      }}
    >
      <TestLine>
        <b>{text('billing.sandbox.label')}</b>
        <span className="test-hint">{text('billing.sandbox.hint')}</span>
      </TestLine>
      <fieldset className="test-cards">
        <legend className="title-3">{text('billing.sandbox.pick')}</legend>
        {TEST_CARDS.map(({ number, says }) => (
          <label key={number} className="test-card radio-mark">
            <Input type="radio" name={group} checked={number === chosen} onChange={() => setChosen(number)} />
            <span>
              <b>{text(says)}</b>
              <bdi className="figures small muted" dir="ltr">
                {number.replace(/(\d{4})(?=\d)/g, '$1 ')}
              </bdi>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="pay-go">
        <Button type="submit" variant="primary" size="large" wide busy={busy}>
          {text('billing.sandbox.pay', { price })}
        </Button>
        <p className="caption muted">{text('billing.sandbox.payHint')}</p>
      </div>
    </form>
  )
}
