import { reconcileLedger } from '../modules/wallet/module.ts'
import { systemClock } from '../platform/clock.ts'
import { readCommandSettings, SettingError } from '../platform/config.ts'
import { countOf } from '../platform/count-of.ts'
import { connectDatabase } from '../platform/db/connect.ts'
import { DataFolderInUse } from '../platform/db/data-folder.ts'
import { createLog } from '../platform/log.ts'
import { restrictUmask } from '../platform/private-files.ts'

// Checks every balance of the database that the settings name against its entries, and prints the result; the server
// does this once a day. Exit code 1 when something is wrong.
restrictUmask()
try {
  const settings = readCommandSettings(process.env)
  const database = await connectDatabase(settings, systemClock, createLog(settings.logLevel))
  const found = await reconcileLedger(database, systemClock)
  await database.close()
  console.log(`Checked ${countOf(found.accounts, 'account')} and ${countOf(found.transfers, 'transfer')}.`)
  console.log(
    `Trial balance: ${countOf(found.trialBalance.coin, 'coin')}, ${countOf(found.trialBalance.message, 'message')}.`,
  )
  for (const { id, asset, difference } of found.differing)
    console.error(
      `Account ${id} (${asset}) differs from the sum of its entries by ${difference}. Spending from it is blocked.`,
    )
  for (const id of found.unbalanced) console.error(`Transfer ${id} does not sum to zero.`)
  for (const id of found.unfrozen) console.log(`Account ${id} is correct again. Spending from it is allowed.`)
  if (found.differing.length > 0 || found.unbalanced.length > 0) process.exitCode = 1
} catch (error) {
  if (!(error instanceof SettingError || error instanceof DataFolderInUse)) throw error
  console.error(error instanceof SettingError ? `Setting ${error.message}.` : error.message)
  process.exitCode = 1
}
