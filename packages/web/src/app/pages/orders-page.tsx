import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import type { SpendingCap } from '../../features/billing/cap-dialog.tsx'
import { OrderActions, type Quote } from '../../features/billing/order-actions.tsx'
import { OrderList } from '../../features/billing/order-list.tsx'
import { useSession } from '../../session/session.tsx'
import '../../features/billing/orders.css'
import { Receipt } from '../../features/billing/receipt.tsx'
import { SpendingCapParts } from '../../features/billing/spending-cap.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { PageContext } from '../page-context.ts'
import { pageMeta } from '../page-meta.ts'
import { orFallback, orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

const TEXTS = [
  'pages.orders',
  'pages.price.title',
  'billing.order',
  'billing.status',
  'billing.receipt',
  'billing.cancel',
  'billing.refund',
  'billing.cap',
  'billing.checkout.total',
  'billing.sandbox.label',
  'billing.sandbox.outcome',
]

const PAGE_SIZE = 20

/** Loads the list, or with `?order=` one order with its receipt. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, TEXTS)
  const query = new URL(args.request.url).searchParams
  const orderId = query.get('order')
  const head = { texts, title: title(text('pages.orders.title')) }
  if (orderId !== null) return { ...head, open: await orPageError(openOrder(context, orderId)) }
  const [page, cap] = await orPageError(
    Promise.all([
      context.call('GET /api/order/list', { query: { cursor: query.get('cursor') ?? undefined, limit: PAGE_SIZE } }),
      context.call('GET /api/user/spendingCap', {}),
    ]),
  )
  return { ...head, list: { items: page.list, next: page.next_cursor }, cap }
}

export const meta = pageMeta

async function openOrder(context: PageContext, order_id: string) {
  const receipt = await context.call('GET /api/order/receipt', { query: { order_id } })
  // Orders that can no longer be refunded have no quote.
  const quote = receipt.order.refundable_until
    ? await orFallback(context.call('GET /api/order/refundQuote', { query: { order_id } }), null)
    : null
  return { receipt, quote }
}

/** The reader's orders with their receipts, and their spending limit. */
export default function OrdersPage() {
  const data = useLoaderData<typeof loader>()
  return 'open' in data ? <OneOrder {...data.open} /> : <AllOrders {...data} />
}

interface AllOrdersProps {
  list: Parameters<typeof OrderList>[0]['first']
  cap: SpendingCap
}

function AllOrders({ list, cap }: AllOrdersProps) {
  const { person } = useSession()
  const text = useText()
  const locale = useLocale()
  return (
    <>
      <Link className="crumb" to={pathTo('me', locale)}>
        <Icon name="caret-left" size="small" mirror />
        {text('shell.tabs.me')}
      </Link>
      <h1 className="display orders-title">{text('pages.orders.title')}</h1>
      <div className="orders-columns">
        {list.items.length > 0 ? (
          <section>
            <OrderList
              first={list}
              address={(cursor) => pathTo('orders', locale, {}, { cursor })}
              pathOf={(order) => pathTo('orders', locale, {}, { order })}
            />
            <p className="small muted orders-help">{text('billing.order.help')}</p>
          </section>
        ) : (
          <EmptyState
            title={text('billing.order.empty')}
            hint={text('billing.order.emptyHint')}
            action={
              person?.offers_paused ? null : (
                <LinkButton to={pathTo('AboutView', locale)} variant="quiet">
                  {text('pages.price.title')}
                </LinkButton>
              )
            }
          />
        )}
        <aside className="cap-card" aria-labelledby="cap-title">
          <SpendingCapParts initial={cap}>
            {({ facts, button }) => (
              <>
                <h2 className="title-3" id="cap-title">
                  {text('billing.cap.title')}
                </h2>
                <p className="small muted">{text('billing.cap.lead')}</p>
                {facts}
                {button}
              </>
            )}
          </SpendingCapParts>
        </aside>
      </div>
    </>
  )
}

interface OneOrderProps {
  receipt: Parameters<typeof Receipt>[0]['receipt']
  quote: Quote | null
}

function OneOrder({ receipt, quote }: OneOrderProps) {
  const text = useText()
  const locale = useLocale()
  const { person } = useSession()
  const { revalidate } = useRevalidator()
  const { order } = receipt
  return (
    <div className="one-order">
      <Link className="crumb" to={pathTo('orders', locale)}>
        <Icon name="caret-left" size="small" mirror />
        {text('pages.orders.title')}
      </Link>
      <Receipt receipt={receipt} email={person?.email ?? null} />
      <OrderActions
        order={order}
        quote={quote}
        checkoutPath={pathTo('checkout', locale, {}, { order: order.id })}
        onDone={() => void revalidate()}
      />
    </div>
  )
}
