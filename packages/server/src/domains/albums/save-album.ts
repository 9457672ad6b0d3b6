import { isDeepStrictEqual } from 'node:util'
import type { AlbumWish } from '@everkin/contract/http/making.ts'
import type { z } from 'zod'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Digest } from '../media/media-link.ts'
import { releaseMedia } from '../media/release-media.ts'
import { useUpload } from '../media/use-upload.ts'
import { screenText } from '../safety/screen-text.ts'
import { type ItemRow, insertItems, removeItems, selectItems, updateItem } from './store.ts'

/** A card's whole album, as its maker wants it from now on. */
export interface AlbumChange {
  cardId: string
  /** Whose card it is. */
  personId: string
  items: readonly z.output<typeof AlbumWish>[]
  /** Of the card. */
  rating: 'sfw' | 'nsfw'
  now: Date
}

/**
 * Makes a card's album what its maker sent, in the transaction that saves the card: items named by `id` stay with their
 * files, others are taken in from uploads or pictures of theirs, the rest goes out of the album. Who has unlocked
 * something keeps it.
 * @throws AppError InvalidInput on `album.<n>.…` for an item or a file that is not theirs, SafetyStop for words that the
 * rules block.
 */
export async function saveAlbum(tx: Queryable, services: { digest: Digest }, change: AlbumChange): Promise<void> {
  screenAlbum(change)
  const before = new Map((await selectItems(tx, change.cardId)).map((item) => [item.id, item]))
  const kept = new Set<string>()
  for (const [place, wish] of change.items.entries()) {
    if (wish.id === undefined) {
      await insertItems(tx, [await newItem(tx, services, change, place)])
      continue
    }
    const item = before.get(wish.id)
    if (!item || kept.has(wish.id)) throw invalidInput(`album.${place}.id`, 'no such item in this album')
    kept.add(wish.id)
    const wanted = { ...wishOf(wish, item), id: item.id, place }
    if (!isDeepStrictEqual(wanted, { ...wishOf({ locked: item.locked }, item), id: item.id, place: item.place }))
      await updateItem(tx, wanted)
  }
  const gone = [...before.keys()].filter((id) => !kept.has(id))
  if (gone.length > 0) await releaseMedia(tx, await removeItems(tx, gone, change.now))
}

/** Captions and keys are read together with the rest of what the maker writes about the album (B6). */
function screenAlbum({ items, rating }: AlbumChange): void {
  const texts = items.flatMap(({ caption = '', keys = [] }) => [caption, ...keys]).join('\n')
  const verdict = screenText(texts, { surface: 'card', adultMode: rating === 'nsfw' })
  if (verdict.kind === 'blocked') throw new AppError('SafetyStop', { category: verdict.category })
}

async function newItem(
  tx: Queryable,
  { digest }: { digest: Digest },
  { cardId, personId, items, now }: AlbumChange,
  place: number,
): Promise<ItemRow> {
  const wish = items[place]
  const field = `album.${place}.upload_id`
  if (wish?.upload_id === undefined) throw invalidInput(field, 'required')
  const purposes = ['locked_image', 'locked_video', 'generated'] as const
  const file = await useUpload(tx, digest, { personId, ref: wish.upload_id, purposes, field })
  if (file.thumbnailId === null) throw invalidInput(field, 'can not be locked')
  return {
    ...wishOf(wish, { price: null, captions: {}, keys: [] }),
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
    removedAt: null,
    createdAt: now,
  }
}

/** What is not named stays as it is. */
function wishOf(
  wish: Pick<z.output<typeof AlbumWish>, 'locked' | 'price' | 'caption' | 'keys'>,
  item: Pick<ItemRow, 'price' | 'captions' | 'keys'>,
): Pick<ItemRow, 'locked' | 'price' | 'captions' | 'keys'> {
  const keys = wish.keys?.map((key) => key.trim()).filter((key) => key !== '')
  return {
    locked: wish.locked,
    price: wish.price ?? item.price,
    captions: wish.caption === undefined ? item.captions : { '*': wish.caption.trim() },
    keys: keys ? [...new Set(keys)] : item.keys,
  }
}

/** Gives a copy of a card, of the same maker, the same album; the files are shared. */
export async function copyAlbum(
  tx: Queryable,
  { fromCardId, toCardId, personId, now }: { fromCardId: string; toCardId: string; personId: string; now: Date },
): Promise<void> {
  const own = (await selectItems(tx, fromCardId)).filter(({ ownerId }) => ownerId === personId)
  await insertItems(
    tx,
    own.map((item) => ({ ...item, id: newId(now), cardId: toCardId, createdAt: now })),
  )
}

/** Takes a deleted card's album away; what somebody has unlocked stays theirs. */
export async function dropAlbum(tx: Queryable, cardId: string, now: Date): Promise<void> {
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
