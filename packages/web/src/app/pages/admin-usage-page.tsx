import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { ModelPrices } from '../../features/admin/model-prices.tsx'
import { UsageTables } from '../../features/admin/usage-tables.tsx'
import { useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { AdminFrame, NotAllowed } from '../admin/admin-frame.tsx'
import { deskData } from '../admin/desk-data.ts'
import { DESK_TEXTS } from '../admin/desk-sections.ts'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import '../admin/admin.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [...DESK_TEXTS, 'admin'])
  const page = { texts, title: title(text('admin.usage.title')) }
  return deskData(context, page, async () => {
    const [usage, prices] = await Promise.all([
      context.call('GET /api/admin/usage', { query: {} }),
      context.call('GET /api/admin/modelPrices'),
    ])
    return { usage, prices }
  })
}

export const meta = pageMeta

/** An admin page: model usage of all people, and its cost. */
export default function AdminUsagePage() {
  const { desk } = useLoaderData<typeof loader>()
  const { person } = useSession()
  const text = useText()
  const revalidator = useRevalidator()
  if (!desk) return <NotAllowed />
  const { usage, prices } = desk
  return (
    <AdminFrame email={person?.email ?? ''} current="admin-usage">
      <header className="desk-head">
        <div>
          <h1 className="title-1">{text('admin.usage.title')}</h1>
          <p className="small muted">{text('admin.usage.lead')}</p>
        </div>
      </header>
      <UsageTables usage={usage} />
      <ModelPrices models={prices.models} onSaved={() => void revalidator.revalidate()} />
    </AdminFrame>
  )
}
