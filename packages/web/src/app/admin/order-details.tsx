import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { receivedMoney } from '../../features/billing/received-money.ts'
import { type Format, useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { pathTo } from '../paths.ts'
import { FailedRefund } from './failed-refund.tsx'
import { OrderDecision } from './order-decision.tsx'
import type { Details } from './order-filter.ts'
import { OrderRefund } from './order-refund.tsx'
import { paymentText } from './order-search.tsx'
import { OrderState } from './order-state.tsx'

interface OrderDetailsProps {
  details: Details
  mayChange: boolean
  mayOpenPeople: boolean
  onChange: () => Promise<void>
}

/** An order with everything that happened to it, and what can be done now. */
export function OrderDetails({ details, mayChange, mayOpenPeople, onChange }: OrderDetailsProps) {
  const text = useText()
  const locale = useLocale()
  const { order } = details
  return (
    <>
      <header className="desk-head">
        <div>
          <Link className="text-link small" to={pathTo('admin-orders', locale)}>
            <Icon name="caret-left" size="tiny" mirror /> {text('desk-orders.back')}
          </Link>
          <h1 className="title-1">{order.product.name}</h1>
          <p className="small muted">
            <bdi>{order.id}</bdi>
          </p>
        </div>
        <OrderState state={order.state} />
      </header>
      <div className="desk-columns">
        <Facts details={details} mayOpenPeople={mayOpenPeople} />
        {mayChange || details.failed_refund > 0 ? (
          <div className="desk-stack">
            <FailedRefund details={details} mayChange={mayChange} onChange={onChange} />
            {mayChange ? (
              <>
                <OrderDecision details={details} onChange={onChange} />
                <OrderRefund key={order.refunded_amount + order.pending_refund} details={details} onChange={onChange} />
              </>
            ) : null}
          </div>
        ) : null}
        <History details={details} />
      </div>
    </>
  )
}

function Facts({ details: { order, given_at }, mayOpenPeople }: Pick<OrderDetailsProps, 'details' | 'mayOpenPeople'>) {
  const text = useText()
  const format = useFormat()
  const locale = useLocale()
  const person =
    order.person_id === null ? (
      text('desk-orders.erased')
    ) : mayOpenPeople ? (
      <Link className="text-link" to={pathTo('admin-person', locale, {}, { id: order.person_id })}>
        <bdi>{order.person_id}</bdi>
      </Link>
    ) : (
      <bdi>{order.person_id}</bdi>
    )
  const { currency } = receivedMoney(order)
  const facts: [label: string, value: ReactNode][] = [
    [text('desk-orders.amount'), format.money(order.amount, order.currency)],
    ...(order.received ? [moneyOf(text('desk-orders.received'), format, order.received)] : []),
    [text('desk-orders.person'), person],
    [text('desk-orders.payment'), paymentText(order, text)],
    ...(order.payment_ref
      ? [[text('desk-orders.paymentRef'), <bdi key="ref">{order.payment_ref}</bdi>] as [string, ReactNode]]
      : []),
    [text('desk-orders.when'), <LocalTime key="created" iso={order.created_at} as="dateTime" />],
    ...timeOf(text('desk-orders.paidAt'), order.paid_at),
    ...timeOf(text('desk-orders.givenAt'), given_at),
    ...(order.refunded_amount > 0
      ? [moneyOf(text('desk-orders.refunded'), format, { amount: order.refunded_amount, currency })]
      : []),
    ...(order.paid_outside > 0
      ? [moneyOf(text('desk-orders.paidOutside'), format, { amount: order.paid_outside, currency })]
      : []),
  ]
  return (
    <section className="desk-card" aria-label={text('desk-orders.order')}>
      <dl className="desk-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function moneyOf(
  label: string,
  format: Format,
  { amount, currency }: { amount: number; currency: string },
): [string, ReactNode] {
  return [label, format.money(amount, currency)]
}

function timeOf(label: string, iso: string | null): [string, ReactNode][] {
  return iso === null ? [] : [[label, <LocalTime key={label} iso={iso} as="dateTime" />]]
}

function History({ details: { order, events, refunds, webhooks } }: { details: Details }) {
  const text = useText()
  const format = useFormat()
  return (
    <>
      <section className="desk-card">
        <h2>{text('desk-orders.history')}</h2>
        <ol className="desk-timeline">
          {events.map(({ state, at }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the history only grows at its end
            <li key={index}>
              <OrderState state={state} />
              <span className="small muted">
                <LocalTime iso={at} as="dateTime" />
              </span>
            </li>
          ))}
        </ol>
      </section>
      <section className="desk-card">
        {refunds.length > 0 ? (
          <>
            <h2>{text('desk-orders.refunds')}</h2>
            <ol className="desk-timeline">
              {refunds.map(({ id, amount, state, origin, created_at, note }) => (
                <li key={id}>
                  <b>{format.money(amount, receivedMoney(order).currency)}</b>
                  <span className="small">{text(`desk-orders.refundStates.${state}`)}</span>
                  <span className="small muted">
                    {text(`desk-orders.origins.${origin}`)} · <LocalTime iso={created_at} as="dateTime" />
                  </span>
                  {note === '' ? null : (
                    <span className="small desk-note">
                      <bdi>{note}</bdi>
                    </span>
                  )}
                </li>
              ))}
            </ol>
          </>
        ) : null}
        <h2>{text('desk-orders.webhooks')}</h2>
        {webhooks.length === 0 ? <p className="small muted">{text('desk-orders.noWebhooks')}</p> : null}
        <ol className="desk-timeline">
          {webhooks.map(({ id, at }) => (
            <li key={id}>
              <bdi className="small">{id}</bdi>
              <span className="small muted">
                <LocalTime iso={at} as="dateTime" />
              </span>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
