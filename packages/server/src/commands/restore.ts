import { resolve } from 'node:path'
import { openFiles, openTarget, runCommand } from '../backup/open-parts.ts'
import { restoreBackup, verifyBackup } from '../backup/restore-backup.ts'
import { checkRestore, describeRestore, isRestoreSound } from '../check-restore.ts'
import { createContext } from '../context.ts'
import { systemClock } from '../platform/clock.ts'
import { commandLine } from '../platform/command-line.ts'
import { readCommandSettings } from '../platform/config.ts'
import { countOf } from '../platform/count-of.ts'
import { assertKnownMigrations } from '../platform/db/migrate.ts'
import { TransferRefused } from '../platform/db/transfer/snapshot.ts'
import { createLog } from '../platform/log.ts'
import { restrictUmask } from '../platform/private-files.ts'
import { createDemoModel } from '../providers/text-model/demo/demo-model.ts'

// Restores a backup into an empty database and an empty place for files, and checks the result as `restore-check` does.
restrictUmask()
await runCommand(async () => {
  const [option, folder = '', ...rest] = process.argv.slice(2)
  if (option !== '--from' || folder === '' || rest.length > 0)
    throw new TransferRefused(commandLine('restore', '--from <folder of a backup>'))
  const settings = readCommandSettings(process.env)
  const from = resolve(folder)
  const manifest = await verifyBackup(from)
  assertKnownMigrations(manifest.migrations)
  console.log(`The backup of ${manifest.createdAt} is complete.`)
  const { tree, folders } = await openFiles(settings)
  const database = await openTarget(settings)
  try {
    const target = { database, files: tree, folders, dataDir: settings.dataDir, clock: systemClock }
    await restoreBackup(from, manifest, target)
    database.markReady()
  } finally {
    await database.close()
  }
  console.log(
    `Restored ${countOf(manifest.tables.length, 'table')} and ${countOf(manifest.files.count, 'file')}. They and the balances are as in the backup.`,
  )
  const context = await createContext(settings, createLog(settings.logLevel), {
    model: createDemoModel(),
    speech: null,
  })
  const report = await checkRestore(context, { moveUnreferenced: false })
  await context.close()
  for (const line of describeRestore(report)) console.log(line)
  if (!isRestoreSound(report)) process.exitCode = 1
})
