/** The interface of both databases, used by every store. Types only; `connect.ts` chooses the implementation. */

/** A value that both databases accept as a parameter. JSON is passed as a string with a `::jsonb` cast. */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | null
  | readonly (string | null)[]
  | readonly (number | null)[]

export interface Queryable {
  /**
   * Runs one statement with `$1 …` parameters and returns its rows. `int8` is returned as a number (our counts stay
   * below 2^53), `timestamptz` as a Date, `jsonb` parsed, `bytea` as bytes, on both databases.
   */
  query<Row = Record<string, unknown>>(text: string, values?: readonly SqlValue[]): Promise<Row[]>
}

/** A change that `onCommit` listeners are notified of: `topic` is the kind of thing, `id` the one that changed. */
export interface CommitEvent {
  readonly topic: string
  readonly id: string
}

/** The handle of an open transaction. */
export interface Transaction extends Queryable {
  /**
   * Runs an effect, or announces an event, once the transaction has committed; after a rollback it is dropped. An event
   * that is announced several times reaches the listeners once.
   */
  afterCommit(effect: CommitEvent | (() => void | Promise<void>)): void
}

/** Outside a transaction every statement commits by itself, so `afterCommit` of the database runs its effect at once. */
export interface Database extends Transaction {
  readonly kind: 'embedded' | 'postgres'
  /**
   * Runs `work` in one transaction; commits when it resolves, rolls back when it throws. Inside, only the given
   * `Queryable` may be used: the embedded database has one connection, and the outer handle would never stop waiting,
   * so it throws instead. Deadlocks and serialisation failures are retried, at most three attempts in all.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Listens to the events that committed transactions announced. `transaction` resolves after its listeners have run. */
  onCommit(listener: (event: CommitEvent) => void | Promise<void>): () => void
  /** Runs a script of several statements without parameters (migrations). */
  script(text: string): Promise<void>
  close(): Promise<void>
}

/** SQLSTATE of a failed statement, the same on both databases, or null. */
export function sqlState(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code // drivers put the SQLSTATE there
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null
}

/** Whether a value cannot be stored as what it is sent as, such as a text with a NUL character. */
export function isDataException(error: unknown): boolean {
  return sqlState(error)?.startsWith('22') ?? false
}

/**
 * The row, or null.
 * @throws Error when there is more than one, which is a bug in the statement.
 */
export function onlyRow<Row>(rows: Row[]): Row | null {
  if (rows.length > 1) throw new Error(`expected one row at most, got ${rows.length}`)
  return rows[0] ?? null
}

/** A value as the text of a JSON column; null for a missing value, never the JSON `null`. */
export function jsonOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}
