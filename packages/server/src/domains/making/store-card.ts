import { LIMITS } from '@everkin/contract/limits.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { holdPerson } from '../accounts/person.ts'
import { countOwnCards, holdOwnCard, putCard, type WrittenCard } from '../characters/write-card.ts'
import { RULE_VERSION } from '../safety/rules.ts'
import { type CardContent, changedFields, contentOf } from './card-content.ts'
import type { Judgement } from './judge-card.ts'
import { insertVersion } from './version-store.ts'

/** A card on its way into the database. */
export interface CardToStore {
  /** As it was when it was judged; null for a new one. */
  before: WrittenCard | null
  /** As it is to be; state, version and times are set here. */
  card: Omit<WrittenCard, 'state' | 'hindrances' | 'version' | 'ruleVersion' | 'createdAt' | 'updatedAt'>
  judgement: Judgement
  restoredFrom?: number
  now: Date
}

/**
 * Holds maker and card for a change that was judged before.
 * @throws AppError NotSignedIn, NotFound when the card is gone, Conflict when it has changed since it was read.
 */
export async function holdForChange(tx: Queryable, makerId: string, before: WrittenCard | null): Promise<void> {
  if (!(await holdPerson(tx, makerId))) throw new AppError('NotSignedIn')
  if (!before) return
  const held = await holdOwnCard(tx, makerId, before.id)
  if (!held) throw new AppError('NotFound')
  if (held.updatedAt.getTime() !== before.updatedAt.getTime() || held.version !== before.version)
    throw new AppError('Conflict')
}

/**
 * Stores a card as it was judged: what may not be talked with is private. A change of what it says is a new version; a
 * change of who may see it is none.
 * @throws AppError Conflict when a person has LIMITS.cards already.
 */
export async function storeCard(tx: Queryable, stored: CardToStore): Promise<WrittenCard> {
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
  const content: CardContent = contentOf(card)
  const changed = changedFields(before && contentOf(before), content)
  const isNewVersion = changed.length > 0 || stored.restoredFrom !== undefined
  if (isNewVersion) card.version += 1
  await putCard(tx, card)
  if (isNewVersion) {
    const row = { number: card.version, content, changed, restoredFrom: stored.restoredFrom ?? null, createdAt: now }
    await insertVersion(tx, card.id, row, LIMITS.cardVersions)
  }
  return card
}
