import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { VersionList } from '../../features/card-editor/versions.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import emptyCharactersUrl from '../../ui/art/empty-characters.svg?no-inline'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState, Illustration } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { PageContext } from '../page-context.ts'
import { clearPageCache } from '../page-data-cache.ts'
import { pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

const TEXTS = [
  'card-editor.mine.characters',
  'card-editor.versions',
  'card-editor.who',
  'card-editor.fields',
  'card-editor.opening',
  'card-editor.shelf',
  'card-editor.portrait.title',
  'card-editor.voice.title',
  'card-editor.advanced',
  'card-editor.lore.title',
  'card-editor.story',
  'card-editor.cast.title',
  'card-editor.turns',
]

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, TEXTS)
  const id = new URL(args.request.url).searchParams.get('id')
  return {
    card: id === null ? null : await readVersions(context, id),
    texts,
    title: title(text('card-editor.versions.title')),
  }
}

async function readVersions(context: PageContext, id: string) {
  const [{ card }, versions] = await orPageError(
    Promise.all([
      context.call('GET /api/editor/card', { query: { id } }),
      context.call('GET /api/editor/versions', { query: { id } }),
    ]),
  )
  return { id, name: card.name, type: card.type, versions }
}

export const meta = pageMeta

/** Earlier versions of a card, with a way to restore them. */
export default function VersionsPage() {
  const { card } = useLoaderData<typeof loader>()
  const revalidator = useRevalidator()
  const text = useText()
  const locale = useLocale()
  return (
    <>
      {card ? (
        <Link
          className="crumb"
          to={pathTo(card.type === 'single' ? 'createSingle' : 'createGroups', locale, {}, { id: card.id })}
        >
          <Icon name="caret-left" size="small" mirror />
          <bdi>{card.name}</bdi>
        </Link>
      ) : null}
      <header className="page-head">
        <h1 className="display">{text('card-editor.versions.title')}</h1>
        {card ? <p className="muted">{text('card-editor.versions.hint')}</p> : null}
      </header>
      {card ? (
        <VersionList
          cardId={card.id}
          versions={card.versions}
          onRestored={() => {
            clearPageCache()
            void revalidator.revalidate()
          }}
        />
      ) : (
        // An address without a card: link to the profile, which lists one's own cards.
        <EmptyState
          picture={<Illustration url={emptyCharactersUrl} />}
          hint={text('card-editor.versions.hint')}
          action={<LinkButton to={pathTo('me', locale)}>{text('card-editor.mine.characters')}</LinkButton>}
        />
      )}
    </>
  )
}
