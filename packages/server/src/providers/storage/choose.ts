import { join } from 'node:path'
import { Counter, type Registry } from 'prom-client'
import type { ImportStorage } from '../../modules/card-files/module.ts'
import type { MediaStorage } from '../../modules/media/module.ts'
import { SettingError, type Settings } from '../../platform/config.ts'
import type { Log } from '../../platform/log.ts'
import { findWriteError } from '../../platform/monitoring/check-writable.ts'
import { errorCodeOf } from '../../platform/monitoring/service-monitor.ts'
import { createImportStorage, createMediaStorage } from '../media/file-storage.ts'
import { StorageUnavailable } from './s3-client.ts'
import { createS3Objects } from './s3-objects.ts'
import { createS3ImportStorage, createS3MediaStorage } from './s3-storage.ts'

/** Where files are, for operators. */
export interface StorageStatus {
  kind: 'folder' | 'bucket'
  /** Tries the storage; null when it works, else the code of what is wrong. */
  findError(): Promise<string | null>
}

/**
 * The storage of files that the settings name: folders in the data folder, or a bucket. A bucket that is only away does
 * not stop the start, because a restart must not depend on it; requests for files answer 9002 until it is back.
 * @throws SettingError when the bucket does not exist or refuses the keys.
 */
export async function chooseStorage(
  { storage, dataDir }: Pick<Settings, 'storage' | 'dataDir'>,
  log: Log,
  metrics: Registry,
): Promise<{ media: MediaStorage; imports: ImportStorage; status: StorageStatus }> {
  const requests = new Counter({
    name: 'everkin_storage_requests_total',
    help: 'Requests to the bucket, by result.',
    labelNames: ['result'],
    registers: [metrics],
  })
  if (!storage) {
    const folder = join(dataDir, 'media')
    return {
      media: createMediaStorage(folder),
      imports: createImportStorage(join(dataDir, 'card-files')),
      status: { kind: 'folder', findError: () => findWriteError(folder) },
    }
  }
  const objects = createS3Objects(storage, log, (result) => requests.inc({ result }))
  try {
    await objects.check()
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    if (error.why === 'no_bucket') throw new SettingError('STORAGE_URL names a bucket that does not exist')
    if (error.why === 'refused')
      throw new SettingError(`STORAGE_ACCESS_KEY and STORAGE_SECRET_KEY were refused (${error.detail})`)
  }
  const findError = () =>
    objects.check().then(
      () => null,
      (error: unknown) => (error instanceof StorageUnavailable ? error.why : errorCodeOf(error)),
    )
  return {
    media: createS3MediaStorage(objects, storage),
    imports: createS3ImportStorage(objects),
    status: { kind: 'bucket', findError },
  }
}
