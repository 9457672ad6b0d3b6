import { resolve } from 'node:path'
import { openFiles, openSource, runCommand } from '../backup/open-parts.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { systemClock } from '../platform/clock.ts'
import { commandLine } from '../platform/command-line.ts'
import { readCommandSettings } from '../platform/config.ts'
import { countOf } from '../platform/count-of.ts'
import { TransferRefused } from '../platform/db/transfer/snapshot.ts'
import { restrictUmask } from '../platform/private-files.ts'

// Writes a backup of the database and the files that the settings name. With PostgreSQL the server may run meanwhile.
restrictUmask()
await runCommand(async () => {
  const [option, folder, ...rest] = process.argv.slice(2)
  const withSecret = rest.includes('--with-secret')
  if (option !== '--to' || !folder || rest.length > Number(withSecret))
    throw new TransferRefused(commandLine('backup', '--to <new folder> [--with-secret]'))
  const settings = readCommandSettings(process.env)
  const database = await openSource(settings)
  try {
    const { tree } = await openFiles(settings)
    const parts = { database, files: tree, dataDir: settings.dataDir, clock: systemClock }
    const { tables, files, balances } = await writeBackup(parts, resolve(folder), { withSecret })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `${folder}: ${countOf(rows, 'row')} of ${countOf(tables.length, 'table')}, ${countOf(files.count, 'file')} (${countOf(files.bytes, 'byte')}).`,
    )
    for (const [asset, { accounts, total }] of Object.entries(balances))
      console.log(`Balances (${asset}): ${total} in ${countOf(accounts, 'account')}.`)
  } finally {
    await database.close()
  }
  console.log(
    withSecret
      ? 'The backup contains the secret of this server: keep it where nobody else can read it.'
      : 'The secret of this server is not in the backup: keep APP_SECRET, or DATA_DIR/app-secret, in a separate place.',
  )
})
