import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import { canTrash, claimForPurge, type FolderOwnership, findUnreferenced } from '../../platform/owned-folder.ts'
import type { MediaStorage } from './media-ports.ts'
import type { MediaServices } from './services.ts'
import {
  deleteMedia,
  deleteMediaOfPerson,
  hasMedia,
  lockDueForCheck,
  scheduleCheck,
  selectAllIds,
  selectKnownIds,
  selectMediaOfPerson,
} from './store.ts'

const UNUSED_AGE_MS = HOUR_MS
/** Media in use are rechecked after this time, in case a module stopped using them without `releaseMedia`. */
const RECHECK_AFTER_MS = DAY_MS
const BATCH_SIZE = 500

/** The media folder, as `claimFolder` and purges need it. */
export function mediaFolder(
  services: Pick<MediaServices, 'database' | 'files' | 'clock' | 'mediaInUse' | 'log'>,
): FolderOwnership {
  const { database } = services
  return {
    ...services,
    findReferenced: async (names) => ({
      named: new Set((await selectKnownIds(database, names)).map(({ id }) => id)),
      used: await services.mediaInUse(database, names),
    }),
    listReferenced: async () => storageIds(await selectAllIds(database)),
    hasRows: () => hasMedia(database),
  }
}

/**
 * Removes files that have been unused for an hour, and moves files without a row (left by a crash) to the trash
 * (UPL-09). Touches nothing in a folder that belongs to another database.
 */
export async function purgeMedia(
  services: Pick<MediaServices, 'database' | 'files' | 'clock' | 'mediaInUse' | 'log'>,
): Promise<void> {
  const { files, clock } = services
  const folder = mediaFolder(services)
  if (!(await claimForPurge(folder))) return
  const now = clock.now()
  const before = new Date(now.getTime() - UNUSED_AGE_MS)
  while ((await purgeUnused(services, before, now)) === BATCH_SIZE);
  const found = await findUnreferenced(folder, before)
  if (canTrash(folder, found)) await files.moveToTrash(found.unreferenced, now)
  await files.purgeTrash(now, before)
}

/** Returns how many it checked. */
async function purgeUnused(
  services: Pick<MediaServices, 'database' | 'files' | 'mediaInUse'>,
  before: Date,
  now: Date,
): Promise<number> {
  const { count, gone } = await services.database.transaction(async (tx) => {
    const due = await lockDueForCheck(tx, before, BATCH_SIZE)
    const ids = due.map(({ id }) => id)
    const used = await services.mediaInUse(tx, ids)
    for (const { id, isAvatar } of due) if (isAvatar) used.add(id)
    await scheduleCheck(tx, [...used], new Date(now.getTime() + RECHECK_AFTER_MS))
    const unused = ids.filter((id) => !used.has(id))
    return { count: due.length, gone: unused.length > 0 ? await deleteMedia(tx, unused) : [] }
  })
  await services.files.remove(storageIds(gone))
  return count
}

/** The storage ids of files and their blurred images. */
function storageIds(rows: readonly { id: string; thumbnail_id: string | null }[]): string[] {
  return rows.flatMap(({ id, thumbnail_id }) => (thumbnail_id ? [id, thumbnail_id] : [id]))
}

/** A person's uploaded images for the personal data export, with their stored bytes, named by purpose, time and id. */
export async function* exportMedia(
  db: Queryable,
  files: MediaStorage,
  personId: string,
): AsyncGenerator<{ name: string; bytes: Uint8Array }> {
  for (const media of await selectMediaOfPerson(db, personId)) {
    const bytes = await files.read(media.id, media.main_file)
    const time = media.created_at.toISOString().replace(/[:.]/g, '-')
    if (bytes) yield { name: `${media.purpose} ${time} ${media.id}.${extensionOf(media.main_file)}`, bytes }
  }
}

/**
 * Deletes the rows of an erased person's media; returns a function that removes their files after the commit. The files
 * of evidence stay, without a row (R3).
 */
export async function eraseMedia(
  tx: Transaction,
  { files, evidenceAmong }: Pick<MediaServices, 'files' | 'evidenceAmong'>,
  personId: string,
): Promise<() => Promise<void>> {
  const rows = await deleteMediaOfPerson(tx, personId)
  const kept = new Set(
    await evidenceAmong(
      tx,
      rows.map(({ id }) => id),
    ),
  )
  return () => files.remove(storageIds(rows.filter(({ id }) => !kept.has(id))))
}

function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}
