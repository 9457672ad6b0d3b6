import { isDeepStrictEqual } from 'node:util'
import type { AlbumItemInput } from '@everkin/contract/http/card-input.ts'
import type { z } from 'zod'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { claimUpload, type Digest, releaseMedia } from '../media/module.ts'
import { screenTextPaced, type Verdict } from '../safety/module.ts'
import { type ItemRow, insertItems, removeItems, selectItems, updateItem } from './store.ts'

const EMPTY_ITEM = { price: null, captions: {}, keys: [] }

/** The new contents of a card's whole album. */
export interface AlbumChange {
  cardId: string
  /** The creator of the card. */
  personId: string
  items: readonly z.output<typeof AlbumItemInput>[]
  /** The texts that were screened: those of `newAlbumTexts`. */
  screenedTexts: readonly string[]
  now: Date
}

/**
 * Saves a card's album, in the transaction that saves the card: items with an `id` keep their files, new ones are taken
 * from the creator's uploads or images, and all others are removed from the album. A person who has unlocked an item
 * keeps it. Nothing is screened here; only what was screened is stored.
 * @throws AppError InvalidInput on `album.<n>.…` for an item or a file that is not theirs, Conflict when the album has
 * changed since its texts were screened.
 */
export async function saveAlbum(tx: Transaction, services: { digest: Digest }, change: AlbumChange): Promise<void> {
  const stored = await selectItems(tx, change.cardId)
  if (!isDeepStrictEqual(mergedTexts(stored, change.items), change.screenedTexts)) throw new AppError('Conflict')
  const before = new Map(stored.map((item) => [item.id, item]))
  const retained = new Set<string>()
  for (const [place, input] of change.items.entries()) {
    if (input.id === undefined) {
      await insertItems(tx, [await createItem(tx, services, change, place)])
      continue
    }
    const item = before.get(input.id)
    if (!item || retained.has(input.id)) throw invalidInput(`album.${place}.id`, 'no such item in this album')
    retained.add(input.id)
    const updated = { ...mergeItemInput(input, item), id: item.id, place }
    if (
      !isDeepStrictEqual(updated, { ...mergeItemInput({ locked: item.locked }, item), id: item.id, place: item.place })
    )
      await updateItem(tx, updated)
  }
  const removed = [...before.keys()].filter((id) => !retained.has(id))
  if (removed.length > 0) await releaseMedia(tx, await removeItems(tx, removed, change.now))
}

/** The texts of an album as `saveAlbum` will store it, with the captions and keys that stay. They are screened before it. */
export async function newAlbumTexts(db: Queryable, cardId: string, items: AlbumChange['items']): Promise<string[]> {
  return mergedTexts(await selectItems(db, cardId), items)
}

/** The texts of an album as it is stored. */
export async function storedAlbumTexts(db: Queryable, cardId: string): Promise<string[]> {
  return textsOf(await selectItems(db, cardId))
}

function mergedTexts(stored: readonly ItemRow[], items: AlbumChange['items']): string[] {
  const before = new Map(stored.map((item) => [item.id, item]))
  return textsOf(items.map((input) => mergeItemInput(input, before.get(input.id ?? '') ?? EMPTY_ITEM)))
}

/** What people read of an album, and what it is found by. */
function textsOf(items: readonly Pick<ItemRow, 'captions' | 'keys'>[]): string[] {
  return items.flatMap(({ captions, keys }) => [...Object.values(captions), ...keys]).filter((text) => text !== '')
}

/** What the local rules say of the captions and keys of an album, all together (B6). */
export function screenAlbum(texts: readonly string[], rating: 'sfw' | 'nsfw'): Promise<Verdict> {
  return screenTextPaced(texts.join('\n'), { surface: 'card', adultMode: rating === 'nsfw' })
}

async function createItem(
  tx: Transaction,
  { digest }: { digest: Digest },
  { cardId, personId, items, now }: AlbumChange,
  place: number,
): Promise<ItemRow> {
  const input = items[place]
  const field = `album.${place}.upload_id`
  if (input?.upload_id === undefined) throw invalidInput(field, 'required')
  const purposes = ['locked_image', 'locked_video', 'generated'] as const
  const file = await claimUpload(tx, digest, { personId, ref: input.upload_id, purposes, field })
  if (file.thumbnailId === null) throw invalidInput(field, 'cannot be locked')
  return {
    ...mergeItemInput(input, EMPTY_ITEM),
    id: newId(now),
    cardId,
    ownerId: personId,
    place,
    kind: file.kind,
    fileId: file.id,
    thumbnailId: file.thumbnailId,
    mainFile: file.main,
    smallFile: file.small,
    width: file.width,
    height: file.height,
    durationMs: file.durationMs,
    generated: file.purpose === 'generated',
    libraryRef: null,
    keepsake: null,
    removedAt: null,
    restriction: null,
    createdAt: now,
  }
}

/** Omitted fields stay unchanged. */
function mergeItemInput(
  input: Pick<z.output<typeof AlbumItemInput>, 'locked' | 'price' | 'caption' | 'keys'>,
  item: Pick<ItemRow, 'price' | 'captions' | 'keys'>,
): Pick<ItemRow, 'locked' | 'price' | 'captions' | 'keys'> {
  const keys = input.keys?.map((key) => key.trim()).filter((key) => key !== '')
  return {
    locked: input.locked,
    price: input.price ?? item.price,
    captions: input.caption === undefined ? item.captions : { '*': input.caption.trim() },
    keys: keys ? [...new Set(keys)] : item.keys,
  }
}

/** The album that a copy of a card gets. */
interface AlbumCopy {
  fromCardId: string
  toCardId: string
  /** The creator of both cards. */
  personId: string
  /** The texts that were screened: those of `copiedAlbumTexts`. */
  screenedTexts: readonly string[]
  now: Date
}

/**
 * Copies the album to a copy of the card by the same creator; the files are shared.
 * @throws AppError Conflict when the album has changed since its texts were screened.
 */
export async function copyAlbum(
  tx: Transaction,
  { fromCardId, toCardId, personId, screenedTexts, now }: AlbumCopy,
): Promise<void> {
  const own = await selectCopied(tx, fromCardId, personId)
  if (!isDeepStrictEqual(textsOf(own), screenedTexts)) throw new AppError('Conflict')
  await insertItems(
    tx,
    own.map((item) => ({ ...item, id: newId(now), cardId: toCardId, createdAt: now })),
  )
}

/** The texts of what `copyAlbum` copies. They are screened before it. */
export async function copiedAlbumTexts(db: Queryable, cardId: string, personId: string): Promise<string[]> {
  return textsOf(await selectCopied(db, cardId, personId))
}

async function selectCopied(db: Queryable, cardId: string, personId: string): Promise<ItemRow[]> {
  const items = await selectItems(db, cardId)
  return items.filter(({ ownerId, restriction }) => ownerId === personId && restriction === null)
}

/** Deletes the album of a deleted card; unlocked items stay with the people who unlocked them. */
export async function deleteAlbum(tx: Transaction, cardId: string, now: Date): Promise<void> {
  const items = await selectItems(tx, cardId)
  if (items.length > 0)
    await releaseMedia(
      tx,
      await removeItems(
        tx,
        items.map(({ id }) => id),
        now,
      ),
    )
}
