import type { CardFileKind } from '@everkin/card-formats'
import { LIMITS } from '@everkin/contract/limits.ts'
import { invalidInput } from '../../platform/app-error.ts'
import { type Database, onlyRow, type Queryable, type Transaction } from '../../platform/db/database.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { newId } from '../../platform/ids.ts'
import {
  canTrash,
  claimForPurge,
  type FolderOwnership,
  findUnreferenced,
  forEachBatch,
} from '../../platform/owned-folder.ts'
import type { MediaUsageSource } from '../../platform/server-module.ts'
import { imageUrl } from '../media/module.ts'
import type { CardFileServices, ImportStorage } from './services.ts'
import {
  attachToCard,
  deleteImportsOfPerson,
  deleteUnusedImports,
  detachFromCard,
  hasImports,
  type ImportRow,
  insertImport,
  lockHashes,
  lockImportForAttach,
  selectAllHashes,
  selectImportOfCard,
  selectImportsOfPerson,
  selectPendingImages,
  selectReferencedHashes,
} from './store.ts'

/** The file that a card came from; null for a card that was created here. */
export async function findOriginal(db: Queryable, cardId: string): Promise<ImportRow | null> {
  return onlyRow(await selectImportOfCard(db, cardId)) ?? null
}

/** Whether a card came from a file, which can be exported again. */
export async function hasOriginal(db: Queryable, cardId: string): Promise<boolean> {
  return (await selectImportOfCard(db, cardId)).length > 0
}

/** Whether this picture of a card is the one of the file that the card came from. */
export async function isPictureOfFile(db: Queryable, cardId: string, picture: string | null): Promise<boolean> {
  return picture !== null && (await findOriginal(db, cardId))?.picture === picture
}

/**
 * Links an imported file to the card that was created from it, in the transaction that saves the card; the card's
 * unknown keys are read from it from then on. Linking it to the same card again does nothing; an earlier file of the
 * card is unlinked.
 * @throws AppError InvalidInput on `import_id` for an import that is a day old, used for another card, or someone
 * else's.
 */
export async function attachImport(
  tx: Transaction,
  attachment: { personId: string; importId: string; cardId: string; now: Date },
): Promise<void> {
  const { personId, importId, cardId, now } = attachment
  const after = new Date(now.getTime() - LIMITS.importLifeMs)
  const row = onlyRow(await lockImportForAttach(tx, importId, personId, after))
  if (!row || (row.card_id !== null && row.card_id !== cardId)) throw invalidInput('import_id', 'expired')
  if (row.card_id === cardId) return
  await detachFromCard(tx, cardId)
  await attachToCard(tx, importId, cardId)
}

/** Links the file of a person's own card to a copy of it, too: unknown keys and assets are in the file alone. */
export async function copyImport(
  tx: Transaction,
  copied: { fromCardId: string; toCardId: string; personId: string; now: Date },
): Promise<void> {
  const row = await findOriginal(tx, copied.fromCardId)
  if (row?.person_id !== copied.personId) return
  await lockHashes(tx, [row.file_hash])
  const id = newId(copied.now)
  await insertImport(tx, { ...row, id, created_at: copied.now })
  await attachToCard(tx, id, copied.toCardId)
}

/** Unlinks the file of a deleted card; the purge removes it unless someone else has imported it too. */
export async function detachImport(tx: Transaction, cardId: string): Promise<void> {
  await detachFromCard(tx, cardId)
}

const ORPHAN_AGE_MS = HOUR_MS

/** The folder of imported files, as `claimFolder` and purges need it. */
export function importFolder(
  services: Pick<CardFileServices, 'database' | 'files' | 'clock' | 'log'>,
): FolderOwnership {
  const { database } = services
  return {
    ...services,
    findReferenced: async (names) => ({
      named: new Set((await selectReferencedHashes(database, names)).map((row) => row.file_hash)),
      used: new Set(),
    }),
    listReferenced: async () => (await selectAllHashes(database)).map((row) => row.file_hash),
    hasRows: () => hasImports(database),
  }
}

/**
 * Removes files that were not saved within a day and those of deleted cards, and moves files without a row to the
 * trash. Touches nothing in a folder that belongs to another database.
 */
export async function purgeImports(
  services: Pick<CardFileServices, 'database' | 'files' | 'clock' | 'log'>,
): Promise<void> {
  const { database, files, clock } = services
  const folder = importFolder(services)
  if (!(await claimForPurge(folder))) return
  const now = clock.now()
  const expired = new Set(
    (await deleteUnusedImports(database, new Date(now.getTime() - LIMITS.importLifeMs))).map((row) => row.file_hash),
  )
  const before = new Date(now.getTime() - ORPHAN_AGE_MS)
  const { stored, unreferenced } = await findUnreferenced(folder, before)
  await takeUnreferenced(
    database,
    unreferenced.filter((hash) => expired.has(hash)),
    files.remove,
  )
  const unknown = unreferenced.filter((hash) => !expired.has(hash))
  if (canTrash(folder, { stored, unreferenced: unknown }))
    await takeUnreferenced(database, unknown, (hashes) => files.moveToTrash(hashes, now))
  await files.purgeTrash(now, before)
}

/**
 * Removes files while nobody can import the same file: each is checked once more under a lock that an import of the
 * same bytes takes too.
 */
async function takeUnreferenced(
  database: Database,
  hashes: readonly string[],
  take: (hashes: readonly string[]) => Promise<void>,
): Promise<void> {
  await forEachBatch(hashes, (batch) =>
    database.transaction(async (tx) => {
      await lockHashes(tx, batch)
      const named = new Set((await selectReferencedHashes(tx, batch)).map((row) => row.file_hash))
      await take(batch.filter((hash) => !named.has(hash)))
    }),
  )
}

/** The usual extension of a file of each kind. */
export const FILE_EXTENSIONS = {
  PNG: 'png',
  APNG: 'png',
  JSON: 'json',
  CHARX: 'charx',
  JPEG: 'jpg',
} as const satisfies Record<CardFileKind, string>

/** The files that a person imported, unchanged, for the personal data export. */
export async function* exportImports(
  db: Queryable,
  files: ImportStorage,
  personId: string,
): AsyncGenerator<{ name: string; bytes: Uint8Array }> {
  for (const row of await selectImportsOfPerson(db, personId)) {
    const bytes = await files.read(row.file_hash)
    if (bytes) yield { name: `${row.card_id ?? 'unsaved'} ${row.id}.${FILE_EXTENSIONS[row.kind]}`, bytes }
  }
}

/**
 * Deletes the rows of an erased person's files; returns a function that, after the commit, removes those that nobody
 * else has imported.
 */
export async function eraseImports(
  tx: Transaction,
  { database, files }: Pick<CardFileServices, 'database' | 'files'>,
  personId: string,
): Promise<() => Promise<void>> {
  const hashes = [...new Set((await deleteImportsOfPerson(tx, personId)).map((row) => row.file_hash))]
  return () => takeUnreferenced(database, hashes, files.remove)
}

/** Images of an imported file stay as long as it waits for its card to be saved. */
export const pendingImportMedia: MediaUsageSource = {
  async usedAmong(db, ids) {
    const rows = await selectPendingImages(
      db,
      ids.map((id) => imageUrl(id)),
    )
    const waiting = new Set(rows.map(({ picture }) => picture))
    return ids.filter((id) => waiting.has(imageUrl(id)))
  },
}
