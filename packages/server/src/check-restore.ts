import type { Context } from './context.ts'
import { deleteAccount, findReturnedPeople } from './modules/accounts/module.ts'
import { importFolder } from './modules/card-files/module.ts'
import { mediaFolder } from './modules/media/module.ts'
import { reconcileLedger } from './modules/wallet/module.ts'
import { countOf } from './platform/count-of.ts'
import { type FolderReport, inspectFolder } from './platform/owned-folder.ts'

/** What a check after a restore found. */
export interface RestoreReport {
  /** Accounts in the database; none means that it is not the restored one. */
  accounts: number
  folders: FolderReport[]
  /** Files that were moved to the trash now. */
  trashed: number
  /** Accounts that had been deleted after the backup, and are deleted again. */
  erased: number
  ledger: Awaited<ReturnType<typeof reconcileLedger>>
}

/**
 * Checks a restored database against its folders, repeats the deletions of accounts that came after the backup, and
 * checks the ledger. No server may be running on them. `moveUnreferenced` also moves files that no row refers to into
 * the trash, from folders that belong to this database.
 */
export async function checkRestore(
  context: Pick<Context, 'database' | 'clock' | 'log' | 'accounts' | 'media' | 'cardFiles'>,
  { moveUnreferenced }: { moveUnreferenced: boolean },
): Promise<RestoreReport> {
  const { database, clock, accounts } = context
  const returned = await findReturnedPeople(database, accounts.journal)
  for (const personId of returned) await deleteAccount(accounts, personId)
  const folders: FolderReport[] = []
  let trashed = 0
  for (const folder of [mediaFolder(context.media), importFolder(context.cardFiles)]) {
    const report = await inspectFolder(folder)
    folders.push(report)
    if (!moveUnreferenced || !report.isOwn) continue
    await folder.files.moveToTrash(report.unreferenced, clock.now())
    trashed += report.unreferenced.length
  }
  const [people] = await database.query<{ count: number }>('select count(*)::int as count from person')
  const ledger = await reconcileLedger(database, clock)
  return { accounts: people?.count ?? 0, folders, trashed, erased: returned.length, ledger }
}

/** Whether an operator has to do something before the server may start. */
export function isRestoreSound({ accounts, folders, ledger }: RestoreReport): boolean {
  return (
    accounts > 0 &&
    folders.every(({ isOwn, stored, missing }) => missing.length === 0 && (isOwn || stored === 0)) &&
    ledger.differing.length === 0 &&
    ledger.unbalanced.length === 0
  )
}

/** The report as lines for a terminal; files are named by their ids. */
export function describeRestore(report: RestoreReport): string[] {
  const { accounts, folders, trashed, erased, ledger } = report
  const lines = [
    accounts > 0
      ? `The database has ${countOf(accounts, 'account')}.`
      : 'The database has no accounts, so it is not the restored one: check DATABASE_URL and DATA_DIR.',
  ]
  const ofFolders = folders.flatMap(({ folder, isOwn, stored, unreferenced, missing }) => [
    `${folder}: ${countOf(stored, 'file')}, ${missing.length} missing, ${unreferenced.length} that no row refers to.`,
    ...(isOwn || stored === 0 ? [] : ['  It belongs to another database, so the server will remove nothing from it.']),
    ...missing.slice(0, MAX_LISTED).map((name) => `  missing: ${name}`),
    ...(missing.length > MAX_LISTED ? [`  and ${missing.length - MAX_LISTED} more`] : []),
  ])
  lines.push(...ofFolders)
  if (trashed > 0) lines.push(`Moved to the trash: ${countOf(trashed, 'file')}.`)
  lines.push(
    `Deleted after the backup, and now again: ${countOf(erased, 'account')}.`,
    `Checked ${countOf(ledger.accounts, 'balance')} and ${countOf(ledger.transfers, 'transfer')}. Balances that differ: ${ledger.differing.length}. Transfers that do not sum to zero: ${ledger.unbalanced.length}.`,
    isRestoreSound(report)
      ? 'The server can start.'
      : 'Something is wrong: see docs/operations.md, “Back up and restore”.',
  )
  return lines
}

const MAX_LISTED = 20
