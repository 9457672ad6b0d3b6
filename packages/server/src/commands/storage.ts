import { join } from 'node:path'
import { readSettings, SettingError } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import type { OwnedFolder } from '../platform/owned-folder.ts'
import { restrictUmask } from '../platform/private-files.ts'
import { createImportStorage, createMediaStorage } from '../providers/media/file-storage.ts'
import { CopyDiffers, copyFiles, removeCopied } from '../providers/storage/copy-files.ts'
import { createFolderTree, createS3Tree, type FileTree } from '../providers/storage/file-tree.ts'
import { StorageUnavailable } from '../providers/storage/s3-client.ts'
import { createS3Objects } from '../providers/storage/s3-objects.ts'
import { createS3ImportStorage, createS3MediaStorage } from '../providers/storage/s3-storage.ts'

const USAGE = `npm run storage -- move --to s3       copies all files from DATA_DIR to STORAGE_URL, and compares their hashes
npm run storage -- move --to folder   the other way round
  --remove-source                     then removes from the source what is in the target, byte for byte`

/** A line for the operator. */
class CommandError extends Error {}

interface Place {
  tree: FileTree
  folders: readonly OwnedFolder[]
}

// Moves people's files between the data folder and a bucket. An interrupted move is started again.
restrictUmask()
try {
  await move(process.argv.slice(2))
} catch (error) {
  const line = describe(error)
  if (line === null) throw error
  console.error(line)
  process.exitCode = 1
}

async function move([action, ...rest]: string[]): Promise<void> {
  const target = rest[rest.indexOf('--to') + 1]
  const known = ['--to', target, '--remove-source']
  if (action !== 'move' || (target !== 's3' && target !== 'folder') || rest.some((word) => !known.includes(word)))
    throw new CommandError(USAGE)
  const settings = readSettings(process.env)
  if (!settings.storage) throw new CommandError('Setting STORAGE_URL is required, with its keys: it names the bucket.')
  const objects = createS3Objects(settings.storage, createLog('silent'))
  await objects.check()
  const bucket: Place = {
    tree: createS3Tree(objects),
    folders: [createS3MediaStorage(objects, settings.storage), createS3ImportStorage(objects)],
  }
  const folder: Place = {
    tree: createFolderTree(settings.dataDir),
    folders: [
      createMediaStorage(join(settings.dataDir, 'media')),
      createImportStorage(join(settings.dataDir, 'card-files')),
    ],
  }
  const [from, to] = target === 's3' ? [folder, bucket] : [bucket, folder]
  await copyOwners(from, to)
  const { files, bytes, copied, vanished } = await copyFiles(from.tree, to.tree)
  console.log(
    `${files} files (${Math.ceil(bytes / 1024 / 1024)} MB) are in ${to.tree.name}; their hashes are the same.`,
  )
  console.log(`${copied} of them were copied now.`)
  if (vanished > 0) console.log(`${vanished} were removed from the source meanwhile.`)
  if (rest.includes('--remove-source')) {
    const { removed, kept } = await removeCopied(from.tree, to.tree)
    console.log(`${removed} files were removed from ${from.tree.name}; ${kept} stay there.`)
  } else console.log('Nothing was removed from the source.')
  console.log(
    target === 's3'
      ? 'Start the server with STORAGE_URL. If it was running meanwhile, stop it and run this again first.'
      : 'Start the server without STORAGE_URL. If it was running meanwhile, stop it and run this again first.',
  )
}

/** The files keep their owner. @throws CommandError when the target has the files of another database. */
async function copyOwners(from: Place, to: Place): Promise<void> {
  for (const [index, source] of from.folders.entries()) {
    const target = to.folders[index]
    const owner = await source.readOwner()
    if (!target || owner === null) continue
    await target.writeOwner(owner)
    if ((await target.readOwner()) !== owner)
      throw new CommandError(`${target.folder} has the files of another database. Nothing was copied.`)
  }
}

function describe(error: unknown): string | null {
  if (error instanceof SettingError) return `Setting ${error.message}.`
  if (error instanceof CommandError) return error.message
  if (error instanceof CopyDiffers) return `${error.message} Nothing was removed; run this again.`
  if (!(error instanceof StorageUnavailable)) return null
  if (error.why === 'no_bucket') return 'Setting STORAGE_URL names a bucket that does not exist.'
  if (error.why === 'refused')
    return `The bucket refused the keys (${error.detail}): check STORAGE_ACCESS_KEY and STORAGE_SECRET_KEY.`
  if (error.why === 'full') return 'The bucket is full. What was copied stays; run this again once there is room.'
  return `The file storage cannot be reached (${error.detail}). What was copied stays; run this again.`
}
