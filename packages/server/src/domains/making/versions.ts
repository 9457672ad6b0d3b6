import type { ApiData } from '@everkin/contract/api-types.ts'
import { AppError } from '../../platform/app-error.ts'
import { onlyRow } from '../../platform/db/database.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { findOwnCard, type WrittenCard } from '../characters/write-card.ts'
import {
  changedFields,
  contentOf,
  emptyGroup,
  emptySingle,
  flat,
  type GroupContent,
  type SingleContent,
} from './card-content.ts'
import { findMaker } from './may-make.ts'
import { SAVES } from './rules.ts'
import { judgedGroup } from './save-group.ts'
import { judgedSingle } from './save-single.ts'
import type { MakingServices } from './services.ts'
import { holdForChange, storeCard } from './store-card.ts'
import { selectVersion, selectVersions, type VersionRow } from './version-store.ts'

/** The versions of a card of one's own, newest first. @throws AppError NotFound. */
export async function listVersions(
  services: MakingServices,
  personId: string,
  id: string,
): Promise<ApiData<'GET /api/making/versions'>> {
  const card = await ownCard(services, personId, id)
  return (await selectVersions(services.database, card.id)).map((row) => ({
    number: row.number,
    name: row.name,
    changed: row.changed,
    restored_from: row.restoredFrom,
    created_at: row.createdAt.toISOString(),
  }))
}

/** What a version said where it differs from what the card says now. @throws AppError NotFound. */
export async function compareVersion(
  services: MakingServices,
  personId: string,
  wish: { id: string; number: number },
): Promise<ApiData<'GET /api/making/version'>> {
  const card = await ownCard(services, personId, wish.id)
  const version = await findVersion(services, card.id, wish.number)
  const now = contentOf(card)
  const [old, current] = [flat(version.content), flat(now)]
  const fields = changedFields(version.content, now).map((field) => ({
    field,
    before: textOf(old[field]),
    now: textOf(current[field]),
  }))
  return { number: version.number, created_at: version.createdAt.toISOString(), fields }
}

/**
 * Makes a new version that says what an old one said; who may see the card stays as it is.
 * @throws AppError NotFound, AgeNotOpen, TooManyRequests, InvalidInput, Conflict, SafetyStop.
 */
export async function restoreVersion(
  services: MakingServices,
  caller: SignedInCaller,
  wish: { id: string; number: number },
): Promise<{ id: string; type: 'single' | 'multiple' }> {
  const maker = await findMaker(services, caller)
  services.limiter.take(`save-card:${maker.id}`, SAVES)
  const before = await ownCard(services, maker.id, wish.id)
  const { content } = await findVersion(services, before.id, wish.number)
  const base = { maker, cardId: before.id, before, visibility: before.visibility }
  // The kind of a card never changes, and fields that came later than the version are as on a new card.
  const toStore =
    before.type === 'single'
      ? await judgedSingle(services, caller, {
          ...base,
          content: { ...emptySingle(before.language), ...(content as SingleContent) },
        })
      : await judgedGroup(services, caller, {
          ...base,
          content: { ...emptyGroup(before.language), ...(content as GroupContent) },
        })
  await services.database.transaction(async (tx) => {
    await holdForChange(tx, maker.id, before)
    await storeCard(tx, { ...toStore, restoredFrom: wish.number })
  })
  services.onCardChange(before.id)
  return before
}

async function ownCard(services: MakingServices, personId: string, id: string): Promise<WrittenCard> {
  const card = await findOwnCard(services.database, personId, id)
  if (!card) throw new AppError('NotFound')
  return card
}

async function findVersion(services: MakingServices, cardId: string, number: number): Promise<VersionRow> {
  const version = onlyRow(await selectVersion(services.database, cardId, number))
  if (!version) throw new AppError('NotFound')
  return version
}

/** A field as text, to be read beside another; lists line by line. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join('\n\n')
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}
