import { openSource, openTarget, runCommand } from '../backup/open-parts.ts'
import { commandLine } from '../platform/command-line.ts'
import { readCommandSettings, SettingError } from '../platform/config.ts'
import { countOf } from '../platform/count-of.ts'
import { moveDatabase } from '../platform/db/transfer/move-database.ts'
import { TransferRefused } from '../platform/db/transfer/snapshot.ts'
import { restrictUmask } from '../platform/private-files.ts'

// Moves all data from the embedded database to PostgreSQL, or back. Files stay where they are.
restrictUmask()
await runCommand(async () => {
  const [option, target, ...rest] = process.argv.slice(2)
  if (option !== '--to' || (target !== 'postgres' && target !== 'embedded') || rest.length > 0)
    throw new TransferRefused(commandLine('move', '--to postgres (or embedded)'))
  const settings = readCommandSettings(process.env)
  if (!settings.databaseUrl) throw new SettingError('DATABASE_URL is required: it names the PostgreSQL database')
  const embedded = { ...settings, databaseUrl: null }
  const [from, to] = target === 'postgres' ? [embedded, settings] : [settings, embedded]
  const source = await openSource(from)
  try {
    const database = await openTarget(to)
    try {
      const tables = await moveDatabase(source, database)
      const rows = [...tables.values()].reduce((sum, table) => sum + table.rows, 0)
      database.markReady()
      console.log(
        `Moved ${countOf(rows, 'row')} of ${countOf(tables.size, 'table')}. Rows and balances are the same in both databases.`,
      )
    } finally {
      await database.close()
    }
  } finally {
    await source.close()
  }
  console.log(
    target === 'postgres'
      ? 'Start the server with DATABASE_URL. The embedded database is unchanged: move DATA_DIR/database and DATA_DIR/database.ready away (or DATA_DIR/postgres and DATA_DIR/postgres.ready).'
      : 'Start the server without DATABASE_URL. The database in PostgreSQL is unchanged.',
  )
})
