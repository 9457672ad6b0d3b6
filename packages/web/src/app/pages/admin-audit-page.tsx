import type { ApiData } from '@everkin/contract/api-types.ts'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { RichText } from '../../i18n/rich-text.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Select } from '../../ui/form/form-controls.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { AdminFrame, NotAllowed } from '../admin/admin-frame.tsx'
import { AUDIT_TEXTS, actionLabel } from '../admin/audit-labels.ts'
import { AuditTable } from '../admin/audit-table.tsx'
import { CsvButton } from '../admin/csv-button.tsx'
import { deskData } from '../admin/desk-data.ts'
import { DESK_TEXTS } from '../admin/desk-sections.ts'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import '../admin/admin.css'
import '../admin/desk-table.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

const PAGE_SIZE = 50
const FILTERS = ['action', 'from', 'to', 'actor_id', 'target_id'] as const

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [...DESK_TEXTS, ...AUDIT_TEXTS])
  const { searchParams } = new URL(args.request.url)
  // A form sends its empty fields too.
  const filter = Object.fromEntries(
    FILTERS.flatMap((name) => (searchParams.get(name) ? [[name, searchParams.get(name)]] : [])),
  )
  const cursor = searchParams.get('cursor') ?? undefined
  const page = { texts, title: title(text('desk.audit.title')), filter: filter as Record<string, string> } // values are set
  return deskData(context, page, () =>
    context.call('GET /api/desk/audit', { query: { ...page.filter, limit: PAGE_SIZE, ...(cursor && { cursor }) } }),
  )
}

export const meta = pageMeta

/** What operators did, with filters and the state of the chain. */
export default function AdminAuditPage() {
  const { desk, filter } = useLoaderData<typeof loader>()
  const { person } = useSession()
  const text = useText()
  const locale = useLocale()
  if (!desk) return <NotAllowed />
  const isOwner = person?.operator_role === 'owner'
  return (
    <AdminFrame email={person?.email ?? ''} current="admin-audit">
      <header className="desk-head">
        <div>
          <h1 className="title-1">{text('desk.audit.title')}</h1>
          {desk.chain.entries > 0 ? <ChainState chain={desk.chain} /> : null}
        </div>
        <div className="desk-buttons">
          {isOwner ? <CheckButton /> : null}
          {isOwner || person?.operator_role === 'read_only' ? (
            <CsvButton call="GET /api/desk/audit/export" query={filter} />
          ) : null}
        </div>
      </header>
      <FilterForm actions={desk.actions} filter={filter} />
      <AuditTable entries={desk.list} caption={text('desk.audit.title')} />
      {desk.next_cursor ? (
        <LinkButton to={pathTo('admin-audit', locale, {}, { ...filter, cursor: desk.next_cursor })}>
          {text('desk.audit.more')}
        </LinkButton>
      ) : null}
    </AdminFrame>
  )
}

function ChainState({ chain }: { chain: ApiData<'GET /api/desk/audit'>['chain'] }) {
  const text = useText()
  const format = useFormat()
  const { checked_at, broken_seq } = chain
  if (checked_at === null) return <p className="small muted">{text('desk.audit.unchecked')}</p>
  const message =
    broken_seq === null
      ? text('desk.audit.intact', { entry: format.number(chain.intact_to), entries: format.number(chain.entries) })
      : text('desk.audit.broken', { entry: format.number(broken_seq) })
  return (
    <p className={broken_seq === null ? 'desk-status desk-status-well' : 'desk-status desk-status-bad'} role="status">
      <Icon name={broken_seq === null ? 'check-circle' : 'warning'} size="small" />
      <span>
        <RichText text={message} tags={{ time: () => <LocalTime iso={checked_at} as="dateTime" /> }} />
      </span>
    </p>
  )
}

function CheckButton() {
  const text = useText()
  const revalidator = useRevalidator()
  const check = useMutation(
    async () => {
      await callApi('POST /api/desk/audit/check')
      await revalidator.revalidate()
    },
    { toastsErrors: true },
  )
  return (
    <Button busy={check.isBusy} onClick={() => void check.run()}>
      {text('desk.audit.check')}
    </Button>
  )
}

/** Works without scripts too: it is a form that opens this page with other filters. */
function FilterForm({ actions, filter }: { actions: readonly string[]; filter: Record<string, string> }) {
  const text = useText()
  const locale = useLocale()
  return (
    <form className="desk-form" action={pathTo('admin-audit', locale)}>
      <div className="field">
        <label htmlFor="audit-action">{text('desk.audit.action')}</label>
        <Select id="audit-action" name="action" className="input" defaultValue={filter.action ?? ''}>
          <option value="">{text('desk.audit.anyAction')}</option>
          {actions.map((action) => (
            <option key={action} value={action}>
              {actionLabel(action, text)}
            </option>
          ))}
        </Select>
      </div>
      <TextField label={text('desk.audit.from')} type="date" name="from" defaultValue={filter.from ?? ''} />
      <TextField label={text('desk.audit.to')} type="date" name="to" defaultValue={filter.to ?? ''} />
      <Button type="submit">{text('desk.audit.apply')}</Button>
    </form>
  )
}
