import { lazy, Suspense, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { OwnCards, SHOWS, type Show } from '../../features/card-editor/own-cards.tsx'
import { useLocale } from '../../i18n/use-text.ts'
import { EXPORT_CARD_TEXTS } from '../card/export-card.tsx'
import type { PageContext } from '../page-context.ts'
import { clearPageCache } from '../page-data-cache.ts'
import { type PageName, pathTo } from '../paths.ts'
import { useSiteConfig } from '../use-site-config.ts'

/** Texts of the lists of own cards. */
export const OWN_CARDS_TEXTS = [
  'card-editor.mine',
  'moderation.restrictions',
  'card-editor.versions.title',
  'card-editor.shelf',
  'card-editor.noName',
  'card-editor.noTitle',
  'card-editor.publish',
  'card-editor.issues.memberPrivate',
  'card-editor.savedInReview',
  'card-editor.savedHeld',
  'explore.chats',
  'explore.castOf',
  ...EXPORT_CARD_TEXTS,
]

const ExportDialog = lazy(async () => ({
  default: (await import('../../features/card-files/export-dialog.tsx')).ExportDialog,
}))

/** Length of the first page. */
const PAGE_SIZE = 12

type Kind = 'single' | 'multiple'

/** Loads the list of own cards that an address asks for. */
export async function loadOwnCards(context: PageContext, params: URLSearchParams, type: Kind) {
  const show: Show = SHOWS.find((known) => known === params.get('show')) ?? 'all'
  const cursor = params.get('own') ?? undefined
  const query = { type, show: show === 'all' ? undefined : show, cursor, limit: PAGE_SIZE }
  const [page, drafts] = await Promise.all([
    context.call('GET /api/user/chatCardList', { query }),
    context.call('GET /api/editor/drafts', { query: { type } }),
  ])
  return { show, first: { items: page.list, next: page.next_cursor }, drafts }
}

type OwnCardsListProps = Awaited<ReturnType<typeof loadOwnCards>> & { kind: Kind }

/** A list of one's own characters or groups on the profile pages. */
export function OwnCardsList({ kind, ...list }: OwnCardsListProps) {
  const revalidator = useRevalidator()
  const navigate = useNavigate()
  const locale = useLocale()
  const canPublish = useSiteConfig()?.publishing_enabled ?? true
  const page: PageName = kind === 'single' ? 'me' : 'me-groups'
  const form: PageName = kind === 'single' ? 'createSingle' : 'createGroups'
  const edit = (id: string) => pathTo(form, locale, {}, { id })
  const [taken, setTaken] = useState<{ id: string; name: string } | null>(null)
  return (
    <>
      <OwnCards
        kind={kind}
        {...list}
        address={(show, own) => pathTo(page, locale, {}, { show: show === 'all' ? undefined : show, own })}
        paths={{
          card: (id) => pathTo(kind === 'single' ? 'card' : 'group', locale, { id }),
          edit,
          draft: (draft) => pathTo(form, locale, {}, { draft }),
          chat: (id) => pathTo('chat', locale, {}, kind === 'single' ? { card_id: id } : { group_id: id }),
          versions: (id) => pathTo('createSingle-versions', locale, {}, { id }),
          create: pathTo(form, locale),
        }}
        canPublish={canPublish}
        onExport={setTaken}
        onChanged={() => {
          clearPageCache()
          void revalidator.revalidate()
        }}
        onDuplicated={(id) => {
          clearPageCache()
          void navigate(edit(id))
        }}
      />
      {taken ? (
        <Suspense fallback={null}>
          <ExportDialog card={taken} onClose={() => setTaken(null)} />
        </Suspense>
      ) : null}
    </>
  )
}
