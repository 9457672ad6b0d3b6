import type { Product } from '@everkin/contract/types.ts'
import { useState } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/form/form-controls.tsx'
import { Icon } from '../../ui/icon.tsx'
import { perDay, perMonth } from './per-day.ts'

interface PlanChoiceProps {
  plans: readonly [Product, ...Product[]]
  /** Path of the checkout; `product` is added to it. */
  checkoutPath: string
  /** Chat from which the reader came; sent along. */
  from?: string | undefined
}

/**
 * The memberships as radio cards with their full prices. It is a plain form, so it works before hydration, and the
 * checkout is loaded as a new document with its own content security policy.
 */
export function PlanChoice({ plans, checkoutPath, from }: PlanChoiceProps) {
  const text = useText()
  const format = useFormat()
  const [chosenId, setChosenId] = useState(plans[0].id)
  const chosen = plans.find(({ id }) => id === chosenId) ?? plans[0]
  const days = (plan: Product) => text('billing.days', { count: plan.period_days ?? 0 })
  const hint = (plan: Product) => {
    const monthly = perMonth(plan)
    if (monthly !== null) return text('billing.perMonth', { price: format.money(monthly, plan.currency) })
    const daily = perDay(plan)
    return daily === null ? text('billing.once') : text('billing.perDay', { price: format.money(daily, plan.currency) })
  }
  return (
    <form action={checkoutPath} className="plan-form">
      {from === undefined ? null : <Input type="hidden" name="from" value={from} />}
      <fieldset className="plans">
        <legend className="visually-hidden">{text('billing.planLegend')}</legend>
        {plans.map((plan) => (
          <label key={plan.id} className="plan">
            <Input
              type="radio"
              name="product"
              value={plan.id}
              checked={plan.id === chosen.id}
              onChange={() => setChosenId(plan.id)}
            />
            <span className="plan-card">
              <b className="title-3">{plan.name}</b>
              <span className="plan-price figures">{format.money(plan.amount, plan.currency)}</span>
              <span className="small muted">{hint(plan)}</span>
              {plan.badge ? <span className="plan-badge caption">{plan.badge}</span> : null}
              <span className="plan-tick">
                <Icon name="check" size="tiny" />
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="plan-go">
        <Button type="submit" variant="primary" size="large" wide>
          <Icon name="credit-card" size="small" />
          {text('billing.choosePlan', { plan: days(chosen) })}
        </Button>
        <p className="caption muted">
          {text('billing.oncePaid', { price: format.money(chosen.amount, chosen.currency) })}
        </p>
      </div>
    </form>
  )
}
