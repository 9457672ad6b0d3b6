import type { ApiData } from '@everkin/contract/api-types.ts'
import { type FormEvent, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { callApi } from '../../api/client.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { RichText } from '../../i18n/rich-text.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { AdminFrame, NotAllowed } from '../admin/admin-frame.tsx'
import { deskData } from '../admin/desk-data.ts'
import { DESK_TEXTS } from '../admin/desk-sections.ts'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import '../admin/admin.css'
import '../admin/desk-table.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [...DESK_TEXTS, 'desk.people'])
  const page = { texts, title: title(text('desk.people.title')) }
  const maySearch = context.person?.operator_role !== 'read_only'
  return deskData(context, page, async () => (maySearch ? context.call('GET /api/desk/roles') : null))
}

export const meta = pageMeta

type Found = ApiData<'POST /api/desk/people/find'>

/** Finds people, by a call that leaves no trace of the words in an address. */
export default function AdminPeoplePage() {
  const { desk: operators } = useLoaderData<typeof loader>()
  const { person } = useSession()
  const text = useText()
  const [words, setWords] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const find = useMutation(async () => {
    setFound(await callApi('POST /api/desk/people/find', { body: { q: words.trim() } }))
  })
  if (!operators) return <NotAllowed />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (words.trim() !== '') void find.run()
  }
  return (
    <AdminFrame email={person?.email ?? ''} current="admin-people">
      <header className="desk-head">
        <div>
          <h1 className="title-1">{text('desk.people.title')}</h1>
          <p className="small muted">{text('desk.people.lead')}</p>
        </div>
      </header>
      <form className="desk-form" onSubmit={submit}>
        <TextField
          label={text('desk.people.search')}
          type="search"
          value={words}
          maxLength={254}
          autoComplete="off"
          error={find.error}
          onChange={(event) => setWords(event.target.value)}
        />
        <Button type="submit" variant="primary" busy={find.isBusy}>
          {text('desk.people.find')}
        </Button>
      </form>
      <div aria-live="polite">{found ? <FoundList found={found} /> : null}</div>
      <h2 className="desk-subhead">{text('desk.people.operators')}</h2>
      <ul className="desk-list">
        {operators.map(({ id, nickname, role, by_settings }) => (
          <PersonLink key={id} id={id} nickname={nickname}>
            {text(`desk.roles.${role}`)}
            {by_settings ? <span className="faint"> {text('desk.people.bySettings')}</span> : null}
          </PersonLink>
        ))}
      </ul>
    </AdminFrame>
  )
}

function FoundList({ found }: { found: Found }) {
  const text = useText()
  if (found.length === 0) return <p className="muted desk-list">{text('desk.people.nobody')}</p>
  return (
    <ul className="desk-list">
      {found.map(({ id, nickname, created_at, suspended, role }) => (
        <PersonLink key={id} id={id} nickname={nickname}>
          {suspended ? <b className="desk-status desk-status-bad">{text('desk.people.suspended')} </b> : null}
          {role ? <span>{text(`desk.roles.${role}`)} </span> : null}
          <span className="faint">
            <RichText
              text={text('desk.people.joined')}
              tags={{ time: () => <LocalTime iso={created_at} as="date" /> }}
            />
          </span>
        </PersonLink>
      ))}
    </ul>
  )
}

function PersonLink({ id, nickname, children }: { id: string; nickname: string; children: React.ReactNode }) {
  const locale = useLocale()
  return (
    <li>
      <Link to={pathTo('admin-person', locale, {}, { id })}>
        <b>
          <bdi>{nickname || id}</bdi>
        </b>
        <span className="small">{children}</span>
      </Link>
    </li>
  )
}
