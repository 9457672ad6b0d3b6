import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { DraftOffers } from '../../features/card-editor/draft-offers.tsx'
import { GroupEditor } from '../../features/card-editor/group-editor.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { CardEditorFrame, useCardEditorCallbacks } from '../card-editor/card-editor-frame.tsx'
import { loadCardEditor } from '../card-editor/load-card-editor.ts'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

const TEXTS = [
  'card-editor',
  'sketch.paint',
  'sketch.casts',
  'sketch.drafts',
  'groups.turns',
  'explore.castOf',
  'pages.createGroups',
]

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, TEXTS)
  const editor = await loadCardEditor(context, new URL(args.request.url).searchParams, 'multiple')
  return { ...editor, texts, title: title(editor.card?.name ?? text('pages.createGroups.title')) }
}

export const meta = pageMeta

/** The page for creating and changing groups. */
export default function CreateGroupPage() {
  const loaded = useLoaderData<typeof loader>()
  const { person } = useSession()
  const callbacks = useCardEditorCallbacks('multiple')
  const text = useText()
  const locale = useLocale()
  if (!person) return null
  const { card } = loaded
  return (
    <CardEditorFrame kind="multiple" title={card?.name ?? text('pages.createGroups.title')} isChange={card !== null}>
      <GroupEditor
        key={loaded.formKey}
        {...loaded}
        {...callbacks}
        personId={person.id}
        locale={locale}
        draftOffers={
          card ? null : (
            <DraftOffers drafts={loaded.drafts} pathOf={(id) => pathTo('createGroups', locale, {}, { draft: id })} />
          )
        }
        links={
          card ? (
            <LinkButton to={pathTo('createSingle-versions', locale, {}, { id: card.id })}>
              {text('card-editor.versions.title')}
            </LinkButton>
          ) : null
        }
      />
    </CardEditorFrame>
  )
}
