import type { Database } from '@everkin/server/platform/db/database.ts'

/** What every statement throws after the simulated crash. */
export class ProcessDied extends Error {}

/**
 * The database as seen by a process that crashes at its n-th step from now: a statement, or the commit at the end of a
 * transaction, which then does not happen. Everything after that fails too.
 */
export function crashingDatabase(database: Database, steps: number): Database & { isDead(): boolean } {
  let left = steps
  const step = () => {
    left -= 1
    if (left < 0) throw new ProcessDied()
  }
  return {
    ...database,
    isDead: () => left < 0,
    query: async (text, values) => {
      step()
      return database.query(text, values)
    },
    transaction: (work) =>
      database.transaction(async (tx) => {
        const result = await work({
          afterCommit: tx.afterCommit,
          query: async (text, values) => {
            step()
            return tx.query(text, values)
          },
        })
        step()
        return result
      }),
  }
}
