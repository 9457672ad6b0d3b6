import type { ApiData } from '@everkin/contract/api-types.ts'
import type { PageContext } from '../page-context.ts'
import { orFallback, orPageError } from '../page-tools.ts'

/** Initial data of a form, for every address that opens one. */
export interface CardEditorData {
  /** React key of the form: another card or draft remounts it. */
  formKey: string
  card: ApiData<'GET /api/editor/card'>['card'] | null
  blockers: ApiData<'GET /api/editor/card'>['blockers']
  content: Record<string, unknown> | null
  draft: { id: string; rev: number } | null
  tagNames: string[]
  /** Drafts of new cards, offered where nothing else was asked for. */
  drafts: { id: string; name: string }[]
}

/**
 * Loads one's own card (`?id=`), a draft (`?draft=`), or an empty form. A card that has an unfinished draft opens with
 * that draft.
 */
export async function loadCardEditor(
  context: PageContext,
  params: URLSearchParams,
  type: 'single' | 'multiple',
): Promise<CardEditorData> {
  const [id, draftId] = [params.get('id'), params.get('draft')]
  const tags = context.call('GET /api/chat/cardTags', { query: { type } })
  const drafts = id === null && draftId === null ? readDrafts(context, type) : []
  const draft = draftId === null ? null : await orPageError(readDraft(context, draftId))
  const own = await readCard(context, draft?.card_id ?? id)
  const begun = draft ?? (own?.draft_id ? await orFallback(readDraft(context, own.draft_id), null) : null)
  return {
    formKey: `${own?.card.id ?? 'new'} ${draftId ?? ''}`,
    card: own?.card ?? null,
    blockers: own?.blockers ?? [],
    content: begun?.content ?? null,
    draft: begun && { id: begun.id, rev: begun.rev },
    tagNames: (await tags).map(({ name }) => name),
    drafts: await drafts,
  }
}

async function readDrafts(context: PageContext, type: 'single' | 'multiple'): Promise<CardEditorData['drafts']> {
  const all = await orFallback(context.call('GET /api/editor/drafts', { query: { type } }), [])
  return all.filter((draft) => draft.card_id === null).map(({ id, name }) => ({ id, name }))
}

function readDraft(context: PageContext, id: string) {
  return context.call('GET /api/editor/draft', { query: { id } })
}

function readCard(context: PageContext, id: string | null) {
  return id === null ? null : orPageError(context.call('GET /api/editor/card', { query: { id } }))
}
