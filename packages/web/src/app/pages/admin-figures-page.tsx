import { LOCALES } from '@everkin/contract/locales.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useFormat } from '../../i18n/format.ts'
import type { TextFunction } from '../../i18n/page-translator.ts'
import type { TextKey } from '../../i18n/text-key.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { ChipLink } from '../../ui/chip.tsx'
import { AdminFrame, NotAllowed } from '../admin/admin-frame.tsx'
import { AUDIT_TEXTS, actionLabel, reasonLabel } from '../admin/audit-labels.ts'
import { CsvButton } from '../admin/csv-button.tsx'
import { deskData } from '../admin/desk-data.ts'
import { DESK_TEXTS } from '../admin/desk-sections.ts'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import '../admin/admin.css'
import '../admin/desk-table.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [
    ...DESK_TEXTS,
    ...AUDIT_TEXTS,
    'desk.figures',
    'moderation.figures',
    'moderation.kinds',
    'moderation.queue',
    'safety.report.reasons',
  ])
  const page = { texts, title: title(text('desk.figures.title')) }
  const asked = new URL(args.request.url).searchParams.get('year') ?? ''
  const query = /^\d{4}$/.test(asked) ? { year: Number(asked) } : {}
  return deskData(context, page, () => context.call('GET /api/desk/figures', { query }))
}

export const meta = pageMeta

/** Titles of the figures; one without a title is shown by its name. */
const NAMES: Record<string, TextKey> = {
  decisions: 'moderation.figures.decisions',
  appeals: 'moderation.figures.appeals',
  hoursToDecision: 'desk.figures.names.hoursToDecision',
  accounts: 'desk.figures.names.accounts',
  suspensions: 'desk.figures.names.suspensions',
  restored: 'desk.figures.names.restored',
  dataRequests: 'desk.figures.names.dataRequests',
  reports: 'desk.figures.names.reports',
  reportTargets: 'desk.figures.names.reportTargets',
  reportStates: 'desk.figures.names.reportStates',
  stopped: 'desk.figures.names.stopped',
}

/** Words for the keys of a figure, where they mean something else than in the audit log. */
const KEYS: Record<string, Record<string, TextKey>> = {
  hoursToDecision: {
    report: 'moderation.queue.reports',
    review: 'moderation.queue.reviews',
    appeal: 'moderation.queue.appeals',
  },
  reports: { other: 'safety.report.reasons.other' },
  reportTargets: {
    card: 'moderation.kinds.card',
    group: 'moderation.kinds.group',
    image: 'moderation.kinds.image',
    message: 'moderation.kinds.message',
    user: 'moderation.kinds.user',
  },
  reportStates: { open: 'moderation.figures.open', decided: 'desk.figures.decided' },
  stopped: {
    self_harm_encouragement: 'desk.figures.categories.self_harm_encouragement',
    sexual_violence: 'desk.figures.categories.sexual_violence',
    real_person: 'desk.figures.categories.real_person',
    mass_harm: 'desk.figures.categories.mass_harm',
    threat: 'desk.figures.categories.threat',
    romance: 'desk.figures.categories.romance',
  },
}

function keyLabel(figure: string, key: string | null, text: TextFunction): string {
  if (key === null) return text('desk.figures.whole')
  const known = KEYS[figure]?.[key]
  return known ? text(known) : reasonLabel(actionLabel(key, text), text)
}

/** Counts of a year for transparency reports. */
export default function AdminFiguresPage() {
  const { desk } = useLoaderData<typeof loader>()
  const { person } = useSession()
  const text = useText()
  const locale = useLocale()
  const format = useFormat()
  if (!desk) return <NotAllowed />
  const byFigure = Map.groupBy(desk.rows, ({ figure }) => figure)
  return (
    <AdminFrame email={person?.email ?? ''} current="admin-figures">
      <header className="desk-head">
        <div>
          <h1 className="title-1">{text('desk.figures.title')}</h1>
          <p className="small muted">{text('desk.figures.lead')}</p>
        </div>
        <CsvButton call="GET /api/desk/figures/export" query={{ year: desk.year }} />
      </header>
      <nav className="chips" aria-label={text('desk.figures.year')}>
        {desk.years.map((year) => (
          <ChipLink key={year} to={pathTo('admin-figures', locale, {}, { year })} current={year === desk.year}>
            {format.labelled(
              text('desk.figures.year'),
              year.toLocaleString(LOCALES[locale].intl, { useGrouping: false }),
            )}
          </ChipLink>
        ))}
      </nav>
      {[...byFigure].map(([figure, rows]) => (
        <div className="desk-table" key={figure}>
          <table>
            <caption>{NAMES[figure] ? text(NAMES[figure]) : figure}</caption>
            <tbody>
              {rows.map(({ key, value }) => (
                <tr key={key}>
                  <th scope="row">{keyLabel(figure, key, text)}</th>
                  <td className="desk-number">{format.number(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </AdminFrame>
  )
}
