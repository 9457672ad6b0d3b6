import { LIMITS } from '@everkin/contract/limits.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import type { ServerFrame } from '@everkin/contract/types.ts'

/** Lists the frames of a person's changes since a revision (`user_rev`), for a connection that was away. */
export type SyncSource = (personId: string, since: { userRev: number; locale: Locale }) => Promise<ServerFrame[]>

/** A changed row: the revision of its last change, and its id, since one change may touch several rows. */
export interface ChangedRow {
  userRev: number
  id: string
}

/** After which row a page of changes begins; without an id, after all of that revision. */
export interface ChangesAfter {
  userRev: number
  id: string | null
}

/**
 * All rows that changed since a revision, read in pages in the order of revision and id. None is left out; one that
 * changes meanwhile may come twice.
 */
export async function readChanges<Row extends ChangedRow>(
  userRev: number,
  readPage: (after: ChangesAfter, limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const changed: Row[] = []
  let after: ChangesAfter = { userRev, id: null }
  for (;;) {
    const page = await readPage(after, LIMITS.syncChanges)
    changed.push(...page)
    const last = page.at(-1)
    if (!last || page.length < LIMITS.syncChanges) return changed
    after = last
  }
}
