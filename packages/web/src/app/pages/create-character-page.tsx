import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { DraftOffers } from '../../features/card-editor/draft-offers.tsx'
import { SingleEditor } from '../../features/card-editor/single-editor.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { CardEditorFrame, useCardEditorCallbacks } from '../card-editor/card-editor-frame.tsx'
import { loadCardEditor } from '../card-editor/load-card-editor.ts'
import type { PageContext } from '../page-context.ts'
import { pageMeta } from '../page-meta.ts'
import { orFallback, orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

const TEXTS = [
  'card-editor',
  'sketch',
  'image-tasks.style',
  'settings.voice.sample',
  'errors.voiceFailed',
  'pages.createSingle',
  // Of the help lines in the test chat.
  'chats.ai.from',
  'chats.help.more',
  'safety.crisis',
  'safety.help',
]

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, TEXTS)
  const params = new URL(args.request.url).searchParams
  const [editor, portrait, styles] = await Promise.all([
    loadCardEditor(context, params, 'single'),
    readPortrait(context, params.get('portrait')),
    context.call('GET /api/template/getImageStyleList'),
  ])
  const album = editor.card && (await readAlbum(context, editor.card.id))
  return {
    ...editor,
    // A draft includes its album; the card itself does not.
    card: editor.card && { ...editor.card, ...(album && { album }) },
    content: portrait === null ? editor.content : { ...editor.content, avatar: portrait },
    price: context.config.generated_image_price,
    styles: styles.map(({ id, name, cover }) => ({ id, name, cover })),
    hasVoice: context.config.speech !== null,
    texts,
    title: title(editor.card?.name ?? text('pages.createSingle.title')),
  }
}

export const meta = pageMeta

/** Address of a generated picture, or its id if it is not among the latest tasks. */
async function readPortrait(context: PageContext, imageId: string | null): Promise<string | null> {
  if (imageId === null) return null
  const tasks = await orFallback(context.call('GET /api/task/list', { query: { limit: 50 } }), { list: [] })
  return tasks.list.flatMap(({ images }) => images).find(({ id }) => id === imageId)?.url ?? imageId
}

function readAlbum(context: PageContext, cardId: string) {
  return orPageError(context.call('GET /api/editor/album', { query: { card_id: cardId } }))
}

/** The page for creating and changing characters. */
export default function CreateCharacterPage() {
  const loaded = useLoaderData<typeof loader>()
  const { person } = useSession()
  const callbacks = useCardEditorCallbacks('single')
  const text = useText()
  const locale = useLocale()
  if (!person) return null
  const { card } = loaded
  return (
    <CardEditorFrame kind="single" title={card?.name ?? text('pages.createSingle.title')} isChange={card !== null}>
      <SingleEditor
        key={loaded.formKey}
        {...loaded}
        {...callbacks}
        personId={person.id}
        personName={person.nickname}
        safetyLink={pathTo('safety', locale)}
        locale={locale}
        draftOffers={
          card ? null : (
            <DraftOffers drafts={loaded.drafts} pathOf={(id) => pathTo('createSingle', locale, {}, { draft: id })} />
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
