import type { MediaServices } from './services.ts'
import { deleteUnusedBefore, selectKnown } from './store.ts'

const UNUSED_FOR_MS = 3_600_000
const AT_ONCE = 500

/** Removes uploads that have gone nowhere for an hour, and files that no row names: what a crash left (UPL-09). */
export async function sweepMedia({
  database,
  files,
  clock,
}: Pick<MediaServices, 'database' | 'files' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - UNUSED_FOR_MS)
  await files.remove((await deleteUnusedBefore(database, before)).map((row) => row.id))
  const lying = await files.listBefore(before)
  for (let from = 0; from < lying.length; from += AT_ONCE) {
    const some = lying.slice(from, from + AT_ONCE)
    const known = new Set((await selectKnown(database, some)).map((row) => row.id))
    await files.remove(some.filter((id) => !known.has(id)))
  }
}
