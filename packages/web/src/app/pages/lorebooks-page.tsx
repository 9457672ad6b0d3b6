import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { Lorebook } from '../../features/card-editor/lorebook.tsx'
import { LorebookForm } from '../../features/lorebooks/lorebook-form.tsx'
import { LorebookList } from '../../features/lorebooks/lorebook-list.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useKeepFocus } from '../../lib/keep-focus.ts'
import { Icon } from '../../ui/icon.tsx'
import { pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import '../../features/card-editor/card-editor.css'
import '../../features/card-editor/lorebook.css'
import '../../features/settings/settings.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [
    'lorebooks',
    'card-editor.lore',
    'card-editor.up',
    'card-editor.down',
    'pages.settings.title',
  ])
  const id = new URL(args.request.url).searchParams.get('id')
  const book = id === null ? null : await orPageError(context.call('GET /api/lorebook/get', { query: { id } }))
  const list = id === null ? (await orPageError(context.call('GET /api/lorebook/list'))).list : []
  return { book, list, texts, title: title(book?.name ?? text('lorebooks.title')) }
}

export const meta = pageMeta

/** The person's own lorebooks; with `?id=` the editor of one. */
export default function LorebooksPage() {
  useKeepFocus()
  const { book, list } = useLoaderData<typeof loader>()
  const text = useText()
  const locale = useLocale()
  const navigate = useNavigate()
  const own = pathTo('lorebooks', locale)
  return (
    <>
      <Link className="set-back" to={book ? own : pathTo('set', locale)}>
        <Icon name="caret-left" size="small" mirror />
        {text(book ? 'lorebooks.all' : 'pages.settings.title')}
      </Link>
      <h1 className="display set-title" dir="auto">
        {book?.name ?? text('lorebooks.title')}
      </h1>
      {book ? (
        <LorebookForm
          key={book.id}
          initial={book}
          editor={(content, onChange, name, actions) => (
            <Lorebook book={content} onChange={onChange} name={name} actions={actions} />
          )}
        />
      ) : (
        <div className="stack book-form">
          <p className="muted">{text('lorebooks.lead')}</p>
          <LorebookList
            initial={list}
            linkTo={({ id }, words) => <Link to={`${own}?id=${id}`}>{words}</Link>}
            onCreated={({ id }) => void navigate(`${own}?id=${id}`)}
          />
        </div>
      )}
    </>
  )
}
