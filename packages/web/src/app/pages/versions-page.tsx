import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { VersionList } from '../../features/making/versions.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { forgetKeptPages } from '../kept-pages.ts'
import type { PageContext } from '../page-context.ts'
import { pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

const TEXTS = [
  'making.mine.characters',
  'making.versions',
  'making.who',
  'making.opening',
  'making.shelf',
  'making.portrait.title',
  'making.voice.title',
  'making.advanced',
  'making.lore.title',
  'making.story',
  'making.cast.title',
  'making.turns',
]

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, TEXTS)
  const id = new URL(args.request.url).searchParams.get('id')
  return {
    card: id === null ? null : await readVersions(context, id),
    texts,
    title: title(text('making.versions.title')),
  }
}

async function readVersions(context: PageContext, id: string) {
  const [{ card }, versions] = await orPageError(
    Promise.all([
      context.call('GET /api/making/card', { query: { id } }),
      context.call('GET /api/making/versions', { query: { id } }),
    ]),
  )
  return { id, name: card.name, type: card.type, versions }
}

export const meta = pageMeta

/** What a card said before, and the way back to it. */
export default function VersionsPage() {
  const { card } = useLoaderData<typeof loader>()
  const revalidator = useRevalidator()
  const text = useText()
  const locale = useLocale()
  return (
    <>
      {card ? (
        <Link
          className="text-button"
          to={pathTo(card.type === 'single' ? 'createSingle' : 'createGroups', locale, {}, { id: card.id })}
        >
          <Icon name="caret-left" size="small" mirror />
          <bdi>{card.name}</bdi>
        </Link>
      ) : null}
      <header className="page-head">
        <h1 className="display">{text('making.versions.title')}</h1>
        <p className="muted">{text('making.versions.hint')}</p>
      </header>
      {card ? (
        <VersionList
          cardId={card.id}
          versions={card.versions}
          onRestored={() => {
            forgetKeptPages()
            void revalidator.revalidate()
          }}
        />
      ) : (
        // An address without a card: one's own are on the profile.
        <LinkButton to={pathTo('me', locale)}>{text('making.mine.characters')}</LinkButton>
      )}
    </>
  )
}
