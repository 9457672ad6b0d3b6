import type { ApiData } from '@everkin/contract/api-types.ts'
import { AppError } from '../../platform/app-error.ts'
import { onlyRow } from '../../platform/db/database.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { findOwnCard, type WrittenCard } from '../characters/module.ts'
import {
  changedFields,
  emptyGroup,
  emptySingle,
  flattenContent,
  type GroupContent,
  type SingleContent,
  toCardContent,
} from './card-content.ts'
import { loadCardCreator } from './card-policy.ts'
import { lockCardForChange, storeCard } from './commit-save.ts'
import { SAVE_LIMIT } from './rules.ts'
import { prepareGroup, prepareSingle } from './save-card.ts'
import type { CardEditorServices } from './services.ts'
import { selectVersion, selectVersions, type VersionRow } from './store.ts'

/** The versions of the person's own card, newest first. @throws AppError NotFound. */
export async function listVersions(
  services: CardEditorServices,
  personId: string,
  id: string,
): Promise<ApiData<'GET /api/editor/versions'>> {
  const card = await requireOwnCard(services, personId, id)
  return (await selectVersions(services.database, card.id)).map((row) => ({
    number: row.number,
    name: row.name,
    changed: row.changed,
    restored_from: row.restoredFrom,
    created_at: row.createdAt.toISOString(),
  }))
}

/** The fields of a version that differ from the current card. @throws AppError NotFound. */
export async function compareVersion(
  services: CardEditorServices,
  personId: string,
  input: { id: string; number: number },
): Promise<ApiData<'GET /api/editor/version'>> {
  const card = await requireOwnCard(services, personId, input.id)
  const version = await requireVersion(services, card.id, input.number)
  const now = toCardContent(card)
  const [old, current] = [flattenContent(version.content), flattenContent(now)]
  const fields = changedFields(version.content, now).map((field) => ({
    field,
    before: fieldText(old[field]),
    now: fieldText(current[field]),
  }))
  return { number: version.number, created_at: version.createdAt.toISOString(), fields }
}

/**
 * Restores an old version as a new one; the card's visibility stays unchanged.
 * @throws AppError NotFound, AgeNotOpen, TooManyRequests, InvalidInput, Conflict, SafetyStop, TooLarge.
 */
export async function restoreVersion(
  services: CardEditorServices,
  caller: SignedInCaller,
  input: { id: string; number: number },
): Promise<{ id: string; type: 'single' | 'multiple' }> {
  const creator = await loadCardCreator(services, caller)
  await services.limiter.consume(`save-card:${creator.id}`, SAVE_LIMIT)
  const before = await requireOwnCard(services, creator.id, input.id)
  const { content } = await requireVersion(services, before.id, input.number)
  const base = { creator, cardId: before.id, before, visibility: before.visibility }
  // The kind of a card never changes; fields that are newer than the version are as on a new card.
  const toStore =
    before.type === 'single'
      ? await prepareSingle(services, caller, {
          ...base,
          content: { ...emptySingle(before.language), ...(content as SingleContent) },
        })
      : await prepareGroup(services, caller, {
          ...base,
          content: { ...emptyGroup(before.language), ...(content as GroupContent) },
        })
  await services.database.transaction(async (tx) => {
    await lockCardForChange(tx, creator.id, before)
    await services.assertStorageQuota(tx, creator.id)
    await storeCard(services, tx, { ...toStore, restoredFrom: input.number })
  })
  services.onCardChange(before.id, creator.id)
  return before
}

async function requireOwnCard(services: CardEditorServices, personId: string, id: string): Promise<WrittenCard> {
  const card = await findOwnCard(services.database, personId, id)
  if (!card) throw new AppError('NotFound')
  return card
}

async function requireVersion(services: CardEditorServices, cardId: string, number: number): Promise<VersionRow> {
  const version = onlyRow(await selectVersion(services.database, cardId, number))
  if (!version) throw new AppError('NotFound')
  return version
}

/** A field as text for a comparison; lists line by line. */
function fieldText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join('\n\n')
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}
