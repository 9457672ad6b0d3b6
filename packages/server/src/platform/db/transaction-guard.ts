import { AsyncLocalStorage } from 'node:async_hooks'

const transactionScope = new AsyncLocalStorage<{ database: object; isOpen: boolean }>()

/** Marks everything that runs in `work` as inside a transaction of `database`, until it has settled. */
export async function runInTransactionScope<Result>(database: object, work: () => Promise<Result>): Promise<Result> {
  const mark = { database, isOpen: true }
  try {
    return await transactionScope.run(mark, work)
  } finally {
    // A timer that was started inside keeps this context and may use the database freely.
    mark.isOpen = false
  }
}

/**
 * Throws when the outer handle is used inside its own transaction, where it would never stop waiting or would see other
 * data.
 */
export function assertOutsideTransaction(database: object): void {
  const mark = transactionScope.getStore()
  if (mark?.isOpen && mark.database === database)
    throw new Error('only the handle of the transaction may be used inside it')
}
