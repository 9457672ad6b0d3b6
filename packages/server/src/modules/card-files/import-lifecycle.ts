import { LIMITS } from '@everkin/contract/limits.ts'
import { invalidInput } from '../../platform/app-error.ts'
import { onlyRow, type Queryable, type Transaction } from '../../platform/db/database.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { canPurge, claimFolder } from '../../platform/owned-folder.ts'
import { imageUrl, type MediaUsageSource } from '../media/module.ts'
import type { CardFileKind } from './formats/open-card-file.ts'
import type { CardFileServices, ImportStorage } from './services.ts'
import {
  attachToCard,
  deleteImportsOfPerson,
  deleteUnusedImports,
  detachFromCard,
  type ImportRow,
  lockImportForAttach,
  selectImportOfCard,
  selectImportsOfPerson,
  selectPendingImages,
  selectReferencedHashes,
} from './store.ts'

/** The file that a card came from; null for one that was made here. */
export async function findOriginal(db: Queryable, cardId: string): Promise<ImportRow | null> {
  return onlyRow(await selectImportOfCard(db, cardId)) ?? null
}

/** Whether a card came from a file, which can be had again. */
export async function hasOriginal(db: Queryable, cardId: string): Promise<boolean> {
  return (await selectImportOfCard(db, cardId)).length > 0
}

/**
 * Binds an imported file to the card that was made of it, in the transaction that saves the card: from now on it is what
 * the card's unknown keys are found in. Binding it to the same card again does nothing; a card that had another file
 * lets go of that.
 * @throws AppError InvalidInput on `import_id` for one that is a day old, used for another card, or somebody else's.
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

/** Lets go of the file of a card that is deleted; the sweep removes it unless somebody else has brought it too. */
export async function detachImport(tx: Transaction, cardId: string): Promise<void> {
  await detachFromCard(tx, cardId)
}

const ORPHAN_AGE_MS = HOUR_MS
const BATCH_SIZE = 500

/** At start: see `claimFiles`. */
export async function claimImportFolder({
  database,
  files,
  log,
}: Pick<CardFileServices, 'database' | 'files' | 'log'>): Promise<void> {
  await claimFolder(files, database, log, async (names) => ({
    named: new Set((await selectReferencedHashes(database, names)).map((row) => row.file_hash)),
    used: new Set(),
  }))
}

/**
 * Removes files that were never saved within a day and those of cards that are gone, and puts what no row names into the
 * trash. Touches nothing in a folder that is another database's.
 */
export async function purgeImports({
  database,
  files,
  clock,
  log,
}: Pick<CardFileServices, 'database' | 'files' | 'clock' | 'log'>): Promise<void> {
  if (!(await canPurge(files, database, log))) return
  const now = clock.now()
  const unused = new Set(
    (await deleteUnusedImports(database, new Date(now.getTime() - LIMITS.importLifeMs))).map((row) => row.file_hash),
  )
  const before = new Date(now.getTime() - ORPHAN_AGE_MS)
  const stored = await files.listBefore(before)
  for (let from = 0; from < stored.length; from += BATCH_SIZE) {
    const batch = stored.slice(from, from + BATCH_SIZE)
    const referenced = new Set((await selectReferencedHashes(database, batch)).map((row) => row.file_hash))
    const unreferenced = batch.filter((hash) => !referenced.has(hash))
    await files.remove(unreferenced.filter((hash) => unused.has(hash)))
    await files.moveToTrash(
      unreferenced.filter((hash) => !unused.has(hash)),
      now,
    )
  }
  await files.purgeTrash(now, before)
}

const FILE_EXTENSIONS: Record<CardFileKind, string> = {
  PNG: 'png',
  APNG: 'png',
  JSON: 'json',
  CHARX: 'charx',
  JPEG: 'jpg',
}

/** The files that a person brought, for the copy of their data, as they came. */
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

/** Lets go of an erased person's files; gives what removes those that nobody else has brought, once that is committed. */
export async function eraseImports(
  tx: Transaction,
  files: ImportStorage,
  personId: string,
): Promise<() => Promise<void>> {
  const hashes = [...new Set((await deleteImportsOfPerson(tx, personId)).map((row) => row.file_hash))]
  const named = new Set((await selectReferencedHashes(tx, hashes)).map((row) => row.file_hash))
  return () => files.remove(hashes.filter((hash) => !named.has(hash)))
}

/** Pictures that came with a file stay as long as it waits for its card to be saved. */
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
