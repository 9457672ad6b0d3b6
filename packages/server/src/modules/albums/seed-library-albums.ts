import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { LOCKED_VIDEO_NAMES, lockedImageName } from '../media/module.ts'
import albumKeys from './data/library-keys.json' with { type: 'json' }
import { newFileIds } from './render-library-item.ts'
import type { LibraryAlbumItem, LibraryAlbums } from './services.ts'
import { type ItemRow, insertItems, lockAlbumSeeding, removeItems, selectLibraryItems, updateItem } from './store.ts'

/** The size of library portraits until they are rendered. */
const DEFAULT_SIZE = { width: 960, height: 1280 }

/**
 * Loads the library's albums into the database at every start; an unchanged album costs one read. Nothing is rendered
 * until someone first looks at it.
 */
export async function seedLibraryAlbums(database: Database, clock: Clock, library: LibraryAlbums): Promise<void> {
  const wanted = [...library.read()].flatMap(([cardId, items]) =>
    items.map((item, place) => ({ cardId, item, place, key: `${cardId}/${item.id}` })),
  )
  const isUpToDate = (known: ReadonlyMap<string, ItemRow>) =>
    known.size === wanted.length && wanted.every(({ key, item, place }) => isUnchanged(known.get(key), item, place))
  if (isUpToDate(byKey(await selectLibraryItems(database)))) return
  await database.transaction(async (tx) => {
    await lockAlbumSeeding(tx)
    const known = byKey(await selectLibraryItems(tx))
    const now = clock.now()
    const added: ItemRow[] = []
    for (const { cardId, item, place, key } of wanted) {
      const old = known.get(key)
      known.delete(key)
      const texts = { captions: { ...item.captions }, keys: keysOf(item), locked: item.locked, price: null, place }
      if (old) await updateItem(tx, { ...texts, id: old.id })
      else
        added.push({
          ...texts,
          ...newFileIds(),
          id: newId(now),
          cardId,
          ownerId: null,
          kind: item.kind,
          ...DEFAULT_SIZE,
          durationMs: null,
          generated: true,
          mainFile: item.kind === 'image' ? lockedImageName(1600) : LOCKED_VIDEO_NAMES[1],
          smallFile: lockedImageName(480),
          libraryRef: item.id,
          keepsake: item.keepsake,
          removedAt: null,
          restriction: null,
          createdAt: now,
        })
    }
    await insertItems(tx, added)
    // Unreferenced files are found by the purge.
    await removeItems(
      tx,
      [...known.values()].map(({ id }) => id),
      now,
    )
  })
}

function byKey(rows: readonly ItemRow[]): Map<string, ItemRow> {
  return new Map(rows.map((row) => [`${row.cardId}/${row.libraryRef}`, row]))
}

function isUnchanged(row: ItemRow | undefined, item: LibraryAlbumItem, place: number): boolean {
  return (
    row !== undefined &&
    isDeepStrictEqual(
      [row.captions, row.keys, row.locked, row.place],
      [item.captions, keysOf(item), item.locked, place],
    )
  )
}

/** The words, in every language, that attach an image or a video of the library to a reply. */
function keysOf(item: LibraryAlbumItem): string[] {
  return item.kind === 'image' ? albumKeys.image : albumKeys.video
}
