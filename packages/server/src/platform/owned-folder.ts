import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from './app-error.ts'
import type { Clock } from './clock.ts'
import { commandLine } from './command-line.ts'
import { createFileAtomically } from './db/data-folder.ts'
import type { Queryable } from './db/database.ts'
import { DAY_MS, HOUR_MS } from './durations.ts'
import { newId } from './ids.ts'
import type { Log } from './log.ts'
import { isSystemError } from './system-error.ts'

/**
 * A folder of files, on disk or in a bucket, that database rows refer to. A file without a row is moved to its trash,
 * never deleted at once.
 */
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

const HASH_PATTERN = /^[0-9a-f]{64}$/

/** Whether this is the name of a file that is stored under the SHA-256 of its bytes. */
export function isFileHash(name: string): boolean {
  return HASH_PATTERN.test(name)
}

/** Which of these files the database has rows for, and which of the others are in use nevertheless. */
type FindReferenced = (names: readonly string[]) => Promise<{ named: ReadonlySet<string>; used: ReadonlySet<string> }>

/** The random id of this database. */
export async function loadInstallationId(db: Queryable): Promise<string> {
  await db.query('insert into installation (id) values ($1) on conflict do nothing', [newId()])
  const [row] = await db.query<{ id: string }>('select id from installation')
  return row!.id
}

/** A folder, and what its database knows of it. */
export interface FolderOwnership {
  files: OwnedFolder
  database: Queryable
  clock: Clock
  log: Log
  findReferenced: FindReferenced
  /** All names that rows refer to. */
  listReferenced(): Promise<string[]>
  /** Whether any row refers to a file. */
  hasRows(): Promise<boolean>
}

/**
 * Runs at start, before anything is stored: records in the folder that its files belong to this database. A folder with
 * files and no owner (from a version that wrote none) is claimed only when the database clearly knows its files; an
 * empty database in front of a full folder is a mistake in the settings.
 */
export async function claimFolder(ownership: FolderOwnership): Promise<void> {
  const { files, clock, log } = ownership
  startTimes.set(files, clock.now().getTime())
  try {
    await claim(ownership)
  } catch (error) {
    if (!(error instanceof AppError && error.errorName === 'Unavailable')) throw error
    log.warn({ folder: files.folder }, 'the file storage is away: its owner is checked before anything is removed')
    unclaimedFolders.add(files)
  }
}

async function claim(ownership: FolderOwnership): Promise<void> {
  const { files, database } = ownership
  const id = await loadInstallationId(database)
  if ((await files.readOwner()) === null) {
    const count = { named: 0, unknown: 0 }
    await forEachBatch(await files.listBefore(MAX_DATE), async (batch) => {
      const { named, used } = await ownership.findReferenced(batch)
      count.named += batch.filter((name) => named.has(name)).length
      count.unknown += batch.filter((name) => !named.has(name) && !used.has(name)).length
    })
    if (count.unknown === 0 || count.named > count.unknown) await files.writeOwner(id)
  }
  if ((await files.readOwner()) !== id) reportForeignFolder(ownership, id)
}

/**
 * Returns whether files in the folder may be deleted. Claims a folder whose storage was away at the start; logs once if
 * it belongs to another server. Within an hour after the start the answer is no while there are no rows at all, because
 * a restore may be under way.
 */
export async function claimForPurge(ownership: FolderOwnership): Promise<boolean> {
  const { files, database, clock } = ownership
  const id = await loadInstallationId(database)
  if (unclaimedFolders.has(files)) {
    await claim(ownership)
    unclaimedFolders.delete(files)
  }
  if ((await files.readOwner()) !== id) {
    if (!reportedFolders.has(files)) reportForeignFolder(ownership, id)
    return false
  }
  const startedAt = startTimes.get(files) ?? Number.NEGATIVE_INFINITY
  return clock.now().getTime() - startedAt >= EMPTY_DATABASE_DELAY_MS || (await ownership.hasRows())
}

/** The files stored before a moment that the database does not know; `stored` is the number of all of them. */
export async function findUnreferenced(
  { files, findReferenced }: Pick<FolderOwnership, 'files' | 'findReferenced'>,
  before: Date = MAX_DATE,
): Promise<{ stored: number; unreferenced: string[] }> {
  const names = await files.listBefore(before)
  const unreferenced: string[] = []
  await forEachBatch(names, async (batch) => {
    const { named, used } = await findReferenced(batch)
    unreferenced.push(...batch.filter((name) => !named.has(name) && !used.has(name)))
  })
  return { stored: names.length, unreferenced }
}

/**
 * Whether so many files may be moved to the trash at once. A crash leaves a few files without a row; a large share of a
 * folder means that rows are missing. The first refusal is logged.
 */
export function canTrash(
  { files, log }: Pick<FolderOwnership, 'files' | 'log'>,
  { stored, unreferenced }: { stored: number; unreferenced: readonly string[] },
): boolean {
  const count = unreferenced.length
  if (count <= MAX_TRASHED_FILES || count <= stored * MAX_TRASHED_SHARE) return true
  if (reportedShares.has(files)) return false
  reportedShares.add(files)
  log.error(
    { folder: files.folder, unreferenced: count, stored },
    `the database does not know a large part of the files in this folder, so none of them is moved to the trash: check DATA_DIR, STORAGE_URL and DATABASE_URL; if they are right, run ${commandLine('restore-check', '--move-unreferenced')}`,
  )
  return false
}

/** How a folder and its database agree. */
export interface FolderReport {
  folder: string
  isOwn: boolean
  stored: number
  /** Files that no row refers to. */
  unreferenced: string[]
  /** Files that rows refer to and that are not there. */
  missing: string[]
}

/** Compares a folder with its database in both directions; changes nothing. */
export async function inspectFolder(ownership: FolderOwnership): Promise<FolderReport> {
  const { files, database } = ownership
  const isOwn = (await files.readOwner()) === (await loadInstallationId(database))
  const { stored, unreferenced } = await findUnreferenced(ownership)
  const present = new Set(await files.listBefore(MAX_DATE))
  const missing = (await ownership.listReferenced()).filter((name) => !present.has(name))
  return { folder: files.folder, isOwn, stored, unreferenced, missing }
}

const BATCH_SIZE = 500

/** Does work for names in batches, one after the other. */
export async function forEachBatch(
  names: readonly string[],
  work: (batch: readonly string[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < names.length; from += BATCH_SIZE) await work(names.slice(from, from + BATCH_SIZE))
}

const MAX_DATE = new Date(8.64e15)
const EMPTY_DATABASE_DELAY_MS = HOUR_MS
const MAX_TRASHED_FILES = 50
const MAX_TRASHED_SHARE = 0.1
const startTimes = new WeakMap<OwnedFolder, number>()
/** Their storage was away at the start. */
const unclaimedFolders = new WeakSet<OwnedFolder>()
/** Purges repeat; one line each is enough. */
const reportedFolders = new WeakSet<OwnedFolder>()
const reportedShares = new WeakSet<OwnedFolder>()

function reportForeignFolder({ files, log }: Pick<FolderOwnership, 'files' | 'log'>, id: string): void {
  reportedFolders.add(files)
  log.error(
    { folder: files.folder, installation: id },
    `this folder does not belong to this database, so nothing in it is removed: check DATA_DIR, STORAGE_URL and DATABASE_URL; if they are right, write ${id} into ${OWNER_FILE} in it`,
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

/** The date in UTC, by which the trash is sorted. */
export function utcDay(now: Date): string {
  return now.toISOString().slice(0, 10)
}
