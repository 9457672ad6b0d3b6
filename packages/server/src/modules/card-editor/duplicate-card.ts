import { LIMITS } from '@everkin/contract/limits.ts'
import { truncateText } from '@everkin/contract/truncate-text.ts'
import { AppError } from '../../platform/app-error.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import { copiedAlbumTexts, copyAlbum } from '../albums/module.ts'
import { copyImport } from '../card-files/module.ts'
import { assertCardAccess, findWrittenCard, isVisibleTo, loadReader, type WrittenCard } from '../characters/module.ts'
import { toGroupContent, toSingleContent } from './card-content.ts'
import { loadCardCreator } from './card-policy.ts'
import { commitSave } from './commit-save.ts'
import { SAVE_LIMIT } from './rules.ts'
import { prepareGroup, prepareSingle } from './save-card.ts'
import type { CardEditorServices } from './services.ts'

/**
 * Creates a private copy of the person's own card, of one whose definition is open to all, or of a group; returns its
 * id and kind.
 * @throws AppError NotFound, AgeNotOpen, TooManyRequests, Conflict, SafetyStop, InvalidInput.
 */
export async function duplicateCard(
  services: CardEditorServices,
  caller: SignedInCaller,
  input: { id: string; idempotency_key?: string | undefined },
): Promise<{ id: string; type: 'single' | 'multiple' }> {
  const creator = await loadCardCreator(services, caller)
  await services.limiter.consume(`save-card:${creator.id}`, SAVE_LIMIT)
  const original = await findWrittenCard(services.database, input.id)
  if (!original || !canDuplicate(original, creator.id)) throw new AppError('NotFound')
  assertCardAccess(await loadReader(services, caller), original)
  const cardId = newId(services.clock.now())
  const base = { creator, cardId, before: null, visibility: 'private' as const }
  const albumTexts = await copiedAlbumTexts(services.database, original.id, creator.id)
  const toStore =
    original.type === 'single'
      ? await prepareSingle(services, caller, {
          ...base,
          content: copyContent(toSingleContent(original), original, creator.id),
          albumTexts,
        })
      : await prepareGroup(services, caller, {
          ...base,
          content: copyContent(toGroupContent(original), original, creator.id),
        })
  const copied = { fromCardId: original.id, toCardId: cardId, personId: creator.id, screenedTexts: albumTexts }
  const { casting } = original
  const card = casting ? { ...toStore.card, casting } : toStore.card
  const id = await commitSave(services, {
    creatorId: creator.id,
    toStore: { ...toStore, card },
    input,
    async also(tx) {
      await copyAlbum(tx, { ...copied, now: toStore.now })
      await copyImport(tx, { ...copied, now: toStore.now })
    },
  })
  return { id, type: original.type }
}

function canDuplicate(card: WrittenCard, personId: string): boolean {
  if (card.restriction !== null) return false
  if (card.creatorId === personId) return true
  const isOpen = card.type === 'multiple' || card.definitionPublic
  return isOpen && isVisibleTo(personId, { ...card, creator_id: card.creatorId })
}

/** A copy of the person's own card gets a different name. Other people's images are not copied, the library's are. */
function copyContent<Content extends { name: string; cover: string | null }>(
  content: Content,
  original: WrittenCard,
  personId: string,
): Content {
  const isOwn = original.creatorId === personId
  const name = isOwn ? `${truncateText(content.name, LIMITS.nameLength - 4)} (2)` : content.name
  const keepsPictures = isOwn || original.creatorId === null
  return { ...content, name, ...(keepsPictures ? {} : { cover: null, avatar: null }) }
}
