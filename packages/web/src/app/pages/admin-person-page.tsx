import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AdminFrame, NotAllowed } from '../admin/admin-frame.tsx'
import { AUDIT_TEXTS } from '../admin/audit-labels.ts'
import { AuditTable } from '../admin/audit-table.tsx'
import { deskData } from '../admin/desk-data.ts'
import { DESK_TEXTS } from '../admin/desk-sections.ts'
import { PersonActions } from '../admin/person-actions.tsx'
import { PersonActivity, PersonFacts } from '../admin/person-facts.tsx'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import '../admin/admin.css'
import '../admin/desk-table.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

const HISTORY_SIZE = 20

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [
    ...DESK_TEXTS,
    ...AUDIT_TEXTS,
    'desk.people',
    'desk.person',
    'desk.none',
    'suspension.reasons',
    'settings.account.id',
    'settings.devices.unknown',
    'wallet.cause',
    'wallet.coins',
    'wallet.messages',
    'billing.status',
    'shell.actions',
  ])
  // The name of a person is in no title, which browsers keep in their history.
  const page = { texts, title: title(text('desk.people.title')) }
  // Without an id, the operator’s own account.
  const id = new URL(args.request.url).searchParams.get('id') ?? context.person?.id ?? ''
  return deskData(context, page, async () => {
    const person = await context.call('GET /api/desk/people/person', { query: { id } })
    const history = await context.call('GET /api/desk/audit', { query: { target_id: id, limit: HISTORY_SIZE } })
    return { person, history: history.list }
  })
}

export const meta = pageMeta

/** What support sees of a person, and does for them. */
export default function AdminPersonPage() {
  const { desk } = useLoaderData<typeof loader>()
  const { person: operator } = useSession()
  const text = useText()
  const locale = useLocale()
  const revalidator = useRevalidator()
  const navigate = useNavigate()
  if (!desk) return <NotAllowed />
  const { person, history } = desk
  const isSuspended = person.suspensions.some(({ ended_at }) => ended_at === null)
  return (
    <AdminFrame email={operator?.email ?? ''} current="admin-people">
      <header className="desk-head">
        <div>
          <Link className="small desk-back" to={pathTo('admin-people', locale)}>
            <Icon name="caret-left" size="small" mirror />
            {text('desk.people.title')}
          </Link>
          <h1 className="title-1">
            <bdi>{person.nickname || person.id}</bdi>
          </h1>
          {isSuspended ? (
            <p className="desk-status desk-status-bad">
              <Icon name="prohibit" size="small" />
              {text('desk.people.suspended')}
            </p>
          ) : null}
        </div>
      </header>
      <div className="desk-columns">
        <PersonFacts person={person} />
        <div className="desk-stack">
          <PersonActions
            key={person.id}
            person={person}
            operator={operator}
            onChange={() => revalidator.revalidate()}
            onErased={() => void navigate(pathTo('admin-people', locale))}
          />
          <PersonActivity person={person} />
        </div>
        <section className="desk-card desk-wide">
          <h2>{text('desk.person.history')}</h2>
          <AuditTable entries={history} caption={text('desk.person.history')} />
        </section>
      </div>
    </AdminFrame>
  )
}
