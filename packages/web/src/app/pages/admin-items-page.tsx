import { useState } from 'react'
import { Form, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { ItemRows } from '../../features/moderation/item-rows.tsx'
import { DECISION_TEXTS } from '../../features/moderation/labels.ts'
import { type LastDecision, UndoBar } from '../../features/moderation/undo-bar.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { ChipLink } from '../../ui/chip.tsx'
import { Input } from '../../ui/form/form-controls.tsx'
import { AdminFrame, NotAllowed } from '../admin/admin-frame.tsx'
import { deskData } from '../admin/desk-data.ts'
import { DESK_TEXTS } from '../admin/desk-sections.ts'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import '../admin/admin.css'
import '../../features/moderation/moderation.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

const KINDS = ['card', 'group', 'image'] as const
const SHOWS = ['all', 'restricted', 'featured'] as const

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [...DESK_TEXTS, ...DECISION_TEXTS])
  const page = { texts, title: title(text('moderation.items.title')) }
  const params = new URL(args.request.url).searchParams
  const query = {
    type: KINDS.find((known) => known === params.get('type')) ?? 'card',
    show: SHOWS.find((known) => known === params.get('show')) ?? 'all',
    q: (params.get('q') ?? '').slice(0, 100),
  } as const
  return deskData(context, { ...page, query }, () => context.call('GET /api/desk/items', { query }))
}

export const meta = pageMeta

/** An admin page: characters, groups and pictures, to be hidden, removed, restored or featured. */
export default function AdminItemsPage() {
  const { desk, query } = useLoaderData<typeof loader>()
  const { person } = useSession()
  const text = useText()
  const locale = useLocale()
  const revalidator = useRevalidator()
  const [last, setLast] = useState<LastDecision | null>(null)
  if (!desk) return <NotAllowed />
  const items = desk.list
  const pathWith = (change: Partial<typeof query>) => pathTo('admin-items', locale, {}, { ...query, ...change })
  const reload = () => void revalidator.revalidate()
  const showLabel = {
    all: 'moderation.queue.all',
    restricted: 'moderation.items.restricted',
    featured: 'moderation.items.featured',
  } as const
  return (
    <AdminFrame email={person?.email ?? ''} current="admin-items">
      <header className="desk-head">
        <div>
          <h1 className="title-1">{text('moderation.items.title')}</h1>
          <p className="small muted">{text('moderation.items.lead')}</p>
        </div>
      </header>
      <nav className="queue-filters" aria-label={text('moderation.queue.show')}>
        {KINDS.map((type) => (
          <ChipLink key={type} to={pathWith({ type })} current={query.type === type}>
            {text(`moderation.kinds.${type}`)}
          </ChipLink>
        ))}
      </nav>
      <nav className="queue-filters" aria-label={text('moderation.items.restricted')}>
        {SHOWS.map((show) => (
          <ChipLink key={show} to={pathWith({ show })} current={query.show === show}>
            {text(showLabel[show])}
          </ChipLink>
        ))}
      </nav>
      <Form className="items-form" method="get">
        <Input type="hidden" name="type" value={query.type} />
        <Input type="hidden" name="show" value={query.show} />
        <div className="field">
          <label htmlFor="items-q">{text('moderation.items.searchLabel')}</label>
          <Input id="items-q" className="input" type="search" name="q" defaultValue={query.q} maxLength={100} />
        </div>
        <Button type="submit">{text('moderation.items.search')}</Button>
      </Form>
      {items.length === 0 ? <p className="muted">{text('moderation.items.none')}</p> : null}
      <ItemRows items={items} onChanged={reload} onDecided={setLast} />
      {last ? (
        <UndoBar
          decision={last}
          onUndone={() => {
            setLast(null)
            reload()
          }}
        />
      ) : null}
    </AdminFrame>
  )
}
