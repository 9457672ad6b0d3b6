import { collectTexts, readLorebook } from '@everkin/card-formats'
import { isBlank } from '@everkin/contract/is-blank.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { AppError, invalidInput, stoppedSave } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { isDeeperThan } from '../../platform/storable-json.ts'
import { claimSaveKey, loadPerson, lockPersonRow, type Person } from '../accounts/module.ts'
import { assertModelPasses, isMinor, recordVerdict, screenCardPaced } from '../safety/module.ts'
import { MAX_DEPTH, SAVE_LIMIT } from './rules.ts'
import type { LorebookServices } from './services.ts'
import {
  addLoreRev,
  deleteLorebookRow,
  insertLorebook,
  type LorebookRow,
  selectLorebook,
  selectLorebooks,
  updateLorebook,
} from './store.ts'

interface LorebookInput {
  id?: string | undefined
  rev?: number | undefined
  name?: string | undefined
  content?: Record<string, unknown> | undefined
  all_chats?: boolean | undefined
  idempotency_key?: string | undefined
}

/**
 * Creates a lorebook, or changes the one with this id; omitted fields stay. A save that is repeated with its key is made
 * once.
 * @throws AppError InvalidInput (no name, not a lorebook, nested too deeply), NotFound for an id that is not theirs,
 * Conflict for another revision, too many books or a key of another save, TooLarge for one book or all storage,
 * SafetyStop (nothing is stored), TooManyRequests, Unavailable.
 */
export async function saveLorebook(
  services: LorebookServices,
  personId: string,
  input: LorebookInput,
): Promise<LorebookRow> {
  const name = input.name?.trim()
  if (name === undefined ? input.id === undefined : isBlank(name)) throw invalidInput('name', 'required')
  await services.limiter.consume(`saveLorebook:${personId}`, SAVE_LIMIT)
  const read = input.content === undefined ? null : readContent(input.content)
  const person = await loadPerson(services.database, personId)
  if (!person) throw new AppError('NotSignedIn')
  await assertAllowed(services, person, [name ?? '', ...(read ? collectTexts(read.book) : [])])
  const now = services.clock.now()
  return services.database.transaction(async (tx) => {
    if (!(await lockPersonRow(tx, personId))) throw new AppError('NotSignedIn')
    const newBook = emptyBook(now)
    const save = { personId, key: input.idempotency_key, body: ['lorebook', input], now }
    const savedId = await claimSaveKey(tx, save, input.id ?? newBook.id)
    const knownId = savedId ?? input.id
    const existing = knownId === undefined ? null : await selectLorebook(tx, personId, knownId)
    if (knownId !== undefined && !existing) throw new AppError('NotFound')
    if (savedId !== null && existing) return existing
    if (existing && input.rev !== undefined && input.rev !== existing.rev) throw new AppError('Conflict')
    await assertLorebookQuota(services, tx, personId, { isNew: !existing, grows: read !== null })
    const before = existing ?? newBook
    const book = {
      ...before,
      name: name ?? before.name,
      ...(read && { content: read.content, entries: read.entries, bytes: Buffer.byteLength(read.content) }),
      allChats: input.all_chats ?? before.allChats,
      rev: existing ? existing.rev + 1 : 1,
      updatedAt: now,
    }
    if (existing) await updateLorebook(tx, book)
    else await insertLorebook(tx, personId, book)
    await publishLorebookChange(services, tx, personId)
    return book
  })
}

/** Deletes a lorebook; the database removes it from its chats and personas. @throws AppError NotFound. */
export async function deleteLorebook(services: LorebookServices, personId: string, id: string): Promise<void> {
  await services.database.transaction(async (tx) => {
    if (!(await lockPersonRow(tx, personId))) throw new AppError('NotSignedIn')
    if (!(await deleteLorebookRow(tx, personId, id))) throw new AppError('NotFound')
    await publishLorebookChange(services, tx, personId)
  })
}

/** Tells every process to drop the chats of this person from its caches. */
export async function publishLorebookChange(
  { bus }: Pick<LorebookServices, 'bus'>,
  tx: Transaction,
  personId: string,
): Promise<void> {
  await addLoreRev(tx, personId)
  tx.afterCommit(() => bus.publish({ kind: 'lore_changed', personId }))
}

function emptyBook(now: Date): LorebookRow & { content: string } {
  const content = JSON.stringify({ extensions: {}, entries: [] })
  return {
    id: newId(now),
    name: '',
    content,
    entries: 0,
    bytes: Buffer.byteLength(content),
    rev: 0,
    allChats: false,
    createdAt: now,
    updatedAt: now,
  }
}

async function assertLorebookQuota(
  services: LorebookServices,
  tx: Transaction,
  personId: string,
  { isNew, grows }: { isNew: boolean; grows: boolean },
): Promise<void> {
  if (isNew && (await selectLorebooks(tx, personId)).length >= LIMITS.lorebooks)
    throw new AppError('Conflict', { limit: LIMITS.lorebooks }, 'tooMany')
  if (isNew || grows) await services.assertStorageQuota(tx, personId)
}

function readContent(given: Record<string, unknown>): { book: object; content: string; entries: number } {
  if (!Array.isArray(given.entries)) throw invalidInput('content.entries', 'invalid')
  if (given.entries.length > LIMITS.loreEntries) throw invalidInput('content.entries', 'too_many')
  if (isDeeperThan(given, MAX_DEPTH)) throw invalidInput('content', 'too_deep')
  const book = readLorebook(JSON.parse(JSON.stringify(given)))
  if (!book) throw invalidInput('content', 'invalid')
  const content = JSON.stringify(book)
  if (Buffer.byteLength(content) > LIMITS.cardBytes) throw new AppError('TooLarge', { limit: LIMITS.cardBytes })
  return { book, content, entries: given.entries.length }
}

/**
 * Screens a book as a card's texts, with the rating of what its owner may chat with. What would keep a card from being
 * used keeps the book from being stored: nobody reviews it. Then the moderation model reads it. The verdict is stored, the
 * text is not.
 */
async function assertAllowed(services: LorebookServices, person: Person, texts: string[]): Promise<void> {
  const rating = person.nsfw ? 'nsfw' : 'sfw'
  const words = texts.map((text) => text.replaceAll(/\{\{user\}\}|<user>/gi, '{{char}}'))
  const verdict = await screenCardPaced({ name: '{{char}}', tagline: '', age: 18, texts: words, tags: [], rating })
  const isTooAdult = isMinor(person.ageState) && !verdict.suitsTeens
  if (isTooAdult && verdict.state !== 'blocked') throw stoppedSave('romance')
  if (verdict.state === 'ok' || (verdict.state === 'in_review' && !verdict.reasons.includes('minor_safety'))) {
    const text = texts.join('\n\n')
    return assertModelPasses(services, { text, surface: 'card', ref: null, isTeen: isMinor(person.ageState) })
  }
  const [reason] = verdict.reasons
  const category = verdict.state === 'blocked' && reason !== undefined ? reason : 'minor_safety'
  await recordVerdict(services.database, {
    surface: 'card',
    ref: null,
    now: services.clock.now(),
    verdict: { kind: 'blocked', category: category as 'minor_safety', rule: 'lorebook', at: 0 }, // a blocked card's only reason is a category
  })
  throw stoppedSave(category)
}
