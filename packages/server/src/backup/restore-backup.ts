import { copyFile, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createErasureJournal } from '../modules/accounts/module.ts'
import { FALLBACKS_FILE, SECRET_FILE } from '../platform/app-secret.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { assertEmptyDatabase, loadIntoEmpty } from '../platform/db/transfer/load.ts'
import { TransferRefused } from '../platform/db/transfer/snapshot.ts'
import { loadInstallationId, type OwnedFolder } from '../platform/owned-folder.ts'
import { ensurePrivateFolder } from '../platform/private-files.ts'
import { copyFiles } from '../providers/storage/copy-files.ts'
import { createFolderTree, digestFile, type FileTree } from '../providers/storage/file-tree.ts'
import {
  BackupDamaged,
  ERASURES_FILE,
  FILE_LIST,
  FILES_FOLDER,
  hashOf,
  type Manifest,
  readFileList,
  readManifest,
  readTableFile,
  tableFile,
} from './manifest.ts'

/** Reads all of a backup and compares it with its manifest. @throws BackupDamaged */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const expected = [
    ...manifest.tables.map(({ name, sha256 }) => [tableFile(name), sha256] as const),
    [FILE_LIST, manifest.files.sha256] as const,
    ...(manifest.erasures ? [[ERASURES_FILE, manifest.erasures] as const] : []),
    ...(manifest.secret ? [[SECRET_FILE, manifest.secret] as const] : []),
    ...(manifest.secretFallbacks ? [[FALLBACKS_FILE, manifest.secretFallbacks] as const] : []),
  ]
  for (const [name, sha256] of expected) assertSame(name, sha256, await hashOf(join(folder, name)))
  const files = createFolderTree(join(folder, FILES_FOLDER))
  for await (const { path, size, sha256 } of readFileList(folder)) {
    const found = await digestFile(files, path)
    assertSame(path, `${sha256} ${size}`, found && `${found.sha256} ${found.size}`)
  }
  return manifest
}

function assertSame(name: string, expected: string, found: string | null): void {
  if (found === null) throw new BackupDamaged(`The backup is incomplete: ${name} is missing.`)
  if (found !== expected) throw new BackupDamaged(`The backup is damaged: ${name} is not what was stored.`)
}

/** Where a backup is restored to. */
export interface RestoreTarget {
  database: Database
  files: FileTree
  /** The folders of `files`, whose owner becomes the restored database. */
  folders: readonly OwnedFolder[]
  dataDir: string
  clock: Clock
}

/**
 * Restores a backup that `verifyBackup` has read. Files come first and are read back, then what belongs to the data
 * folder, then the database in one transaction: a database that has data is complete. After an error, or a crash, it is
 * empty and the same restore can be started again.
 * @throws TransferRefused when the target is not empty, or not the same afterwards.
 */
export async function restoreBackup(folder: string, manifest: Manifest, target: RestoreTarget): Promise<void> {
  await assertFilesAreOurs(folder, manifest, target)
  await assertEmptyDatabase(target.database)
  const secretFiles = [...(manifest.secret ? [SECRET_FILE] : []), ...(manifest.secretFallbacks ? [FALLBACKS_FILE] : [])]
  for (const file of secretFiles) await assertSameSecret(folder, target.dataDir, file)
  await copyFiles(createFolderTree(join(folder, FILES_FOLDER)), target.files)
  ensurePrivateFolder(target.dataDir) // where the files are in a bucket, nothing has created it
  // A server that started without these would show people who were erased, or could not read what is encrypted.
  await restoreErasures(folder, target)
  for (const file of secretFiles) await copyFile(join(folder, file), join(target.dataDir, file))
  if (manifest.installation !== null) await writeOwner(target, manifest.installation)
  await loadIntoEmpty(target.database, {
    ...manifest,
    rows: ({ name }) => readTableFile(folder, name),
    digestOf: ({ name }) => {
      const { rows, digest } = manifest.tables.find((table) => table.name === name)!
      return { rows, digest }
    },
  })
  // A backup of an older version names none.
  if (manifest.installation === null) await writeOwner(target, await loadInstallationId(target.database))
}

async function writeOwner({ folders }: RestoreTarget, owner: string): Promise<void> {
  for (const owned of folders) await owned.writeOwner(owner)
}

/** A target may only have files of this backup, as after an interrupted restore. */
async function assertFilesAreOurs(folder: string, { installation }: Manifest, target: RestoreTarget): Promise<void> {
  const expected = new Map<string, number>()
  for await (const { path, size } of readFileList(folder)) expected.set(path, size)
  for await (const { path } of target.files.list())
    if (!expected.has(path))
      throw new TransferRefused(`There are other files in ${target.files.name} already, so nothing was changed.`)
  for (const owned of target.folders) {
    const owner = await owned.readOwner()
    if (owner !== null && owner !== installation)
      throw new TransferRefused(`${owned.folder} belongs to another database, so nothing was changed.`)
  }
}

/** Adds the erasures of the backup to those that the target knows; both count. */
async function restoreErasures(folder: string, { dataDir, clock }: RestoreTarget): Promise<void> {
  const journal = createErasureJournal(join(dataDir, ERASURES_FILE))
  const [known, stored] = [await journal.readIds(), await createErasureJournal(join(folder, ERASURES_FILE)).readIds()]
  const missing = [...stored].filter((id) => !known.has(id))
  if (missing.length > 0) await journal.append(missing.map((personId) => ({ personId, erasedAt: clock.now() })))
}

/** @throws TransferRefused when the target has another secret. */
async function assertSameSecret(folder: string, dataDir: string, file: string): Promise<void> {
  const [from, to] = [join(folder, file), join(dataDir, file)]
  if (!(await stat(to).catch(() => null))) return
  if ((await readFile(to, 'utf8')).trim() !== (await readFile(from, 'utf8')).trim())
    throw new TransferRefused(`${to} exists already with another secret: remove the one that is wrong.`)
}
