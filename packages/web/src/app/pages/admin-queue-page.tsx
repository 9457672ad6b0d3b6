import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { CaseView, type DeskCase } from '../../features/moderation/case-view.tsx'
import { DecisionForm } from '../../features/moderation/decision-form.tsx'
import { DECISION_TEXTS } from '../../features/moderation/labels.ts'
import { LookGate } from '../../features/moderation/look-gate.tsx'
import { QuarantineGate } from '../../features/moderation/quarantine-gate.tsx'
import { DueTime, QueueList } from '../../features/moderation/queue-list.tsx'
import { type LastDecision, UndoBar } from '../../features/moderation/undo-bar.tsx'
import { useKey } from '../../features/moderation/use-key.ts'
import { useFormat } from '../../i18n/format.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { ChipLink } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AdminFrame, NotAllowed } from '../admin/admin-frame.tsx'
import { deskData } from '../admin/desk-data.ts'
import { DESK_TEXTS } from '../admin/desk-sections.ts'
import { pageMeta } from '../page-meta.ts'
import { orFallback, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import '../admin/admin.css'
import '../../features/moderation/moderation.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

const SOURCES = ['report', 'review', 'appeal'] as const

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [...DESK_TEXTS, ...DECISION_TEXTS])
  const page = { texts, title: title(text('moderation.queue.title')) }
  const params = new URL(args.request.url).searchParams
  const source = SOURCES.find((known) => known === params.get('show')) ?? null
  const id = params.get('case')
  return deskData(context, { ...page, source, at: Date.now() }, async () => {
    const [queue, shown] = await Promise.all([
      context.call('GET /api/desk/queue', { query: { source: source ?? undefined, limit: 100 } }),
      id ? orFallback(context.call('GET /api/desk/case', { query: { id } }), null) : null,
    ])
    return { queue, shown }
  })
}

export const meta = pageMeta

/** An admin page: reports, cards in review and appeals, decided one after the other, by keyboard or by hand. */
export default function AdminQueuePage() {
  const { desk, source, at } = useLoaderData<typeof loader>()
  const { queue = null, shown = null } = desk ?? {}
  const { person } = useSession()
  const text = useText()
  const locale = useLocale()
  const navigate = useNavigate()
  const revalidator = useRevalidator()
  const [last, setLast] = useState<LastDecision | null>(null)
  const entries = queue?.list ?? []
  const openId = shown?.id ?? null
  const pathOf = (id?: string) => pathTo('admin-queue', locale, {}, { show: source ?? undefined, case: id })
  useKey((key) => {
    const step = key === 'j' || key === 'J' ? 1 : key === 'k' || key === 'K' ? -1 : 0
    if (step === 0) return false
    moveFocus(step, openId)
    return true
  })
  if (!queue) return <NotAllowed />
  const decided = (decision: LastDecision) => {
    setLast(decision)
    const place = entries.findIndex(({ id }) => id === openId)
    const next = entries[place + 1] ?? entries[place - 1]
    void navigate(pathOf(next?.id), { replace: true, preventScrollReset: true })
  }
  return (
    <AdminFrame email={person?.email ?? ''} current="admin-queue">
      <header className="desk-head">
        <div>
          <h1 className="title-1">{text('moderation.queue.title')}</h1>
          <p className="small muted">{text('moderation.queue.lead')}</p>
        </div>
      </header>
      <div className="queue" data-open={shown ? true : undefined}>
        <div className="queue-side">
          <Filters source={source} counts={queue.counts} />
          {entries.length === 0 ? (
            <EmptyState title={text('moderation.queue.empty')} hint={text('moderation.queue.emptyHint')} />
          ) : (
            <QueueList entries={entries} openId={openId} pathOf={pathOf} now={at} />
          )}
          <Keys />
        </div>
        {shown ? (
          <div className="queue-detail" key={shown.id}>
            <div className="queue-back">
              <LinkButton to={pathOf()} variant="ghost" size="small">
                <Icon name="caret-left" size="tiny" mirror />
                {text('moderation.queue.back')}
              </LinkButton>
            </div>
            <header>
              <h2 className="title-2">
                <bdi>{shown.label || text(`moderation.kinds.${shown.target_type}`)}</bdi>
              </h2>
              <p className="small muted">
                {shown.label ? `${text(`moderation.kinds.${shown.target_type}`)} · ` : null}
                <DueTime iso={shown.due_at} now={at} />
              </p>
            </header>
            <Closed shown={shown} />
            <CaseView shown={shown} />
            {shown.state === 'open' ? (
              <DecisionForm shown={shown} onDecided={decided} />
            ) : (
              <p className="muted">{text('moderation.case.decided')}</p>
            )}
          </div>
        ) : (
          <p className="queue-pick muted">{entries.length > 0 ? text('moderation.queue.pick') : ''}</p>
        )}
      </div>
      {last ? (
        <UndoBar
          decision={last}
          onUndone={() => {
            setLast(null)
            void revalidator.revalidate()
          }}
        />
      ) : null}
    </AdminFrame>
  )
}

/** What a case shows only on request. */
function Closed({ shown }: { shown: DeskCase }) {
  if (shown.quarantine) return <QuarantineGate caseId={shown.id} confirmed={shown.quarantine.confirmed} />
  const what = shown.target_type
  return what === 'message' || what === 'text' ? <LookGate caseId={shown.id} what={what} /> : null
}

/** Moves the focus to the next or previous case; Enter then opens it like any link. */
function moveFocus(step: number, openId: string | null): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-case]')]
  const focused = links.indexOf(document.activeElement as HTMLElement) // compared only
  const place = focused >= 0 ? focused : links.findIndex((link) => link.dataset.case === openId)
  const next = links[Math.min(Math.max(place + step, 0), links.length - 1)]
  next?.focus()
}

function Filters({ source, counts }: { source: string | null; counts: Record<(typeof SOURCES)[number], number> }) {
  const text = useText()
  const locale = useLocale()
  const label = { report: 'reports', review: 'reviews', appeal: 'appeals' } as const
  return (
    <nav className="queue-filters" aria-label={text('moderation.queue.show')}>
      <ChipLink to={pathTo('admin-queue', locale)} current={source === null}>
        {text('moderation.queue.all')}
      </ChipLink>
      {SOURCES.map((known) => (
        <ChipLink key={known} to={pathTo('admin-queue', locale, {}, { show: known })} current={source === known}>
          {text(`moderation.queue.${label[known]}`)} <Count of={counts[known]} />
        </ChipLink>
      ))}
    </nav>
  )
}

function Count({ of }: { of: number }) {
  const format = useFormat()
  return of > 0 ? <span className="figures">{format.number(of)}</span> : null
}

function Keys() {
  const text = useText()
  const keys = [
    ['J K', 'moderation.keys.move'],
    ['↵', 'moderation.keys.decide'],
    ['1–5', 'moderation.keys.choose'],
    ['U', 'moderation.keys.undo'],
  ] as const
  return (
    <dl className="queue-keys small" aria-label={text('moderation.keys.label')}>
      {keys.map(([key, label]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{text(label)}</dd>
        </div>
      ))}
    </dl>
  )
}
