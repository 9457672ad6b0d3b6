import { open, readFile } from 'node:fs/promises'
import { commandLine } from '../../../platform/command-line.ts'
import type { Queryable, Transaction } from '../../../platform/db/database.ts'
import type { Log } from '../../../platform/log.ts'
import { isSystemError } from '../../../platform/system-error.ts'

/** Which accounts were erased, outside the database: a backup of the database does not know what came after it. */
export interface ErasureJournal {
  /** Resolves once the entries are on disk. */
  append(entries: readonly Erasure[]): Promise<void>
  /** The ids of all erased people. */
  readIds(): Promise<Set<string>>
}

/** An erased account. Nothing else of it is stored anywhere. */
export interface Erasure {
  personId: string
  erasedAt: Date
}

const LINE = /^\S+ (\S+)$/

/** A file with a line for each erasure: its time and the id. Only this user can read it. */
export function createErasureJournal(path: string): ErasureJournal {
  return {
    async append(entries) {
      const file = await open(path, 'a', 0o600)
      try {
        // The line break comes first, in case a crash has left half a line.
        await file.appendFile(entries.map((one) => `\n${one.erasedAt.toISOString()} ${one.personId}\n`).join(''))
        await file.datasync()
      } finally {
        await file.close()
      }
    },
    async readIds() {
      const text = await readFile(path, 'utf8').catch((error: unknown) => {
        if (isSystemError(error, 'ENOENT')) return ''
        throw error
      })
      return new Set(text.split('\n').flatMap((line) => LINE.exec(line)?.[1] ?? []))
    },
  }
}

/** Records an erasure in its own transaction; `flushErasures` moves it to the journal after the commit. */
export async function recordErasure(tx: Transaction, { personId, erasedAt }: Erasure): Promise<void> {
  await tx.query('insert into erasure (person_id, erased_at) values ($1, $2) on conflict do nothing', [
    personId,
    erasedAt,
  ])
}

/** Moves committed erasures from the database to the journal. A crash in between may write an entry twice. */
export async function flushErasures(db: Queryable, journal: ErasureJournal): Promise<void> {
  const rows = await db.query<Erasure>('select person_id as "personId", erased_at as "erasedAt" from erasure')
  if (rows.length === 0) return
  await journal.append(rows)
  await db.query('delete from erasure where person_id = any($1::text[])', [rows.map(({ personId }) => personId)])
}

/** The people of the database who were erased before: a restored backup has brought them back. */
export async function findReturnedPeople(db: Queryable, journal: ErasureJournal): Promise<string[]> {
  const ids = await journal.readIds()
  if (ids.size === 0) return []
  const rows = await db.query<{ id: string }>('select id from person where id = any($1::text[]) order by id', [
    [...ids],
  ])
  return rows.map(({ id }) => id)
}

/** Runs at start: completes the journal, and tells the operator of people who were erased and are back. */
export async function checkErasures(services: {
  database: Queryable
  journal: ErasureJournal
  log: Log
}): Promise<void> {
  await flushErasures(services.database, services.journal)
  const returned = await findReturnedPeople(services.database, services.journal)
  if (returned.length > 0)
    services.log.error(
      { accounts: returned.length },
      `a restored backup has brought back accounts that had been deleted: stop the server and run ${commandLine('restore-check')}`,
    )
}
