import type { ApiData } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { AppError } from '../../platform/app-error.ts'
import { onlyRow, type Queryable, type Transaction } from '../../platform/db/database.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import { lockPersonRow } from '../accounts/module.ts'
import { findOwnCard } from '../characters/module.ts'
import { loadCardCreator } from './card-policy.ts'
import { sanitizeUnicode } from './content-input.ts'
import { releaseImages } from './own-cards.ts'
import { DRAFT_SAVE_LIMIT } from './rules.ts'
import type { CardEditorServices } from './services.ts'
import {
  countDrafts,
  type DraftRow,
  deleteDraftRow,
  insertDraft,
  selectDraft,
  selectDrafts,
  updateDraft,
} from './store.ts'

type DraftView = ApiData<'POST /api/editor/saveDraft'>

interface SaveDraftInput {
  id?: string | undefined
  type: 'single' | 'multiple'
  card_id?: string | null | undefined
  content: Record<string, unknown>
  rev?: number | undefined
}

/**
 * Saves a form as a new draft, or updates a draft that is still at revision `rev`.
 * @throws AppError AgeNotOpen, TooManyRequests, TooLarge, NotFound, Conflict (with the newer `rev` if there is one;
 * also for more than LIMITS.cardDrafts).
 */
export async function saveDraft(
  services: CardEditorServices,
  caller: SignedInCaller,
  input: SaveDraftInput,
): Promise<DraftView> {
  const creator = await loadCardCreator(services, caller)
  await services.limiter.consume(`save-draft:${creator.id}`, DRAFT_SAVE_LIMIT)
  const content = JSON.stringify(sanitizeUnicode(input.content))
  if (Buffer.byteLength(content) > LIMITS.cardBytes) throw new AppError('TooLarge', { limit: LIMITS.cardBytes })
  const now = services.clock.now()
  const id = await services.database.transaction(async (tx) => {
    if (!(await lockPersonRow(tx, creator.id))) throw new AppError('NotSignedIn')
    if (input.id === undefined) {
      if ((await countDrafts(tx, creator.id)) >= LIMITS.cardDrafts)
        throw new AppError('Conflict', { limit: LIMITS.cardDrafts }, 'tooMany')
      const cardId = input.card_id ?? null
      if (cardId !== null && !(await findOwnCard(tx, creator.id, cardId))) throw new AppError('NotFound')
      const draft = { id: newId(now), type: input.type, cardId, content, now }
      await insertDraft(tx, creator.id, draft)
      return draft.id
    }
    const known = onlyRow(await selectDraft(tx, creator.id, input.id))
    if (!known) throw new AppError('NotFound')
    const rev = input.rev ?? known.rev
    const updated = await updateDraft(tx, creator.id, { id: input.id, content, rev, now })
    if (updated.length === 0) throw new AppError('Conflict', { rev: known.rev })
    await releaseImages(tx, known.content)
    return input.id
  })
  const draft = onlyRow(await selectDraft(services.database, creator.id, id))
  if (!draft) throw new AppError('NotFound')
  return toDraftView(draft)
}

/** A person's own draft, and the card that it changes; null when there is none. */
export async function findDraft(
  db: Queryable,
  personId: string,
  id: string,
): Promise<{ cardId: string | null } | null> {
  return onlyRow(await selectDraft(db, personId, id)) ?? null
}

/** A person's drafts, last changed first. */
export async function listDrafts(
  services: CardEditorServices,
  personId: string,
  type: 'single' | 'multiple' | undefined,
): Promise<DraftView[]> {
  return (await selectDrafts(services.database, personId, type ?? null)).map(toDraftView)
}

/** A draft with its content. @throws AppError NotFound. */
export async function loadDraft(
  services: CardEditorServices,
  personId: string,
  id: string,
): Promise<ApiData<'GET /api/editor/draft'>> {
  const draft = onlyRow(await selectDraft(services.database, personId, id))
  if (!draft) throw new AppError('NotFound')
  return { ...toDraftView(draft), content: draft.content }
}

/** Deletes a draft that has become a card; a missing one is ignored. */
export async function discardDraft(tx: Transaction, personId: string, id: string): Promise<void> {
  for (const draft of await deleteDraftRow(tx, personId, id)) await releaseImages(tx, draft.content)
}

/** Deletes a draft. @throws AppError NotFound. */
export async function deleteDraft(services: CardEditorServices, personId: string, id: string): Promise<void> {
  await services.database.transaction(async (tx) => {
    const draft = onlyRow(await deleteDraftRow(tx, personId, id))
    if (!draft) throw new AppError('NotFound')
    await releaseImages(tx, draft.content)
  })
}

function toDraftView(draft: DraftRow): DraftView {
  return {
    id: draft.id,
    type: draft.type,
    card_id: draft.cardId,
    name: draft.name,
    avatar: draft.avatar,
    rev: draft.rev,
    updated_at: draft.updatedAt.toISOString(),
  }
}
