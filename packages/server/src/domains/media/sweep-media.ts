import { claimFiles, mayBeSwept } from '../../platform/file-owner.ts'
import type { MediaServices } from './services.ts'
import { checkLater, deleteMedia, lockDue, selectKnown } from './store.ts'

const UNUSED_FOR_MS = 3_600_000
/** What is used is asked after again so much later, in case somebody let go of it without a word. */
const AGAIN_AFTER_MS = 24 * 3_600_000
const AT_ONCE = 500

/** At start: see `claimFiles`. */
export async function claimMedia(services: Pick<MediaServices, 'database' | 'files' | 'users' | 'log'>): Promise<void> {
  const { database, files, log } = services
  await claimFiles(files, database, log, async (names) => ({
    named: new Set((await selectKnown(database, names)).map(({ id }) => id)),
    used: await usedAmong(services, database, names),
  }))
}

/**
 * Removes files that have gone nowhere for an hour, and puts those that no row names into the trash: what a crash left
 * (UPL-09). Touches nothing in a folder that is another database's.
 */
export async function sweepMedia(
  services: Pick<MediaServices, 'database' | 'files' | 'clock' | 'users' | 'log'>,
): Promise<void> {
  const { files, clock } = services
  if (!(await mayBeSwept(files, services.database, services.log))) return
  const now = clock.now()
  const before = new Date(now.getTime() - UNUSED_FOR_MS)
  while ((await sweepUnused(services, before, now)) === AT_ONCE);
  const lying = await files.listBefore(before)
  for (let from = 0; from < lying.length; from += AT_ONCE) {
    const some = lying.slice(from, from + AT_ONCE)
    const known = await usedAmong(services, services.database, some)
    for (const { id } of await selectKnown(services.database, some)) known.add(id)
    const unknown = some.filter((id) => !known.has(id))
    await files.moveToTrash(unknown, now)
  }
  await files.deleteOld(now, before)
}

/** Gives of how many it was asked. */
async function sweepUnused(
  services: Pick<MediaServices, 'database' | 'files' | 'users'>,
  before: Date,
  now: Date,
): Promise<number> {
  const { count, gone } = await services.database.transaction(async (tx) => {
    const due = await lockDue(tx, before, AT_ONCE)
    const ids = due.map(({ id }) => id)
    const used = await usedAmong(services, tx, ids)
    for (const { id, isAvatar } of due) if (isAvatar) used.add(id)
    await checkLater(tx, [...used], new Date(now.getTime() + AGAIN_AFTER_MS))
    const unused = ids.filter((id) => !used.has(id))
    return { count: due.length, gone: unused.length > 0 ? await deleteMedia(tx, unused) : [] }
  })
  await services.files.remove(namesOf(gone))
  return count
}

async function usedAmong(
  { users }: Pick<MediaServices, 'users'>,
  db: Parameters<typeof selectKnown>[0],
  ids: readonly string[],
): Promise<Set<string>> {
  const used = new Set<string>()
  if (ids.length > 0) for (const user of users) for (const id of await user.usedAmong(db, ids)) used.add(id)
  return used
}

/** The names under which files and their blurred pictures lie. */
export function namesOf(rows: readonly { id: string; thumbnail_id: string | null }[]): string[] {
  return rows.flatMap(({ id, thumbnail_id }) => (thumbnail_id ? [id, thumbnail_id] : [id]))
}
