import type { Product } from '@everkin/contract/types.ts'
import { type ReactNode, useId } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useReaderClock } from '../../i18n/reader-clock.ts'
import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'

export const PRODUCT_ICONS: Record<Product['kind'], IconName> = {
  membership: 'crown-fill',
  coins: 'coins-fill',
  messages: 'chat-circle-text',
}

interface OrderSummaryProps {
  product: Product
  /** The amount to pay: that of the order, if there is one. */
  amount: number
  /** When the membership would end. */
  until: string
  /** A link back to the other products. */
  children: ReactNode
}

/** What is bought, what it includes, its price, and that it does not renew. */
export function OrderSummary({ product, amount, until, children }: OrderSummaryProps) {
  const text = useText()
  const format = useFormat()
  const { timeZone } = useReaderClock()
  const titleId = useId()
  const isMembership = product.kind === 'membership'
  const days = text('billing.days', { count: product.period_days ?? 0 })
  const price = format.money(amount, product.currency)
  return (
    <aside className="order-summary" aria-labelledby={titleId}>
      <h2 className="title-3" id={titleId}>
        {text('billing.checkout.yourOrder')}
      </h2>
      <div className="order-thing">
        <span className="order-window" aria-hidden="true">
          <Icon name={PRODUCT_ICONS[product.kind]} />
        </span>
        <div>
          <b>{product.name}</b>
          {isMembership ? (
            <p className="small muted figures">
              {text('billing.checkout.until', { days, date: format.date(until, timeZone) })}
            </p>
          ) : null}
        </div>
      </div>
      {isMembership ? (
        <ul className="order-perks small">
          <li>
            <Icon name="check" size="small" />
            {text('billing.checkout.perkMessages')}
          </li>
          <li>
            <Icon name="check" size="small" />
            {text('billing.checkout.perkCoins')}
          </li>
        </ul>
      ) : null}
      <dl className="slip order-total">
        <div className="slip-total">
          <dt>{text('billing.checkout.total')}</dt>
          <dd className="figures">{price}</dd>
        </div>
      </dl>
      <p className="caption muted">{text(isMembership ? 'billing.checkout.endsItself' : 'billing.checkout.keeps')}</p>
      {children}
    </aside>
  )
}
