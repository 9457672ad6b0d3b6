import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createFileAtomically } from './db/data-folder.ts'
import type { Queryable } from './db/database.ts'
import { DAY_MS } from './durations.ts'
import { newId } from './ids.ts'
import type { Log } from './log.ts'
import { isSystemError } from './system-error.ts'

/** A folder of files that database rows refer to. A file without a row is moved to its trash, never deleted at once. */
export interface OwnedFolder {
  /** Its path, for the log. */
  readonly folder: string
  /** The id of the installation that owns these files; null when there is none. */
  readOwner(): Promise<string | null>
  /** Creates the folder if needed. The first owner stays the owner. */
  writeOwner(id: string): Promise<void>
  /** Files that were stored, and not stored again, before this moment. */
  listBefore(moment: Date): Promise<string[]>
  /** Moves files to the trash of this day; missing ones are ignored. */
  moveToTrash(names: readonly string[], now: Date): Promise<void>
  /**
   * Deletes files that were moved to the trash more than `TRASH_DAYS` days ago, and half-written files of a crash
   * before this moment.
   */
  purgeTrash(now: Date, draftsBefore: Date): Promise<void>
}

export const TRASH_DAYS = 7
export const OWNER_FILE = 'everkin-installation'

/** Which of these files the database has rows for, and which of the others are in use nevertheless. */
export type FindReferenced = (
  names: readonly string[],
) => Promise<{ named: ReadonlySet<string>; used: ReadonlySet<string> }>

/** The random id of this database. */
export async function loadInstallationId(db: Queryable): Promise<string> {
  await db.query('insert into installation (id) values ($1) on conflict do nothing', [newId()])
  const [row] = await db.query<{ id: string }>('select id from installation')
  return row!.id
}

/**
 * Runs at start, before anything is stored: records in the folder that its files belong to this database. A folder with
 * files and no owner (from a version that wrote none) is claimed only when the database clearly knows its files; an
 * empty database in front of a full folder is a mistake in the settings.
 */
export async function claimFolder(
  files: OwnedFolder,
  database: Queryable,
  log: Log,
  findKnown: FindReferenced,
): Promise<void> {
  const id = await loadInstallationId(database)
  if ((await files.readOwner()) === null) {
    const names = await files.listBefore(MAX_DATE)
    const count = { named: 0, unknown: 0 }
    for (let from = 0; from < names.length; from += BATCH_SIZE) {
      const some = names.slice(from, from + BATCH_SIZE)
      const { named, used } = await findKnown(some)
      count.named += some.filter((name) => named.has(name)).length
      count.unknown += some.filter((name) => !named.has(name) && !used.has(name)).length
    }
    if (count.unknown === 0 || count.named > count.unknown) await files.writeOwner(id)
  }
  if ((await files.readOwner()) !== id) reportForeignFolder(files, id, log)
}

/**
 * Whether the files belong to this database, so that those without a row may be removed. The first refusal is logged.
 */
export async function canPurge(files: OwnedFolder, database: Queryable, log: Log): Promise<boolean> {
  const id = await loadInstallationId(database)
  if ((await files.readOwner()) === id) return true
  if (!reportedFolders.has(files)) reportForeignFolder(files, id, log)
  return false
}

const BATCH_SIZE = 500
const MAX_DATE = new Date(8.64e15)
/** Purges run every minute; one line is enough. */
const reportedFolders = new WeakSet<OwnedFolder>()

function reportForeignFolder(files: OwnedFolder, id: string, log: Log): void {
  reportedFolders.add(files)
  log.error(
    { folder: files.folder, installation: id },
    `this folder does not belong to this database, so nothing in it is removed: check DATA_DIR and DATABASE_URL; if they are right, write ${id} into ${OWNER_FILE} in it`,
  )
}

const TRASH_FOLDER = 'trash'
/** Marks a file that is still being written. */
export const DRAFT_SUFFIX = '.draft'

/** The part of a file folder that purges use. Only names that `isName` accepts become paths. */
export function createOwnedFolder(folder: string, isName: (name: string) => boolean): OwnedFolder {
  return {
    folder,
    async readOwner() {
      return readFile(join(folder, OWNER_FILE), 'utf8').then(
        (text) => text.trim(),
        (error: unknown) => {
          if (isSystemError(error, 'ENOENT')) return null
          throw error
        },
      )
    },
    async writeOwner(id) {
      await mkdir(folder, { recursive: true })
      try {
        createFileAtomically(join(folder, OWNER_FILE), `${id}\n`)
      } catch (error) {
        if (!isSystemError(error, 'EEXIST')) throw error
      }
    },
    async listBefore(moment) {
      const found: string[] = []
      for (const name of await readdir(folder).catch(() => [])) {
        const made = await stat(join(folder, name)).catch(() => null)
        if (!made || made.mtimeMs >= moment.getTime()) continue
        if (isName(name)) found.push(name)
      }
      return found
    },
    async moveToTrash(names, now) {
      if (names.length === 0) return
      const day = join(folder, TRASH_FOLDER, utcDay(now))
      await mkdir(day, { recursive: true })
      for (const name of names) {
        if (!isName(name)) throw new Error('not the name of a file')
        await rename(join(folder, name), join(day, name)).catch((error: unknown) => {
          if (!isSystemError(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST')) throw error
        })
      }
    },
    async purgeTrash(now, draftsBefore) {
      for (const name of await readdir(folder).catch(() => [])) {
        if (!name.endsWith(DRAFT_SUFFIX)) continue
        const made = await stat(join(folder, name)).catch(() => null)
        if (made && made.mtimeMs < draftsBefore.getTime())
          await rm(join(folder, name), { recursive: true, force: true })
      }
      const last = utcDay(new Date(now.getTime() - TRASH_DAYS * DAY_MS))
      for (const day of await readdir(join(folder, TRASH_FOLDER)).catch(() => []))
        if (/^\d{4}-\d\d-\d\d$/.test(day) && day < last)
          await rm(join(folder, TRASH_FOLDER, day), { recursive: true, force: true })
    },
  }
}

function utcDay(now: Date): string {
  return now.toISOString().slice(0, 10)
}
