import { data, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { Health } from '../../features/admin/health.tsx'
import { MissingSettings } from '../../features/admin/missing-settings.tsx'
import { Services } from '../../features/admin/services.tsx'
import { LocalTime } from '../../i18n/local-time.tsx'
import { RichText } from '../../i18n/rich-text.tsx'
import { useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AdminFrame, NotAllowed } from '../admin/admin-frame.tsx'
import { DESK_TEXTS } from '../admin/desk-sections.ts'
import { pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'
import '../admin/admin.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [...DESK_TEXTS, 'admin', 'desk-health'])
  const page = { texts, title: title(text('pages.admin.title')) }
  // Not thrown: the page has its own message for people who are not operators.
  if (!context.person?.is_admin) return data({ ...page, health: null, status: null, lookedAt: '' }, { status: 403 })
  const [health, status] = await orPageError(
    Promise.all([context.call('GET /api/desk/health'), context.call('GET /api/desk/status')]),
  )
  return data({ ...page, health, status, lookedAt: new Date().toISOString() })
}

export const meta = pageMeta

/** An admin page: the health of the server. */
export default function AdminPage() {
  const { health, status, lookedAt } = useLoaderData<typeof loader>()
  const { person } = useSession()
  const text = useText()
  const revalidator = useRevalidator()
  if (!health || !status) return <NotAllowed />
  return (
    <AdminFrame email={person?.email ?? ''} current="admin">
      <header className="desk-head">
        <div>
          <h1 className="title-1">{text('admin.health')}</h1>
          <p className="small muted">
            <RichText text={text('admin.lookedAt')} tags={{ time: () => <LocalTime iso={lookedAt} as="time" /> }} />
          </p>
        </div>
        <Button busy={revalidator.state !== 'idle'} onClick={() => void revalidator.revalidate()}>
          <Icon name="arrow-clockwise" size="small" />
          {text('admin.lookAgain')}
        </Button>
      </header>
      <MissingSettings missing={health.missing_settings} />
      <Health health={health} />
      <Services
        status={status}
        mayRetry={person?.operator_role === 'owner'}
        onChange={() => revalidator.revalidate()}
      />
    </AdminFrame>
  )
}
