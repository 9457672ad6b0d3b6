import type { ApiData } from '@everkin/contract/api-types.ts'
import { AppError } from '../../platform/app-error.ts'
import { onlyRow, type Queryable, type Transaction } from '../../platform/db/database.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import type { ExportRequest } from '../../platform/personal-data.ts'
import { deleteAlbum } from '../albums/module.ts'
import { detachImport, hasOriginal, isPictureOfFile } from '../card-files/module.ts'
import {
  deleteCards,
  findOwnCard,
  findWrittenCard,
  listIdsOfOwnCards,
  loadGroupCard,
  loadReader,
  loadSingleCard,
  lockOwnCard,
  type ViewScope,
} from '../characters/module.ts'
import { imageUrl, mediaIdFromReference, releaseMedia } from '../media/module.ts'
import { toCardContent } from './card-content.ts'
import type { CardEditorServices } from './services.ts'
import {
  deleteDraftsOfCard,
  selectDraftOfCard,
  selectDraftsWithContent,
  selectImagesOfCard,
  selectUsedImages,
  selectVersionsWithContent,
} from './store.ts'

type OwnCard = ApiData<'GET /api/editor/card'>

/** How cards are shown to this caller. */
export async function createViewScope(services: CardEditorServices, caller: SignedInCaller): Promise<ViewScope> {
  return { db: services.database, tagNames: services.tagNames, reader: await loadReader(services, caller) }
}

/** A card of either kind for its creator. @throws AppError NotFound. */
export async function loadOwnCardView(
  services: CardEditorServices,
  caller: SignedInCaller,
  card: { id: string; type: 'single' | 'multiple' },
): Promise<OwnCard['card']> {
  const showing = await createViewScope(services, caller)
  return card.type === 'single' ? loadSingleCard(showing, card.id) : loadGroupCard(showing, card.id)
}

/** The person's own card with its blockers and its draft. @throws AppError NotFound. */
export async function loadOwnCard(services: CardEditorServices, caller: SignedInCaller, id: string): Promise<OwnCard> {
  const { personId } = caller.identity
  const card = await findOwnCard(services.database, personId, id)
  if (!card) throw new AppError('NotFound')
  const draft = onlyRow(await selectDraftOfCard(services.database, personId, id))
  return {
    card: await loadOwnCardView(services, caller, card),
    version: card.version,
    blockers: card.blockers as OwnCard['blockers'], // only `card-policy.ts` writes them
    has_original: await hasOriginal(services.database, id),
    draft_id: draft?.id ?? null,
  }
}

/** Which of these images are used by a card, an old version, or a draft. */
export async function findImagesUsedByCards(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const names = ids.flatMap((id) => [id, imageUrl(id)])
  const used = (await selectUsedImages(db, names)).map(({ picture }) => mediaIdFromReference(picture))
  return ids.filter((id) => used.includes(id))
}

/** Releases the images that a draft or a version used. */
export async function releaseImages(tx: Transaction, ...contents: readonly unknown[]): Promise<void> {
  await releaseMedia(tx, contents.flatMap(imagesIn))
}

/** Releases all images of a card and its versions, before these are deleted. */
async function releaseImagesOfCard(tx: Transaction, cardId: string): Promise<void> {
  const pictures = await selectImagesOfCard(tx, cardId)
  await releaseMedia(
    tx,
    pictures.flatMap(({ picture }) => mediaIdFromReference(picture) ?? []),
  )
}

function imagesIn(content: unknown): string[] {
  if (content === null || typeof content !== 'object') return []
  // A draft's content has any shape.
  const { avatar, cover, album } = content as { avatar?: unknown; cover?: unknown; album?: unknown }
  const uploads = Array.isArray(album) ? album.map((item) => (item as { upload_id?: unknown } | null)?.upload_id) : []
  return [avatar, cover, ...uploads].flatMap((picture) =>
    typeof picture === 'string' ? (mediaIdFromReference(picture) ?? []) : [],
  )
}

/** Deletes the person's own card with its versions, likes and draft. @throws AppError NotFound. */
export async function deleteCard(services: CardEditorServices, personId: string, id: string): Promise<void> {
  if (!(await findOwnCard(services.database, personId, id))) throw new AppError('NotFound')
  await services.database.transaction(async (tx) => {
    if (!(await lockOwnCard(tx, personId, id))) throw new AppError('NotFound')
    await releaseImagesOfCard(tx, id)
    for (const draft of await deleteDraftsOfCard(tx, personId, id)) await releaseImages(tx, draft.content)
    await deleteAlbum(tx, id, services.clock.now())
    await detachImport(tx, id)
    await deleteCards(tx, [id], services.clock.now())
  })
  services.onCardChange(id, personId)
}

/** Each version may be a MiB, so a large export is never in memory at once. */
const VERSION_BATCH_SIZE = 10

/**
 * Every card of a person with its full content, each followed by its versions, and their drafts (D2). Adult ones are
 * included only for people who may see them (N4).
 */
export async function* exportCards(
  db: Queryable,
  { person, canSee }: Pick<ExportRequest, 'canSee'> & { person: { id: string } },
): AsyncGenerator<object> {
  const personId = person.id
  for (const id of await listIdsOfOwnCards(db, personId)) {
    const card = await findWrittenCard(db, id)
    if (!card || !canSee(card)) continue
    const { type, state, visibility, createdAt, updatedAt } = card
    const isOfFile = await isPictureOfFile(db, id, card.avatar)
    const about = { id, type, state, visibility, createdAt, updatedAt, ...(isOfFile && { avatar_from_file: true }) }
    yield { ...about, ...toCardContent(card) }
    yield* exportVersions(db, id)
  }
  for (const draft of await selectDraftsWithContent(db, personId))
    if (canSee({ rating: ratingOf(draft) })) yield { draft }
}

/** The rating that a draft's unfinished form names. */
function ratingOf(draft: object): 'sfw' | 'nsfw' {
  const content = 'content' in draft ? draft.content : null
  return content !== null && typeof content === 'object' && 'rating' in content && content.rating === 'nsfw'
    ? 'nsfw'
    : 'sfw'
}

async function* exportVersions(db: Queryable, cardId: string): AsyncGenerator<object> {
  for (let after = 0; ; ) {
    const versions = await selectVersionsWithContent(db, cardId, after, VERSION_BATCH_SIZE)
    for (const version of versions) yield { version_of: cardId, ...version }
    const last = versions.at(-1)
    if (!last) return
    after = last.number
  }
}

/** Deletes what an erased person has created; cards that others talk with keep only their name. */
export async function eraseCards(tx: Transaction, personId: string, now: Date): Promise<void> {
  const ids = await listIdsOfOwnCards(tx, personId)
  if (ids.length > 0) await deleteCards(tx, ids, now) // their images are deleted with the person's files
}
