import { LIMITS } from '@everkin/contract/limits.ts'
import { AppError } from '../../platform/app-error.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import { copyAlbum } from '../albums/save-album.ts'
import { isKnownTo } from '../characters/card-for-chat.ts'
import { checkRating, readerOf } from '../characters/reader.ts'
import { findWrittenCard, type WrittenCard } from '../characters/write-card.ts'
import { groupContentOf, singleContentOf } from './card-content.ts'
import { commitSave } from './commit-save.ts'
import { findMaker } from './may-make.ts'
import { SAVES } from './rules.ts'
import { judgedGroup } from './save-group.ts'
import { judgedSingle } from './save-single.ts'
import type { MakingServices } from './services.ts'

/**
 * A private copy of a card of one's own, of one whose definition is open to all, or of a group; gives its id and kind.
 * @throws AppError NotFound, AgeNotOpen, TooManyRequests, Conflict, SafetyStop, InvalidInput.
 */
export async function duplicateCard(
  services: MakingServices,
  caller: SignedInCaller,
  wish: { id: string; idempotency_key?: string | undefined },
): Promise<{ id: string; type: 'single' | 'multiple' }> {
  const maker = await findMaker(services, caller)
  services.limiter.take(`save-card:${maker.id}`, SAVES)
  const original = await findWrittenCard(services.database, wish.id)
  if (!original || !mayCopy(original, maker.id)) throw new AppError('NotFound')
  checkRating(await readerOf(services, caller), original.rating)
  const cardId = newId(services.clock.now())
  const base = { maker, cardId, before: null, visibility: 'private' as const }
  const toStore =
    original.type === 'single'
      ? await judgedSingle(services, caller, {
          ...base,
          content: copyOf(singleContentOf(original), original, maker.id),
        })
      : await judgedGroup(services, caller, { ...base, content: copyOf(groupContentOf(original), original, maker.id) })
  const { casting } = original
  const card = casting ? { ...toStore.card, casting } : toStore.card
  const id = await commitSave(services, {
    makerId: maker.id,
    toStore: { ...toStore, card },
    wish,
    also: (tx) => copyAlbum(tx, { fromCardId: original.id, toCardId: cardId, personId: maker.id, now: toStore.now }),
  })
  return { id, type: original.type }
}

function mayCopy(card: WrittenCard, personId: string): boolean {
  if (card.creatorId === personId) return true
  const isOpen = card.type === 'multiple' || card.definitionPublic
  return isOpen && isKnownTo(personId, { ...card, creator_id: card.creatorId })
}

/** A copy of one's own is told apart by its name; pictures of somebody else are not taken along, the library's are. */
function copyOf<Content extends { name: string; cover: string | null }>(
  content: Content,
  original: WrittenCard,
  personId: string,
): Content {
  const isOwn = original.creatorId === personId
  const name = isOwn ? `${content.name} (2)`.slice(0, LIMITS.nameLength) : content.name
  const keepsPictures = isOwn || original.creatorId === null
  return { ...content, name, ...(keepsPictures ? {} : { cover: null, avatar: null }) }
}
