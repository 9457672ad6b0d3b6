import { data, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { ModelPrices } from '../../features/admin/model-prices.tsx'
import { UsageTables } from '../../features/admin/usage-tables.tsx'
import { useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { AdminFrame, NotAllowed } from '../admin/admin-frame.tsx'
import { pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'
import '../admin/admin.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [
    'moderation.queue.title',
    'moderation.items.title',
    'pages.admin',
    'admin',
    'models.title',
    'errors.notAllowed',
  ])
  const page = { texts, title: title(text('admin.usage.title')) }
  // Not thrown: the page has its own message for people who are not operators.
  if (!context.person?.is_admin) return data({ ...page, usage: null, prices: null }, { status: 403 })
  const [usage, prices] = await Promise.all([
    orPageError(context.call('GET /api/admin/usage', { query: {} })),
    orPageError(context.call('GET /api/admin/modelPrices')),
  ])
  return data({ ...page, usage, prices })
}

export const meta = pageMeta

/** An admin page: what everybody takes of the language models, and what it costs. */
export default function AdminUsagePage() {
  const { usage, prices } = useLoaderData<typeof loader>()
  const { person } = useSession()
  const text = useText()
  const revalidator = useRevalidator()
  if (!usage || !prices) return <NotAllowed />
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
