import { existsSync, linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensurePrivateFolder } from '../private-files.ts'

/** Another process holds the data folder. `message` is the one line that a person should read. */
export class DataFolderInUse extends Error {}

/** What is in the data folder can not be used. `message` is the one line that a person should read. */
export class DataFolderDamaged extends Error {}

interface LockHolder {
  pid: number
  /** Start time of the process in clock ticks since boot, where /proc tells it: pids are used again. */
  started: string | null
}

/**
 * Takes the folder's lock, since two processes on one embedded database silently lose rows (DUR-11). A lock whose
 * process is gone is taken over. Returns what gives the lock back.
 */
export function lockDataFolder(dataDir: string): () => void {
  ensurePrivateFolder(dataDir)
  const path = join(dataDir, 'everkin.lock')
  const mine = JSON.stringify({ pid: process.pid, started: processStartTime(process.pid) } satisfies LockHolder)
  for (let attempt = 0; ; attempt++) {
    try {
      createFileAtomically(path, mine)
      return () => {
        if (readOrNull(path) === mine) unlinkSync(path)
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt >= 5) throw error // a system error
    }
    const text = readOrNull(path)
    if (text === null) continue
    const holder = parse(text)
    if (holder && isAlive(holder)) {
      throw new DataFolderInUse(`The data folder ${dataDir} is in use by another Everkin (process ${holder.pid}).`)
    }
    moveStaleLockAside(path, text)
  }
}

/**
 * Makes a file that only its owner reads and that is never seen half written: an empty lock would pass for a dead one.
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

/** Moves a dead lock away; when someone else was quicker and it is a new one by now, it is put back. */
function moveStaleLockAside(path: string, expected: string): void {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return // someone else was quicker
  }
  if (readOrNull(aside) !== expected) {
    try {
      writeFileSync(path, readFileSync(aside), { flag: 'wx' })
    } catch {
      // the next try finds whoever holds it now
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
    return value && Number.isInteger(value.pid) ? { pid: Number(value.pid), started: value.started ?? null } : null
  } catch {
    return null
  }
}

function isAlive(holder: LockHolder): boolean {
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false // a system error; EPERM: it lives, as someone else
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

/**
 * The embedded database's folder. One that a crash left half-made at its first start is moved aside, never deleted
 * (DUR-12). One that has been in use holds people's words: it is never moved, whatever is wrong with it.
 * @throws DataFolderDamaged when it lacks one of the files that PostgreSQL writes first and last.
 */
export function prepareDatabaseFolder(dataDir: string, now: Date): { directory: string; movedAside: string | null } {
  const directory = join(dataDir, 'database')
  const isWhole = existsSync(join(directory, 'PG_VERSION')) && existsSync(join(directory, 'global', 'pg_control'))
  const wasFinished = existsSync(join(dataDir, 'database.ready'))
  if (!existsSync(directory) || (isWhole && wasFinished)) return { directory, movedAside: null }
  if (wasFinished) {
    throw new DataFolderDamaged(
      `The database in ${directory} is damaged: put a copy back, or move it away to start anew.`,
    )
  }
  const movedAside = `${directory}.half-made-${now.toISOString().replaceAll(':', '')}`
  renameSync(directory, movedAside)
  return { directory, movedAside }
}

/** Says that the first start went through: from here on the folder is never moved aside, whatever is wrong with it. */
export function markDatabaseReady(dataDir: string, now: Date): void {
  const path = join(dataDir, 'database.ready')
  if (!existsSync(path)) writeFileSync(path, `${now.toISOString()}\n`)
}
