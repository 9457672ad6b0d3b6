import type { ApiData } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { AppError } from '../../platform/app-error.ts'
import { onlyRow, type Queryable } from '../../platform/db/database.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import { holdPerson } from '../accounts/person.ts'
import { findOwnCard } from '../characters/write-card.ts'
import { releasePictures } from './card-pictures.ts'
import {
  countDrafts,
  type DraftRow,
  deleteDraftRow,
  insertDraft,
  selectDraft,
  selectDrafts,
  updateDraft,
} from './draft-store.ts'
import { findMaker } from './may-make.ts'
import { DRAFT_SAVES } from './rules.ts'
import type { MakingServices } from './services.ts'
import { wellFormed } from './well-formed.ts'

type DraftView = ApiData<'POST /api/making/saveDraft'>

interface DraftWish {
  id?: string | undefined
  type: 'single' | 'multiple'
  card_id?: string | null | undefined
  content: Record<string, unknown>
  rev?: number | undefined
}

/**
 * Keeps a form as it stands: a new draft, or a change of one that is as it was at `rev`.
 * @throws AppError AgeNotOpen, TooManyRequests, TooLarge, NotFound, Conflict (with the newer `rev` where there is one;
 * also for more than LIMITS.cardDrafts).
 */
export async function saveDraft(services: MakingServices, caller: SignedInCaller, wish: DraftWish): Promise<DraftView> {
  const maker = await findMaker(services, caller)
  services.limiter.take(`save-draft:${maker.id}`, DRAFT_SAVES)
  const content = JSON.stringify(wellFormed(wish.content))
  if (Buffer.byteLength(content) > LIMITS.cardBytes) throw new AppError('TooLarge', { limit: LIMITS.cardBytes })
  const now = services.clock.now()
  const id = await services.database.transaction(async (tx) => {
    if (!(await holdPerson(tx, maker.id))) throw new AppError('NotSignedIn')
    if (wish.id === undefined) {
      if ((await countDrafts(tx, maker.id)) >= LIMITS.cardDrafts)
        throw new AppError('Conflict', { limit: LIMITS.cardDrafts })
      const cardId = wish.card_id ?? null
      if (cardId !== null && !(await findOwnCard(tx, maker.id, cardId))) throw new AppError('NotFound')
      const draft = { id: newId(now), type: wish.type, cardId, content, now }
      await insertDraft(tx, maker.id, draft)
      return draft.id
    }
    const known = onlyRow(await selectDraft(tx, maker.id, wish.id))
    if (!known) throw new AppError('NotFound')
    const rev = wish.rev ?? known.rev
    const kept = await updateDraft(tx, maker.id, { id: wish.id, content, rev, now })
    if (kept.length === 0) throw new AppError('Conflict', { rev: known.rev })
    await releasePictures(tx, known.content)
    return wish.id
  })
  const draft = onlyRow(await selectDraft(services.database, maker.id, id))
  if (!draft) throw new AppError('NotFound')
  return draftView(draft)
}

/** A person's begun forms, last changed first. */
export async function listDrafts(
  services: MakingServices,
  personId: string,
  type: 'single' | 'multiple' | undefined,
): Promise<DraftView[]> {
  return (await selectDrafts(services.database, personId, type ?? null)).map(draftView)
}

/** A form as it was left. @throws AppError NotFound. */
export async function readDraft(
  services: MakingServices,
  personId: string,
  id: string,
): Promise<ApiData<'GET /api/making/draft'>> {
  const draft = onlyRow(await selectDraft(services.database, personId, id))
  if (!draft) throw new AppError('NotFound')
  return { ...draftView(draft), content: draft.content }
}

/** Lets go of a form that has become a card; one that is gone already does no harm. */
export async function dropDraft(tx: Queryable, personId: string, id: string): Promise<void> {
  for (const draft of await deleteDraftRow(tx, personId, id)) await releasePictures(tx, draft.content)
}

/** Lets go of a form. @throws AppError NotFound. */
export async function deleteDraft(services: MakingServices, personId: string, id: string): Promise<void> {
  await services.database.transaction(async (tx) => {
    const draft = onlyRow(await deleteDraftRow(tx, personId, id))
    if (!draft) throw new AppError('NotFound')
    await releasePictures(tx, draft.content)
  })
}

function draftView(draft: DraftRow): DraftView {
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
