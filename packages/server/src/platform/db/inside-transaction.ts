import { AsyncLocalStorage } from 'node:async_hooks'

const open = new AsyncLocalStorage<object>()

/** Marks what runs in `work` as being inside a transaction of `database`. */
export function markTransaction<Result>(database: object, work: () => Promise<Result>): Promise<Result> {
  return open.run(database, work)
}

/** Throws when the outer handle is used inside its own transaction, where it would wait for ever or see other data. */
export function refuseInsideTransaction(database: object): void {
  if (open.getStore() === database) throw new Error('inside a transaction only its own handle may be used')
}
