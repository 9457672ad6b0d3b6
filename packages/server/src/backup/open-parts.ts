import { join } from 'node:path'
import { systemClock } from '../platform/clock.ts'
import { SettingError, type Settings } from '../platform/config.ts'
import { type ConnectedDatabase, connectDatabase } from '../platform/db/connect.ts'
import { DataFolderDamaged, DataFolderInUse, hasDatabase } from '../platform/db/data-folder.ts'
import { sqlState } from '../platform/db/database.ts'
import { isDatabaseUnavailable } from '../platform/db/database-outage.ts'
import { PostgresUnavailable } from '../platform/db/embedded-postgres.ts'
import { SchemaTooNew } from '../platform/db/migrate.ts'
import { TransferRefused } from '../platform/db/transfer/snapshot.ts'
import { createLog } from '../platform/log.ts'
import type { OwnedFolder } from '../platform/owned-folder.ts'
import { isSystemError } from '../platform/system-error.ts'
import { createImportStorage, createMediaStorage } from '../providers/media/file-storage.ts'
import { CopyDiffers } from '../providers/storage/copy-files.ts'
import { createFolderTree, createS3Tree, type FileTree } from '../providers/storage/file-tree.ts'
import { StorageUnavailable } from '../providers/storage/s3-client.ts'
import { createS3Objects } from '../providers/storage/s3-objects.ts'
import { createS3ImportStorage, createS3MediaStorage } from '../providers/storage/s3-storage.ts'
import { BackupDamaged } from './manifest.ts'

/** All files of people in one place, and its two folders with their owners. */
export interface FilePlace {
  tree: FileTree
  folders: readonly OwnedFolder[]
}

/** The files in DATA_DIR. */
export function openFolderPlace(dataDir: string): FilePlace {
  return {
    tree: createFolderTree(dataDir),
    folders: [createMediaStorage(join(dataDir, 'media')), createImportStorage(join(dataDir, 'card-files'))],
  }
}

/** The files in the bucket that the settings name. @throws StorageUnavailable when it cannot be used. */
export async function openBucketPlace(storage: NonNullable<Settings['storage']>): Promise<FilePlace> {
  const objects = createS3Objects(storage, createLog('silent'))
  await objects.check()
  return {
    tree: createS3Tree(objects),
    folders: [createS3MediaStorage(objects, storage), createS3ImportStorage(objects)],
  }
}

/** The files where the settings have them. */
export async function openFiles({ storage, dataDir }: Pick<Settings, 'storage' | 'dataDir'>): Promise<FilePlace> {
  return storage ? openBucketPlace(storage) : openFolderPlace(dataDir)
}

type Where = Pick<Settings, 'databaseUrl' | 'dataDir' | 'embeddedDatabase' | 'logLevel'>

const hasEmbedded = (dataDir: string) => hasDatabase(dataDir, 'pglite') || hasDatabase(dataDir, 'postgres')

/** The database to read. @throws TransferRefused when there is no embedded one. */
export function openSource(settings: Where): Promise<ConnectedDatabase> {
  if (!settings.databaseUrl && !hasEmbedded(settings.dataDir))
    throw new TransferRefused(`There is no embedded database in ${settings.dataDir}: check DATA_DIR and DATABASE_URL.`)
  return connectDatabase(settings, systemClock, createLog(settings.logLevel), { asItIs: true })
}

/** The database to fill. @throws TransferRefused when there is an embedded one already. */
export function openTarget(settings: Where): Promise<ConnectedDatabase> {
  if (!settings.databaseUrl && hasEmbedded(settings.dataDir))
    throw new TransferRefused(
      `There is a database in ${settings.dataDir} already, so nothing was changed: set DATA_DIR to another folder, or move it away.`,
    )
  return connectDatabase(settings, systemClock, createLog(settings.logLevel), { asItIs: true })
}

/** Runs a command; an error that the operator can do something about is printed in one line, with exit code 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const line = explain(error)
    if (line === null) throw error
    console.error(line)
    process.exitCode = 1
  }
}

const PLAIN = [TransferRefused, BackupDamaged, DataFolderInUse, DataFolderDamaged, PostgresUnavailable, SchemaTooNew]

function explain(error: unknown): string | null {
  if (error instanceof SettingError) return `Setting ${error.message}.`
  if (error instanceof Error && PLAIN.some((kind) => error instanceof kind)) return error.message
  if (error instanceof CopyDiffers) return `${error.message} Nothing was removed; run this again.`
  if (error instanceof StorageUnavailable) return explainStorage(error)
  if (isSystemError(error, 'ENOSPC', 'EDQUOT') || sqlState(error) === '53100')
    return 'The disk is full. What was written is incomplete: make room and run this again.'
  if (isSystemError(error, 'EACCES', 'EPERM', 'EROFS')) {
    const path = error instanceof Error && 'path' in error ? ` (${String(error.path)})` : ''
    return `A file or folder cannot be read or written${path}: check its owner and mode.`
  }
  if (isSystemError(error, 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'))
    return 'The database cannot be reached: check DATABASE_URL.'
  if (isDatabaseUnavailable(error)) return 'The connection to the database was lost: run this again.'
  if (/^(28|3D)/.test(sqlState(error) ?? '')) return 'The database refused the connection: check DATABASE_URL.'
  return null
}

function explainStorage({ why, detail }: StorageUnavailable): string {
  if (why === 'no_bucket') return 'Setting STORAGE_URL names a bucket that does not exist.'
  if (why === 'refused')
    return `The bucket refused the keys (${detail}): check STORAGE_ACCESS_KEY and STORAGE_SECRET_KEY.`
  if (why === 'expired')
    return `The keys of the bucket have expired (${detail}). Nothing was removed: set new ones and run this again.`
  if (why === 'full') return 'The bucket is full. What was copied stays: make room and run this again.'
  return `The file storage cannot be reached (${detail}). What was copied stays: run this again.`
}
