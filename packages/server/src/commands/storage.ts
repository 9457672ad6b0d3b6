import { type FilePlace, openBucketPlace, openFolderPlace, runCommand } from '../backup/open-parts.ts'
import { commandUsage } from '../platform/command-line.ts'
import { readCommandSettings, SettingError } from '../platform/config.ts'
import { countOf } from '../platform/count-of.ts'
import { TransferRefused } from '../platform/db/transfer/snapshot.ts'
import { restrictUmask } from '../platform/private-files.ts'
import { copyFiles, removeCopied } from '../providers/storage/copy-files.ts'

const USAGE = commandUsage('storage', [
  ['move --to s3', 'copies all files from DATA_DIR to STORAGE_URL, and compares their hashes'],
  ['move --to folder', 'the other way round'],
  ['move --to s3 --remove-source', 'then removes from the source what is in the target, byte for byte'],
])

// Moves people's files between the data folder and a bucket. An interrupted move is started again.
restrictUmask()
await runCommand(() => move(process.argv.slice(2)))

async function move([action, ...rest]: string[]): Promise<void> {
  const target = rest[rest.indexOf('--to') + 1]
  const known = ['--to', target, '--remove-source']
  if (action !== 'move' || (target !== 's3' && target !== 'folder') || rest.some((word) => !known.includes(word)))
    throw new TransferRefused(USAGE)
  const settings = readCommandSettings(process.env)
  if (!settings.storage) throw new SettingError('STORAGE_URL is required: it names the bucket')
  const bucket = await openBucketPlace(settings.storage)
  const folder = openFolderPlace(settings.dataDir)
  const [from, to] = target === 's3' ? [folder, bucket] : [bucket, folder]
  await copyOwners(from, to)
  const { files, bytes, copied, vanished } = await copyFiles(from.tree, to.tree)
  console.log(
    `${countOf(files, 'file')} (${Math.ceil(bytes / 1024 / 1024)} MB) in ${to.tree.name}, with the same hashes as in the source.`,
  )
  console.log(`Copied now: ${copied}.`)
  if (vanished > 0) console.log(`Removed from the source meanwhile: ${vanished}.`)
  if (rest.includes('--remove-source')) {
    const { removed, kept } = await removeCopied(from.tree, to.tree)
    console.log(`Removed from ${from.tree.name}: ${countOf(removed, 'file')}. Kept there: ${kept}.`)
  } else console.log('Nothing was removed from the source.')
  console.log(
    target === 's3'
      ? 'Start the server with STORAGE_URL. If it was running meanwhile, stop it and run this again first.'
      : 'Start the server without STORAGE_URL. If it was running meanwhile, stop it and run this again first.',
  )
}

/** The files keep their owner. @throws TransferRefused when the target has the files of another database. */
async function copyOwners(from: FilePlace, to: FilePlace): Promise<void> {
  for (const [index, source] of from.folders.entries()) {
    const target = to.folders[index]
    const owner = await source.readOwner()
    if (!target || owner === null) continue
    await target.writeOwner(owner)
    if ((await target.readOwner()) !== owner)
      throw new TransferRefused(`${target.folder} has the files of another database. Nothing was copied.`)
  }
}
