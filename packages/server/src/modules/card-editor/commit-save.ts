import { LIMITS } from '@everkin/contract/limits.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { claimSaveKey, lockPersonRow } from '../accounts/module.ts'
import { countOwnCards, haveCardsChanged, lockOwnCard, saveCard, type WrittenCard } from '../characters/module.ts'
import { RULE_VERSION } from '../safety/module.ts'
import { type CardContent, changedFields, toCardContent } from './card-content.ts'
import type { ModerationResult } from './card-policy.ts'
import { resolveImage } from './content-input.ts'
import { discardDraft } from './drafts.ts'
import { rejudgeGroupsOnRename } from './rejudge-groups.ts'
import type { CardEditorServices } from './services.ts'
import { insertVersion } from './store.ts'

/** Sorts before every version of the rules. */
const NOT_JUDGED = ''

/** A card to be stored. */
export interface CardToStore {
  /** As it was when it was screened; null for a new one. */
  before: WrittenCard | null
  /** The new card; state, version and times are set here. */
  card: Omit<
    WrittenCard,
    | 'state'
    | 'restriction'
    | 'blockers'
    | 'approvedVersion'
    | 'suitsTeens'
    | 'version'
    | 'ruleVersion'
    | 'createdAt'
    | 'updatedAt'
  >
  judgement: ModerationResult
  /** The members of a group, as they were when it was screened. */
  members?: readonly WrittenCard[]
  restoredFrom?: number
  now: Date
}

/**
 * Locks creator and card for a change that was screened before.
 * @throws AppError NotSignedIn, NotFound when the card is gone, Conflict when it has changed since it was read.
 */
export async function lockCardForChange(tx: Transaction, creatorId: string, before: WrittenCard | null): Promise<void> {
  if (!(await lockPersonRow(tx, creatorId))) throw new AppError('NotSignedIn')
  if (!before) return
  const locked = await lockOwnCard(tx, creatorId, before.id)
  if (!locked) throw new AppError('NotFound')
  if (locked.updatedAt.getTime() !== before.updatedAt.getTime() || locked.version !== before.version)
    throw new AppError('Conflict')
}

/**
 * Stores a screened card; one that nobody may talk with becomes private. A change of content creates a new version, a
 * change of visibility does not. The groups of a renamed character are judged again; so is a group of which a member
 * has changed meanwhile.
 * @throws AppError Conflict when the person already has LIMITS.cards cards.
 */
export async function storeCard(
  services: Pick<CardEditorServices, 'jobs'>,
  tx: Transaction,
  stored: CardToStore,
): Promise<WrittenCard> {
  const { before, judgement, now } = stored
  if (!before && (await countOwnCards(tx, stored.card.creatorId ?? '')) >= LIMITS.cards)
    throw new AppError('Conflict', { limit: LIMITS.cards }, 'tooMany')
  const isOutdated = stored.members !== undefined && (await haveCardsChanged(tx, stored.members))
  const card: WrittenCard = {
    ...stored.card,
    state: judgement.state,
    restriction: before?.restriction ?? null,
    visibility: judgement.state === 'draft' ? 'private' : stored.card.visibility,
    blockers: judgement.blockers,
    approvedVersion: before?.approvedVersion ?? null,
    suitsTeens: judgement.suitsTeens,
    version: before?.version ?? 0,
    ruleVersion: isOutdated ? NOT_JUDGED : RULE_VERSION,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  }
  const content: CardContent = toCardContent(card)
  const changed = changedFields(before && toCardContent(before), content)
  const isNewVersion = changed.length > 0 || stored.restoredFrom !== undefined
  if (isNewVersion) card.version += 1
  await saveCard(tx, card)
  await rejudgeGroupsOnRename(services, tx, before, card)
  if (isNewVersion) {
    const row = { number: card.version, content, changed, restoredFrom: stored.restoredFrom ?? null, createdAt: now }
    await insertVersion(tx, card.id, row, { count: LIMITS.cardVersions, bytes: LIMITS.cardVersionBytes })
  }
  return card
}

/** A save whose card has been screened. */
export interface SaveToCommit {
  creatorId: string
  toStore: CardToStore
  /** The input with its idempotency key. */
  input: { idempotency_key?: string | undefined; draft_id?: string | undefined }
  /** The requested images; omitted ones stay as they are in the card. */
  pictures?: { avatar?: string | null | undefined; cover?: string | null | undefined }
  /** Further work in the same transaction. */
  also?(tx: Transaction): Promise<void>
}

/**
 * Commits a save: card, version, images, further work and the draft, all or nothing; returns the card's id. The same
 * save with the same key returns the id of the first one, even when both arrive at once.
 * @throws AppError NotSignedIn, NotFound, Conflict, InvalidInput, SafetyStop, TooLarge.
 */
export async function commitSave(services: CardEditorServices, save: SaveToCommit): Promise<string> {
  const { creatorId, toStore, input, pictures = {} } = save
  const { card, now } = toStore
  const saved = await services.database.transaction(async (tx) => {
    if (!(await lockPersonRow(tx, creatorId))) throw new AppError('NotSignedIn')
    const existingId = await claimSaveKey(
      tx,
      { personId: creatorId, key: input.idempotency_key, body: input, now },
      card.id,
    )
    if (existingId) return existingId
    await lockCardForChange(tx, creatorId, toStore.before)
    await services.assertStorageQuota(tx, creatorId)
    const resolve = (field: 'avatar' | 'cover') =>
      resolveImage(services, tx, { personId: creatorId, field, requested: pictures[field], current: card[field] })
    const avatar = await resolve('avatar')
    const cover = await resolve('cover')
    await storeCard(services, tx, { ...toStore, card: { ...card, avatar, cover } })
    await save.also?.(tx)
    if (input.draft_id !== undefined) await discardDraft(tx, creatorId, input.draft_id)
    return card.id
  })
  services.onCardChange(saved, creatorId)
  return saved
}
