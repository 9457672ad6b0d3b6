import type { ApiData } from '@everkin/contract/api-types.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useFormat } from '../../i18n/format.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/form/form-controls.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { AdminFrame, NotAllowed } from '../admin/admin-frame.tsx'
import { CsvButton } from '../admin/csv-button.tsx'
import { deskData } from '../admin/desk-data.ts'
import { DESK_TEXTS } from '../admin/desk-sections.ts'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import '../admin/admin.css'
import '../admin/desk-table.css'
import '../admin/desk-money.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

type Campaigns = ApiData<'GET /api/desk/campaigns'>
type Row = Campaigns['rows'][number]

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [
    ...DESK_TEXTS,
    'desk-campaigns',
    'desk.audit.export',
    'billing.days',
  ])
  const { searchParams } = new URL(args.request.url)
  const by: 'campaign' | 'page' = searchParams.get('by') === 'page' ? 'page' : 'campaign'
  // A form sends its empty fields too.
  const since = searchParams.get('since') || undefined
  const until = searchParams.get('until') || undefined
  const query = { by, ...(since && { since }), ...(until && { until }) }
  const page = { texts, title: title(text('desk-campaigns.title')), by }
  return deskData(context, page, () => context.call('GET /api/desk/campaigns', { query }))
}

export const meta = pageMeta

/** What campaigns and landing pages brought: visits, sign-ups, purchases. */
export default function AdminCampaignsPage() {
  const { desk, by } = useLoaderData<typeof loader>()
  const { person } = useSession()
  const text = useText()
  if (!desk) return <NotAllowed />
  const { since, until, rows, more } = desk
  return (
    <AdminFrame email={person?.email ?? ''} current="admin-campaigns">
      <header className="desk-head">
        <h1 className="title-1">{text('desk-campaigns.title')}</h1>
        <CsvButton call="GET /api/desk/campaignsFile" query={{ since, until, by }} />
      </header>
      <p className="small muted desk-notes">{text('desk-campaigns.counted')}</p>
      <p className="small muted desk-notes">
        {text('desk-campaigns.kept', { days: text('billing.days', { count: desk.kept_days }) })}
      </p>
      <PeriodForm key={`${since} ${until} ${by}`} since={since} until={until} by={by} />
      {rows.length === 0 ? <p className="muted">{text('desk-campaigns.none')}</p> : <Figures rows={rows} by={by} />}
      {more > 0 ? <p className="small muted">{text('desk-campaigns.more', { count: more })}</p> : null}
    </AdminFrame>
  )
}

/** Works without scripts too: it is a form that opens this page with another period. */
function PeriodForm({ since, until, by }: { since: string; until: string; by: 'campaign' | 'page' }) {
  const text = useText()
  const locale = useLocale()
  return (
    <form className="desk-form" action={pathTo('admin-campaigns', locale)}>
      <div className="field">
        <label htmlFor="campaigns-by">{text('desk-campaigns.by')}</label>
        <Select id="campaigns-by" name="by" className="input" defaultValue={by}>
          <option value="campaign">{text('desk-campaigns.byCampaign')}</option>
          <option value="page">{text('desk-campaigns.byPage')}</option>
        </Select>
      </div>
      <TextField label={text('desk-campaigns.since')} type="date" name="since" defaultValue={since} />
      <TextField label={text('desk-campaigns.until')} type="date" name="until" defaultValue={until} />
      <Button type="submit">{text('desk-campaigns.show')}</Button>
    </form>
  )
}

const LINK_PARTS = ['source', 'medium', 'campaign', 'ref'] as const
const COUNTS = ['visits', 'accounts', 'buyers', 'orders'] as const

function Figures({ rows, by }: { rows: readonly Row[]; by: 'campaign' | 'page' }) {
  const text = useText()
  const format = useFormat()
  const names = by === 'page' ? (['page'] as const) : LINK_PARTS
  const share = (count: number, visits: number) => (count > 0 ? ` (${format.percent(count / visits)})` : '')
  return (
    <div className="desk-table">
      <table className="desk-stacked">
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {text(`desk-campaigns.${name}`)}
              </th>
            ))}
            {COUNTS.map((name) => (
              <th key={name} scope="col" className="desk-number">
                {text(`desk-campaigns.${name}`)}
              </th>
            ))}
            <th scope="col" className="desk-number">
              {text('desk-campaigns.amounts')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={[row.page, row.source, row.medium, row.campaign, row.ref].join('\n')}>
              {names.map((name, index) => (
                <td key={name} data-label={text(`desk-campaigns.${name}`)}>
                  <bdi>{row[name] || (index === 0 ? text('desk-campaigns.direct') : '–')}</bdi>
                </td>
              ))}
              {COUNTS.map((name) => (
                <td key={name} data-label={text(`desk-campaigns.${name}`)} className="desk-number">
                  <bdi>
                    {format.number(row[name])}
                    {name === 'accounts' || name === 'buyers' ? share(row[name], row.visits) : null}
                  </bdi>
                </td>
              ))}
              <td data-label={text('desk-campaigns.amounts')} className="desk-number">
                {row.amounts.length === 0
                  ? '–'
                  : format.list(row.amounts.map(({ amount, currency }) => format.money(amount, currency)))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
