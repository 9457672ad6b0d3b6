import type { Order } from '@everkin/contract/types.ts'
import { Link } from 'react-router'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { LoadMoreLink, useInfiniteList } from '../../ui/infinite-list.tsx'
import { statusLabel } from './order-status.ts'
import { PRODUCT_ICONS } from './order-summary.tsx'
import { receivedMoney } from './received-money.ts'

interface OrderListProps {
  first: { items: Order[]; next: string | null }
  /** Address of the rest of the list, for use without scripts. */
  address: (cursor: string) => string
  pathOf: (orderId: string) => string
}

const MORE = 20

/** The reader's orders, newest first; each links to its receipt and actions. */
export function OrderList({ first, address, pathOf }: OrderListProps) {
  const list = useInfiniteList(`orders ${first.items[0]?.id}`, first, async (cursor) => {
    const page = await callApi('GET /api/order/list', { query: { cursor, limit: MORE } })
    return { items: page.list, next: page.next_cursor }
  })
  return (
    <>
      <ol className="orders">
        {list.items.map((order) => (
          <li key={order.id}>
            <OrderRow order={order} path={pathOf(order.id)} />
          </li>
        ))}
      </ol>
      <LoadMoreLink list={list} address={address} />
    </>
  )
}

function OrderRow({ order, path }: { order: Order; path: string }) {
  const text = useText()
  const format = useFormat()
  const { amount, currency } = receivedMoney(order)
  return (
    <Link className="order-row" to={path}>
      <Icon name={PRODUCT_ICONS[order.product.kind]} />
      <span className="order-what">
        <b>{order.product.name}</b>
        <span className="small muted figures">
          <LocalTime iso={order.created_at} as="dateTime" />
        </span>
        {order.provider === 'sandbox' ? (
          <span className="order-test caption">
            <Icon name="flask" size="tiny" />
            {text('billing.sandbox.label')}
          </span>
        ) : null}
      </span>
      <span className="order-end">
        <b className="figures">{format.money(amount, currency)}</b>
        <OrderStatus order={order} />
      </span>
    </Link>
  )
}

/** The status as text with an icon. */
export function OrderStatus({ order }: { order: Order }) {
  const text = useText()
  const { text: key, icon, tone } = statusLabel(order)
  return (
    <span className={`order-status order-status-${tone} small`}>
      <Icon name={icon} size="tiny" />
      {text(key)}
    </span>
  )
}
