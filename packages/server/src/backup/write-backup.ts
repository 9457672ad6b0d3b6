import { existsSync } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { FALLBACKS_FILE, SECRET_FILE } from '../platform/app-secret.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { type Snapshot, TransferRefused, withSnapshot } from '../platform/db/transfer/snapshot.ts'
import type { TableDigest, TableShape } from '../platform/db/transfer/tables.ts'
import { createFolderTree, digesting, type FileTree } from '../providers/storage/file-tree.ts'
import {
  ERASURES_FILE,
  FILE_LIST,
  FILES_FOLDER,
  FORMAT,
  hashOf,
  MANIFEST_FILE,
  type Manifest,
  tableFile,
} from './manifest.ts'

/** What a backup is made of. */
export interface BackupParts {
  database: Database
  files: FileTree
  dataDir: string
  clock: Clock
}

/** A folder that is being written has this ending, until everything is in it. */
const PARTIAL_SUFFIX = '.partial'

/**
 * Writes a backup to a new folder: the database in the state of one moment, all files that it refers to, and the
 * journal of erasures. Files are copied before that moment, and those that came meanwhile after it, so that a server
 * may go on. Rows and files stream; neither is in memory as a whole. Nothing stays of a backup that fails.
 * @throws TransferRefused when there is something at the target already.
 */
export async function writeBackup(
  parts: BackupParts,
  target: string,
  options: { withSecret: boolean },
): Promise<Manifest> {
  const folder = `${target}${PARTIAL_SUFFIX}`
  for (const path of [target, folder])
    if (existsSync(path)) throw new TransferRefused(`${path} exists already: choose another folder, or remove it.`)
  await mkdir(join(folder, 'database'), { recursive: true, mode: 0o700 })
  try {
    const manifest = await writeParts(parts, folder, options)
    await rename(folder, target)
    return manifest
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function writeParts(
  { database, files, dataDir, clock }: BackupParts,
  folder: string,
  { withSecret }: { withSecret: boolean },
): Promise<Manifest> {
  const copied = await createFileCopier(files, folder)
  await copied.copyNew()
  const manifest = await withSnapshot(database, async (snapshot) => {
    await copied.copyNew()
    const tables: Manifest['tables'] = []
    for (const table of snapshot.tables) tables.push(await writeTable(snapshot, table, folder))
    const { installation, migrations, sequences, balances } = snapshot
    return { installation, migrations, sequences, balances, tables }
  })
  const whole: Manifest = {
    format: FORMAT,
    createdAt: clock.now().toISOString(),
    database: database.kind,
    ...manifest,
    files: await copied.end(),
    // After the snapshot, so that it knows every erasure that the snapshot does.
    erasures: await copyIfThere(join(dataDir, ERASURES_FILE), join(folder, ERASURES_FILE)),
    secret: withSecret ? await copyIfThere(join(dataDir, SECRET_FILE), join(folder, SECRET_FILE)) : null,
    secretFallbacks: withSecret ? await copyIfThere(join(dataDir, FALLBACKS_FILE), join(folder, FALLBACKS_FILE)) : null,
  }
  await writeDurably(join(folder, MANIFEST_FILE), `${JSON.stringify(whole, null, 1)}\n`)
  return whole
}

async function writeTable(snapshot: Snapshot, table: TableShape, folder: string): Promise<Manifest['tables'][number]> {
  const path = join(folder, tableFile(table.name))
  let digest: TableDigest = { rows: 0, digest: '' }
  const lines = async function* () {
    for await (const batch of snapshot.rows(table, (found) => (digest = found))) yield `${batch.join('\n')}\n`
  }
  // The transaction begins again after a lost connection, and replaces what it had written.
  const file = await open(path, 'w', 0o600)
  await pipeline(Readable.from(lines()), createGzip({ level: 5 }), file.createWriteStream({ flush: true }))
  return { name: table.name, columns: [...table.columns], ...digest, sha256: (await hashOf(path)) ?? '' }
}

/** Copies files into the backup and lists them with their hashes. */
async function createFileCopier(from: FileTree, folder: string) {
  const to = createFolderTree(join(folder, FILES_FOLDER))
  const list = await open(join(folder, FILE_LIST), 'wx', 0o600)
  const done = new Set<string>()
  let bytes = 0
  return {
    /** Those that were not copied yet. One that is removed before it can be read is no part of the backup. */
    async copyNew(): Promise<void> {
      for await (const { path } of from.list()) {
        const source = done.has(path) ? null : await from.read(path)
        if (!source) continue
        const { chunks, digest } = digesting(source)
        await to.write(path, chunks)
        done.add(path)
        const { sha256, size } = digest()
        bytes += size
        await list.writeFile(`${JSON.stringify({ path, size, sha256 })}\n`)
      }
    },
    async end(): Promise<Manifest['files']> {
      await list.sync()
      await list.close()
      return { count: done.size, bytes, sha256: (await hashOf(join(folder, FILE_LIST))) ?? '' }
    },
  }
}

async function copyIfThere(from: string, to: string): Promise<string | null> {
  if (!(await stat(from).catch(() => null))) return null
  await copyFile(from, to)
  return hashOf(to)
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  await file.writeFile(text)
  await file.sync()
  await file.close()
}
