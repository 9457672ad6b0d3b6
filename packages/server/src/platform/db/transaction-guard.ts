import { AsyncLocalStorage } from 'node:async_hooks'

const transactionScope = new AsyncLocalStorage<{ database: object; isOpen: boolean }>()

/** Marks what runs in `work` as being inside a transaction of `database`, until it has settled. */
export async function runInTransactionScope<Result>(database: object, work: () => Promise<Result>): Promise<Result> {
  const mark = { database, isOpen: true }
  try {
    return await transactionScope.run(mark, work)
  } finally {
    // A timer that was started inside lives on in this context and may ask the database as it likes.
    mark.isOpen = false
  }
}

/** Throws when the outer handle is used inside its own transaction, where it would wait for ever or see other data. */
export function assertOutsideTransaction(database: object): void {
  const mark = transactionScope.getStore()
  if (mark?.isOpen && mark.database === database)
    throw new Error('inside a transaction only its own handle may be used')
}
