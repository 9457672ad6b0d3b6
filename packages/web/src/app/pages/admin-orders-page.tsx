import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { AdminFrame, NotAllowed } from '../admin/admin-frame.tsx'
import { deskData } from '../admin/desk-data.ts'
import { DESK_TEXTS } from '../admin/desk-sections.ts'
import { OrderDetails } from '../admin/order-details.tsx'
import { readFilter } from '../admin/order-filter.ts'
import { OrderFilter, OrderSums, OrderTable } from '../admin/order-search.tsx'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import '../admin/admin.css'
import '../admin/desk-table.css'
import '../admin/desk-money.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

/** Loads the list, or with `?order=` one order with its history. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [...DESK_TEXTS, 'desk-orders'])
  const { searchParams } = new URL(args.request.url)
  const orderId = searchParams.get('order')
  const filter = readFilter(searchParams)
  const page = { texts, title: title(text('desk-orders.title')), filter }
  return deskData(context, page, async () =>
    orderId
      ? { open: await context.call('GET /api/desk/order', { query: { order_id: orderId } }), list: null }
      : { open: null, list: await context.call('GET /api/desk/orders', { query: filter }) },
  )
}

export const meta = pageMeta

/** Everyone's orders: find, refund, decide. */
export default function AdminOrdersPage() {
  const { desk, filter } = useLoaderData<typeof loader>()
  const { person } = useSession()
  const text = useText()
  const locale = useLocale()
  const revalidator = useRevalidator()
  if (!desk) return <NotAllowed />
  const role = person?.operator_role
  return (
    <AdminFrame email={person?.email ?? ''} current="admin-orders">
      {desk.open ? (
        <OrderDetails
          key={desk.open.order.id}
          details={desk.open}
          mayChange={role === 'owner' || role === 'support'}
          mayOpenPeople={role !== 'read_only'}
          onChange={() => revalidator.revalidate()}
        />
      ) : (
        <>
          <header className="desk-head">
            <h1 className="title-1">{text('desk-orders.title')}</h1>
          </header>
          <OrderSums summary={desk.list.summary} />
          <OrderFilter filter={filter} locale={locale} />
          <OrderTable page={desk.list} filter={filter} />
        </>
      )}
    </AdminFrame>
  )
}
