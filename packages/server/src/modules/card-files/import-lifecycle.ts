import type { CardFileKind } from '@everkin/card-formats'
import { LIMITS } from '@everkin/contract/limits.ts'
import { invalidInput } from '../../platform/app-error.ts'
import { onlyRow, type Queryable, type Transaction } from '../../platform/db/database.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { canPurge, claimFolder } from '../../platform/owned-folder.ts'
import type { MediaUsageSource } from '../../platform/server-module.ts'
import { imageUrl } from '../media/module.ts'
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

/** The file that a card came from; null for a card that was created here. */
export async function findOriginal(db: Queryable, cardId: string): Promise<ImportRow | null> {
  return onlyRow(await selectImportOfCard(db, cardId)) ?? null
}

/** Whether a card came from a file, which can be exported again. */
export async function hasOriginal(db: Queryable, cardId: string): Promise<boolean> {
  return (await selectImportOfCard(db, cardId)).length > 0
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

/** Unlinks the file of a deleted card; the purge removes it unless somebody else has imported it too. */
export async function detachImport(tx: Transaction, cardId: string): Promise<void> {
  await detachFromCard(tx, cardId)
}

const ORPHAN_AGE_MS = HOUR_MS
const BATCH_SIZE = 500

/** Runs at start: see `claimFiles`. */
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
 * Removes files that were not saved within a day and those of deleted cards, and moves files without a row to the
 * trash. Touches nothing in a folder that belongs to another database.
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
  files: ImportStorage,
  personId: string,
): Promise<() => Promise<void>> {
  const hashes = [...new Set((await deleteImportsOfPerson(tx, personId)).map((row) => row.file_hash))]
  const named = new Set((await selectReferencedHashes(tx, hashes)).map((row) => row.file_hash))
  return () => files.remove(hashes.filter((hash) => !named.has(hash)))
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
