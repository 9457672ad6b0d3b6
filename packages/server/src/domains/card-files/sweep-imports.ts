import { LIMITS } from '@everkin/contract/limits.ts'
import { claimFiles, mayBeSwept } from '../../platform/file-owner.ts'
import type { CardFileServices } from './services.ts'
import { deleteForgotten, selectNamed } from './store.ts'

const LYING_FOR_MS = 3_600_000
const AT_ONCE = 500

/** At start: see `claimFiles`. */
export async function claimImports({
  database,
  files,
  log,
}: Pick<CardFileServices, 'database' | 'files' | 'log'>): Promise<void> {
  await claimFiles(files, database, log, async (names) => ({
    named: new Set((await selectNamed(database, names)).map((row) => row.file_hash)),
    used: new Set(),
  }))
}

/**
 * Removes files that were never saved within a day and those of cards that are gone, and puts what no row names into the
 * trash. Touches nothing in a folder that is another database's.
 */
export async function sweepImports({
  database,
  files,
  clock,
  log,
}: Pick<CardFileServices, 'database' | 'files' | 'clock' | 'log'>): Promise<void> {
  if (!(await mayBeSwept(files, database, log))) return
  const now = clock.now()
  const forgotten = new Set(
    (await deleteForgotten(database, new Date(now.getTime() - LIMITS.importLifeMs))).map((row) => row.file_hash),
  )
  const before = new Date(now.getTime() - LYING_FOR_MS)
  const lying = await files.listBefore(before)
  for (let from = 0; from < lying.length; from += AT_ONCE) {
    const some = lying.slice(from, from + AT_ONCE)
    const named = new Set((await selectNamed(database, some)).map((row) => row.file_hash))
    const unnamed = some.filter((hash) => !named.has(hash))
    await files.remove(unnamed.filter((hash) => forgotten.has(hash)))
    await files.moveToTrash(
      unnamed.filter((hash) => !forgotten.has(hash)),
      now,
    )
  }
  await files.deleteOld(now, before)
}
