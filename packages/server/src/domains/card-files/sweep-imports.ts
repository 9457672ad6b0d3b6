import { LIMITS } from '@everkin/contract/limits.ts'
import type { CardFileServices } from './services.ts'
import { deleteForgotten, selectNamed } from './store.ts'

const LYING_FOR_MS = 3_600_000
const AT_ONCE = 500

/** Removes files that were never saved within a day, those of cards that are gone, and what no row names any more. */
export async function sweepImports({
  database,
  files,
  clock,
}: Pick<CardFileServices, 'database' | 'files' | 'clock'>): Promise<void> {
  const now = clock.now().getTime()
  await deleteForgotten(database, new Date(now - LIMITS.importLifeMs))
  const lying = await files.listBefore(new Date(now - LYING_FOR_MS))
  for (let from = 0; from < lying.length; from += AT_ONCE) {
    const some = lying.slice(from, from + AT_ONCE)
    const named = new Set((await selectNamed(database, some)).map((row) => row.file_hash))
    await files.remove(some.filter((hash) => !named.has(hash)))
  }
}
