import {
  existsSync,
  linkSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { SECOND_MS } from '../durations.ts'
import type { Log } from '../log.ts'
import { ensurePrivateFolder } from '../private-files.ts'

/** Another process holds the data folder. `message` is the one line that a person should read. */
export class DataFolderInUse extends Error {}

const WHAT_TO_DO = 'Stop it first, or set another DATA_DIR.'

/** The holder is in another container or on another machine. It may have ended: the lock is stale after a while. */
export class DataFolderHeldElsewhere extends DataFolderInUse {}

/** The database in the data folder cannot be used. `message` is the one line that a person should read. */
export class DataFolderDamaged extends Error {}

interface LockHolder {
  pid: number
  /** Start time of the process in clock ticks since boot, where /proc has it, because pids are reused. */
  started: string | null
  /** Where the pid means this process; see `pidScope`. Null in locks of older versions. */
  scope: string | null
}

const HEARTBEAT_INTERVAL_MS = 5 * SECOND_MS
/** A holder whose process cannot be looked up counts as alive for this long after its last heartbeat. */
const LOCK_STALE_MS = 30 * SECOND_MS
const LOCK_RETRY_INTERVAL_MS = 500

/**
 * Takes the folder's lock, because two processes on one embedded database silently lose rows (DUR-11). A lock whose
 * process is gone is taken over; in another container or on another machine a process cannot be looked up, so there the
 * heartbeat of the lock counts. Returns a function that releases the lock.
 *
 * `onLost` is called when the lock has become another's, for instance because this process was suspended: it must stop
 * writing at once.
 */
export function lockDataFolder(dataDir: string, onLost: () => void = () => undefined): () => void {
  ensurePrivateFolder(dataDir)
  const path = join(dataDir, 'everkin.lock')
  const started = processStartTime(process.pid)
  const ownLock = JSON.stringify({ pid: process.pid, started, scope: pidScope() } satisfies LockHolder)
  for (let attempt = 0; ; attempt++) {
    try {
      createFileAtomically(path, ownLock)
      const stopHeartbeat = startHeartbeat(path, ownLock, onLost)
      return () => {
        stopHeartbeat()
        if (readOrNull(path) === ownLock) unlinkSync(path)
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt >= 5) throw error // a system error
    }
    const text = readOrNull(path)
    if (text === null) continue
    const holder = parse(text)
    if (holder && holder.scope !== null && holder.scope !== pidScope()) {
      if (hasHeartbeat(path))
        throw new DataFolderHeldElsewhere(
          `The data folder ${dataDir} is in use by another Everkin, in another container or on another machine. ${WHAT_TO_DO}`,
        )
    } else if (holder && isAlive(holder)) {
      throw new DataFolderInUse(
        `The data folder ${dataDir} is in use by another Everkin (process ${holder.pid}). ${WHAT_TO_DO}`,
      )
    }
    moveStaleLockAside(path, text)
  }
}

/**
 * Takes the folder's lock. Waits for a holder in another container, which may be stopping or may have been killed.
 * @throws DataFolderInUse.
 */
export async function lockWhenFree(dataDir: string, log: Log): Promise<() => void> {
  const end = performance.now() + LOCK_STALE_MS + 2 * LOCK_RETRY_INTERVAL_MS
  let hasLogged = false
  for (;;) {
    try {
      const unlock = lockDataFolder(dataDir, () => {
        // Another process writes to the database by now: anything that this one still wrote would damage it.
        log.error({ dataDir }, 'the lock of the data folder was lost to another process')
        process.exit(1)
      })
      // Also when this process ends before it has closed the database: in another container, the next start would wait.
      process.once('exit', unlock)
      return () => {
        process.off('exit', unlock)
        unlock()
      }
    } catch (error) {
      if (!(error instanceof DataFolderHeldElsewhere) || performance.now() > end) throw error
      if (!hasLogged) log.warn({ dataDir }, 'waiting until another container or machine has left the data folder')
      hasLogged = true
    }
    await delay(LOCK_RETRY_INTERVAL_MS)
  }
}

/** Renews the lock, puts it back when someone has deleted it, and notices when it has become another's. */
function startHeartbeat(path: string, ownLock: string, onLost: () => void): () => void {
  const timer = setInterval(() => {
    const text = readOrNull(path)
    try {
      if (text === ownLock) return utimesSync(path, new Date(), new Date())
      if (text === null) return createFileAtomically(path, ownLock)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return // a system error: a full or missing disk
    }
    clearInterval(timer)
    onLost()
  }, HEARTBEAT_INTERVAL_MS).unref()
  return () => clearInterval(timer)
}

/** The clock may differ between machines, and may have been set back. */
function hasHeartbeat(path: string): boolean {
  try {
    return Math.abs(Date.now() - statSync(path).mtimeMs) < LOCK_STALE_MS
  } catch {
    return false
  }
}

/** Names what a pid is unique in: one boot of a machine and, in a container, its own process table. */
function pidScope(): string {
  try {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${bootId} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/**
 * Creates a file that only its owner can read and that never exists half written, because an empty lock would count as
 * stale.
 * @throws the system's EEXIST when there is one of that name.
 */
export function createFileAtomically(path: string, text: string): void {
  const draft = `${path}.${process.pid}.draft`
  writeFileSync(draft, text, { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error // a system error
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' }) // a file system without hard links
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Moves a stale lock away. If another process was faster and the lock is a new one by now, it is put back. */
function moveStaleLockAside(path: string, expected: string): void {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return // another process was faster
  }
  if (readOrNull(aside) !== expected) {
    try {
      writeFileSync(path, readFileSync(aside), { flag: 'wx' })
    } catch {
      // the next attempt finds the current holder
    }
  }
  unlinkSync(aside)
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function parse(text: string): LockHolder | null {
  try {
    const value = JSON.parse(text) as Partial<LockHolder> | null // checked below
    if (!value || !Number.isInteger(value.pid)) return null
    return { pid: Number(value.pid), started: value.started ?? null, scope: value.scope ?? null }
  } catch {
    return null
  }
}

function isAlive(holder: LockHolder): boolean {
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false // a system error; EPERM: it is running as another user
  }
  const started = processStartTime(holder.pid)
  return started !== 'zombie' && (holder.started === null || started === null || started === holder.started)
}

function processStartTime(pid: number): string | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[0] === 'Z' ? 'zombie' : (fields[19] ?? null)
  } catch {
    return null
  }
}

/** The folder of each embedded database in the data folder. */
const DATABASE_FOLDERS = { pglite: 'database', postgres: 'postgres' } as const

export type EmbeddedKind = keyof typeof DATABASE_FOLDERS

/** Whether a database of this kind has been in use, so that it may contain people's data. */
export function hasDatabase(dataDir: string, kind: EmbeddedKind): boolean {
  const name = DATABASE_FOLDERS[kind]
  return existsSync(join(dataDir, name)) && existsSync(join(dataDir, `${name}.ready`))
}

/**
 * The embedded database's folder. One that a crash left incomplete at its first start is moved aside, never deleted
 * (DUR-12). One that has been in use contains people's data and is never moved, whatever is wrong with it.
 * @throws DataFolderDamaged when it lacks one of the files that PostgreSQL writes first and last.
 */
export function prepareDatabaseFolder(
  dataDir: string,
  now: Date,
  kind: EmbeddedKind = 'pglite',
): { directory: string; movedAside: string | null } {
  const directory = join(dataDir, DATABASE_FOLDERS[kind])
  const isWhole = existsSync(join(directory, 'PG_VERSION')) && existsSync(join(directory, 'global', 'pg_control'))
  const wasFinished = existsSync(`${directory}.ready`)
  if (!existsSync(directory) || (isWhole && wasFinished)) return { directory, movedAside: null }
  if (wasFinished) {
    throw new DataFolderDamaged(
      `The database in ${directory} is damaged: restore a backup, or set DATA_DIR to another folder to start with an empty one.`,
    )
  }
  const movedAside = `${directory}.half-made-${now.toISOString().replaceAll(':', '')}`
  renameSync(directory, movedAside)
  return { directory, movedAside }
}

/** Records that the first start is complete: from now on the folder is never moved aside, whatever is wrong with it. */
export function markDatabaseReady(dataDir: string, now: Date, kind: EmbeddedKind = 'pglite'): void {
  const path = join(dataDir, `${DATABASE_FOLDERS[kind]}.ready`)
  if (!existsSync(path)) writeFileSync(path, `${now.toISOString()}\n`)
}

/** Keeps a database whose data are now in one of the other kind, under another name. Returns its new path. */
export function setDatabaseAside(dataDir: string, now: Date, kind: EmbeddedKind): string {
  const directory = join(dataDir, DATABASE_FOLDERS[kind])
  const aside = `${directory}.moved-${now.toISOString().replaceAll(':', '')}`
  renameSync(directory, aside)
  rmSync(`${directory}.ready`, { force: true })
  return aside
}
