import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import '../../features/billing/price.css'
import { useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { AdminFrame, NotAllowed } from '../admin/admin-frame.tsx'
import { deskData } from '../admin/desk-data.ts'
import { DESK_TEXTS } from '../admin/desk-sections.ts'
import { InvitationForm } from '../admin/invitation-form.tsx'
import { ProductEditor } from '../admin/product-editor.tsx'
import { RewardForm } from '../admin/reward-form.tsx'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import '../admin/admin.css'
import '../admin/desk-table.css'
import '../admin/desk-money.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

const TEXTS = [
  ...DESK_TEXTS,
  'desk-products',
  // Of the preview of the price page, and of amounts.
  'billing.days',
  'billing.planLegend',
  'billing.perDay',
  'billing.perMonth',
  'billing.once',
  'billing.oncePaid',
  'billing.choosePlan',
  'shell.actions',
  'wallet.messages',
  'wallet.coins',
]

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, TEXTS)
  return deskData(context, { texts, title: title(text('desk-products.title')) }, async () => {
    const [products, checkin, invitations] = await Promise.all([
      context.call('GET /api/desk/products'),
      context.call('GET /api/desk/checkinRewards'),
      context.call('GET /api/desk/invitationRules'),
    ])
    return { products: products.products, checkin, invitations }
  })
}

export const meta = pageMeta

/** What is for sale, and what check-ins and invitations give. */
export default function AdminProductsPage() {
  const { desk } = useLoaderData<typeof loader>()
  const { person } = useSession()
  const text = useText()
  const revalidator = useRevalidator()
  if (!desk) return <NotAllowed />
  const mayChange = person?.operator_role === 'owner'
  const reload = () => revalidator.revalidate()
  return (
    <AdminFrame email={person?.email ?? ''} current="admin-products">
      <header className="desk-head">
        <h1 className="title-1">{text('desk-products.title')}</h1>
      </header>
      <ProductEditor products={desk.products} mayChange={mayChange} onSaved={reload} />
      <RewardForm
        key={`checkin ${desk.checkin.revision}`}
        stored={desk.checkin}
        mayChange={mayChange}
        onSaved={reload}
      />
      <InvitationForm
        key={`invitations ${desk.invitations.revision}`}
        stored={desk.invitations}
        mayChange={mayChange}
        onSaved={reload}
      />
    </AdminFrame>
  )
}
