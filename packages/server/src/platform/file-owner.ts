import type { Queryable } from './db/database.ts'
import { newId } from './ids.ts'
import type { Log } from './log.ts'

/** A place where files lie that a database names. What no row names is moved to its trash, never deleted at once. */
export interface OwnedFiles {
  /** Where it is, for the log. */
  readonly folder: string
  /** Which installation's files these are; null when nothing says so. */
  readOwner(): Promise<string | null>
  /** Makes the place if needed. Whoever was first stays the owner. */
  writeOwner(id: string): Promise<void>
  /** Those that were placed, and not since, before this moment. */
  listBefore(moment: Date): Promise<string[]>
  /** Puts files aside under this day; those that are gone already do no harm. */
  moveToTrash(names: readonly string[], now: Date): Promise<void>
  /** Deletes what was put aside more than `TRASH_DAYS` days ago, and what a crash left half written before this moment. */
  deleteOld(now: Date, draftsBefore: Date): Promise<void>
}

export const TRASH_DAYS = 7
export const OWNER_FILE = 'everkin-installation'

/** Which of these files the database has rows for, and which of the others something uses all the same. */
export type FindKnown = (names: readonly string[]) => Promise<{ named: ReadonlySet<string>; used: ReadonlySet<string> }>

/** The random name of this database. */
export async function installationIdOf(db: Queryable): Promise<string> {
  await db.query('insert into installation (id) values ($1) on conflict do nothing', [newId()])
  const [row] = await db.query<{ id: string }>('select id from installation')
  return row!.id
}

/**
 * At start, before anything is placed: says in the folder that its files belong to this database. A folder that already
 * has files and no owner (from a version that wrote none) is taken only when the database plainly knows its files; an
 * empty database in front of a full folder is a slip in the settings.
 */
export async function claimFiles(
  files: OwnedFiles,
  database: Queryable,
  log: Log,
  findKnown: FindKnown,
): Promise<void> {
  const id = await installationIdOf(database)
  if ((await files.readOwner()) === null) {
    const lying = await files.listBefore(END_OF_TIME)
    const count = { named: 0, unknown: 0 }
    for (let from = 0; from < lying.length; from += AT_ONCE) {
      const some = lying.slice(from, from + AT_ONCE)
      const { named, used } = await findKnown(some)
      count.named += some.filter((name) => named.has(name)).length
      count.unknown += some.filter((name) => !named.has(name) && !used.has(name)).length
    }
    if (count.unknown === 0 || count.named > count.unknown) await files.writeOwner(id)
  }
  if ((await files.readOwner()) !== id) tellStranger(files, id, log)
}

/** Whether the files are this database's own, so that what no row names may go. The first refusal is logged. */
export async function mayBeSwept(files: OwnedFiles, database: Queryable, log: Log): Promise<boolean> {
  const id = await installationIdOf(database)
  if ((await files.readOwner()) === id) return true
  if (!told.has(files)) tellStranger(files, id, log)
  return false
}

const AT_ONCE = 500
const END_OF_TIME = new Date(8.64e15)
/** Sweeps run every minute; one line is enough. */
const told = new WeakSet<OwnedFiles>()

function tellStranger(files: OwnedFiles, id: string, log: Log): void {
  told.add(files)
  log.error(
    { folder: files.folder, installation: id },
    `this folder does not belong to this database, so nothing in it is removed: check DATA_DIR and DATABASE_URL; if they are right, write ${id} into ${OWNER_FILE} in it`,
  )
}
