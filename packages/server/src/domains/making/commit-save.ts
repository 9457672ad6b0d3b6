import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { holdPerson } from '../accounts/person.ts'
import { pictureOf } from './merge-fields.ts'
import { dropDraft } from './save-draft.ts'
import { takeKey } from './save-once.ts'
import type { MakingServices } from './services.ts'
import { type CardToStore, holdForChange, storeCard } from './store-card.ts'

/** A save whose card has been judged. */
export interface SaveToCommit {
  makerId: string
  toStore: CardToStore
  /** What came, with the key that it came under. */
  wish: { idempotency_key?: string | undefined; draft_id?: string | undefined }
  /** Pictures that were wished for; what is not named stays as it is in the card. */
  pictures?: { avatar?: string | null | undefined; cover?: string | null | undefined }
  /** What goes with the card, in the same transaction. */
  also?(tx: Queryable): Promise<void>
}

/**
 * Ends a save: card, version, pictures, what goes with it and the form that it was written in, all or nothing; gives the
 * card's id. The same save with the same key gives the id of the first one, also when both come at once.
 * @throws AppError NotSignedIn, NotFound, Conflict, InvalidInput, SafetyStop.
 */
export async function commitSave(services: MakingServices, save: SaveToCommit): Promise<string> {
  const { makerId, toStore, wish, pictures = {} } = save
  const { card, now } = toStore
  const saved = await services.database.transaction(async (tx) => {
    if (!(await holdPerson(tx, makerId))) throw new AppError('NotSignedIn')
    // Before the look at what has changed meanwhile: for a save that comes twice that is its own first time.
    const known = await takeKey(tx, { personId: makerId, key: wish.idempotency_key, body: wish, now }, card.id)
    if (known) return known
    await holdForChange(tx, makerId, toStore.before)
    const avatar = await pictureOf(services, tx, makerId, 'avatar', pictures.avatar, card.avatar)
    const cover = await pictureOf(services, tx, makerId, 'cover', pictures.cover, card.cover)
    await storeCard(tx, { ...toStore, card: { ...card, avatar, cover } })
    await save.also?.(tx)
    if (wish.draft_id !== undefined) await dropDraft(tx, makerId, wish.draft_id)
    return card.id
  })
  services.onCardChange(saved)
  return saved
}
