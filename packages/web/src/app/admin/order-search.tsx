import type { ApiData } from '@everkin/contract/api-types.ts'
import { ORDER_FILTERS } from '@everkin/contract/desk-reasons.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { Link } from 'react-router'
import { receivedMoney } from '../../features/billing/received-money.ts'
import { type Format, useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import type { TextFunction } from '../../i18n/page-translator.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ChipLink } from '../../ui/chip.tsx'
import { Input } from '../../ui/form/form-controls.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { pathTo } from '../paths.ts'
import { addressOf, type OrderQuery } from './order-filter.ts'
import { OrderState } from './order-state.tsx'

type OrderPage = ApiData<'GET /api/desk/orders'>

/** What was taken today and this month, and what needs a decision. */
export function OrderSums({ summary }: { summary: OrderPage['summary'] }) {
  const text = useText()
  const format = useFormat()
  const { today, month, decide, disputed } = summary
  return (
    <dl className="desk-sums">
      <Sum label={text('desk-orders.today')} {...revenueText(today, text, format)} />
      <Sum label={text('desk-orders.month')} {...revenueText(month, text, format)} />
      <Sum label={text('desk-orders.filters.decide')} value={format.number(decide)} />
      <Sum label={text('desk-orders.filters.disputed')} value={format.number(disputed)} />
    </dl>
  )
}

function revenueText(revenue: OrderPage['summary']['today'], text: TextFunction, format: Format) {
  if (revenue.length === 0) return { value: text('desk-orders.nothing') }
  const count = revenue.reduce((sum, { orders }) => sum + orders, 0)
  const refunded = revenue.filter((one) => one.refunded > 0)
  const notes = [
    text('desk-orders.orders', { count }),
    ...refunded.map((one) => text('desk-orders.refundedOf', { amount: format.money(one.refunded, one.currency) })),
  ]
  return {
    value: format.list(revenue.map(({ amount, currency }) => format.money(amount, currency))),
    notes,
  }
}

function Sum({ label, value, notes = [] }: { label: string; value: string; notes?: string[] }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="figures">
        {value}
        {notes.map((note) => (
          <span key={note} className="caption muted">
            {note}
          </span>
        ))}
      </dd>
    </div>
  )
}

/** The search and the states. It works without scripts too: a form and links that open this page. */
export function OrderFilter({ filter, locale }: { filter: OrderQuery; locale: Locale }) {
  const text = useText()
  const { filter: _chosen, ...rest } = addressOf(filter)
  const path = (query: Record<string, string>) => pathTo('admin-orders', locale, {}, query)
  return (
    <>
      <nav className="chips desk-chips" aria-label={text('desk-orders.state')}>
        <ChipLink to={path(rest)} current={!filter.filter}>
          {text('desk-orders.filters.all')}
        </ChipLink>
        {ORDER_FILTERS.map((one) => (
          <ChipLink key={one} to={path({ ...rest, filter: one })} current={filter.filter === one}>
            {text(`desk-orders.filters.${one}`)}
          </ChipLink>
        ))}
      </nav>
      <search>
        <form className="desk-form" action={pathTo('admin-orders', locale)} key={JSON.stringify(addressOf(filter))}>
          {filter.filter ? <Input type="hidden" name="filter" defaultValue={filter.filter} /> : null}
          <TextField
            type="search"
            name="q"
            label={text('desk-orders.search')}
            help={text('desk-orders.searchHelp')}
            defaultValue={filter.q ?? ''}
            autoComplete="off"
            maxLength={200}
          />
          <TextField type="date" name="since" label={text('desk-orders.since')} defaultValue={filter.since ?? ''} />
          <TextField type="date" name="until" label={text('desk-orders.until')} defaultValue={filter.until ?? ''} />
          <Button type="submit">{text('desk-orders.find')}</Button>
        </form>
      </search>
    </>
  )
}

export function OrderTable({ page, filter }: { page: OrderPage; filter: OrderQuery }) {
  const text = useText()
  const format = useFormat()
  const locale = useLocale()
  if (page.list.length === 0) return <p className="muted">{text('desk-orders.none')}</p>
  const columns = ['order', 'product', 'amount', 'payment', 'state', 'when'] as const
  const label = Object.fromEntries(columns.map((column) => [column, text(`desk-orders.${column}`)]))
  return (
    <>
      <div className="desk-table">
        <table className="desk-stacked">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {label[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {page.list.map((order) => (
              <tr key={order.id}>
                <td data-label={label.order}>
                  <Link className="text-link" to={pathTo('admin-orders', locale, {}, { order: order.id })}>
                    <bdi>{order.id}</bdi>
                  </Link>
                </td>
                <td data-label={label.product}>{order.product.name}</td>
                <td data-label={label.amount}>{moneyText(order, format)}</td>
                <td data-label={label.payment}>{paymentText(order, text)}</td>
                <td data-label={label.state}>
                  <OrderState state={order.state} />
                </td>
                <td data-label={label.when}>
                  <LocalTime iso={order.created_at} as="dateTime" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {page.next_cursor ? (
        <LinkButton to={pathTo('admin-orders', locale, {}, { ...addressOf(filter), cursor: page.next_cursor })}>
          {text('desk-orders.more')}
        </LinkButton>
      ) : null}
    </>
  )
}

function moneyText(order: OrderPage['list'][number], format: Format): string {
  const { amount, currency } = receivedMoney(order)
  return format.money(amount, currency)
}

/** How an order was paid. */
export function paymentText(order: OrderPage['list'][number], text: TextFunction): string {
  if (order.provider === 'sandbox') return text('desk-orders.test')
  return order.last_four ? text('desk-orders.card', { digits: order.last_four }) : '–'
}
