import { LIMITS } from '@everkin/contract/limits.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { lockPersonRow } from '../accounts/module.ts'
import { countOwnCards, lockOwnCard, saveCard, type WrittenCard } from '../characters/module.ts'
import { RULE_VERSION } from '../safety/module.ts'
import { type CardContent, changedFields, toCardContent } from './card-content.ts'
import type { ModerationResult } from './card-policy.ts'
import { resolveImage } from './content-input.ts'
import { discardDraft } from './drafts.ts'
import { claimIdempotencyKey } from './idempotency.ts'
import type { CardEditorServices } from './services.ts'
import { insertVersion } from './store.ts'

/** A card on its way into the database. */
export interface CardToStore {
  /** As it was when it was judged; null for a new one. */
  before: WrittenCard | null
  /** As it is to be; state, version and times are set here. */
  card: Omit<WrittenCard, 'state' | 'hindrances' | 'version' | 'ruleVersion' | 'createdAt' | 'updatedAt'>
  judgement: ModerationResult
  restoredFrom?: number
  now: Date
}

/**
 * Holds maker and card for a change that was judged before.
 * @throws AppError NotSignedIn, NotFound when the card is gone, Conflict when it has changed since it was read.
 */
export async function lockCardForChange(tx: Transaction, makerId: string, before: WrittenCard | null): Promise<void> {
  if (!(await lockPersonRow(tx, makerId))) throw new AppError('NotSignedIn')
  if (!before) return
  const locked = await lockOwnCard(tx, makerId, before.id)
  if (!locked) throw new AppError('NotFound')
  if (locked.updatedAt.getTime() !== before.updatedAt.getTime() || locked.version !== before.version)
    throw new AppError('Conflict')
}

/**
 * Stores a card as it was judged: what may not be talked with is private. A change of what it says is a new version; a
 * change of who may see it is none.
 * @throws AppError Conflict when a person has LIMITS.cards already.
 */
export async function storeCard(tx: Transaction, stored: CardToStore): Promise<WrittenCard> {
  const { before, judgement, now } = stored
  if (!before && (await countOwnCards(tx, stored.card.creatorId ?? '')) >= LIMITS.cards) throw new AppError('Conflict')
  const card: WrittenCard = {
    ...stored.card,
    state: judgement.state,
    visibility: judgement.state === 'draft' ? 'private' : stored.card.visibility,
    hindrances: judgement.hindrances,
    version: before?.version ?? 0,
    ruleVersion: RULE_VERSION,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  }
  const content: CardContent = toCardContent(card)
  const changed = changedFields(before && toCardContent(before), content)
  const isNewVersion = changed.length > 0 || stored.restoredFrom !== undefined
  if (isNewVersion) card.version += 1
  await saveCard(tx, card)
  if (isNewVersion) {
    const row = { number: card.version, content, changed, restoredFrom: stored.restoredFrom ?? null, createdAt: now }
    await insertVersion(tx, card.id, row, LIMITS.cardVersions)
  }
  return card
}

/** A save whose card has been judged. */
export interface SaveToCommit {
  makerId: string
  toStore: CardToStore
  /** What came, with the key that it came under. */
  input: { idempotency_key?: string | undefined; draft_id?: string | undefined }
  /** Pictures that were wished for; what is not named stays as it is in the card. */
  pictures?: { avatar?: string | null | undefined; cover?: string | null | undefined }
  /** What goes with the card, in the same transaction. */
  also?(tx: Transaction): Promise<void>
}

/**
 * Ends a save: card, version, pictures, what goes with it and the form that it was written in, all or nothing; gives the
 * card's id. The same save with the same key gives the id of the first one, also when both come at once.
 * @throws AppError NotSignedIn, NotFound, Conflict, InvalidInput, SafetyStop.
 */
export async function commitSave(services: CardEditorServices, save: SaveToCommit): Promise<string> {
  const { makerId, toStore, input, pictures = {} } = save
  const { card, now } = toStore
  const saved = await services.database.transaction(async (tx) => {
    if (!(await lockPersonRow(tx, makerId))) throw new AppError('NotSignedIn')
    // Before the look at what has changed meanwhile: for a save that comes twice that is its own first time.
    const existingId = await claimIdempotencyKey(
      tx,
      { personId: makerId, key: input.idempotency_key, body: input, now },
      card.id,
    )
    if (existingId) return existingId
    await lockCardForChange(tx, makerId, toStore.before)
    const avatar = await resolveImage(services, tx, makerId, 'avatar', pictures.avatar, card.avatar)
    const cover = await resolveImage(services, tx, makerId, 'cover', pictures.cover, card.cover)
    await storeCard(tx, { ...toStore, card: { ...card, avatar, cover } })
    await save.also?.(tx)
    if (input.draft_id !== undefined) await discardDraft(tx, makerId, input.draft_id)
    return card.id
  })
  services.onCardChange(saved)
  return saved
}
