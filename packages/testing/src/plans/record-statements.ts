import type { Database, Queryable, SqlValue } from '@everkin/server/platform/db/database.ts'

/** A statement as a use case has sent it, with the values of its first time. */
export interface RecordedStatement {
  /** The use case that sent it first. */
  operation: string
  text: string
  values: readonly SqlValue[]
}

/** The operation of what is sent before the first use case; a statement that is sent later belongs to the use case. */
export const START = 'start'

export interface StatementRecorder {
  database: Database
  /** Whatever is sent from now on belongs to this use case. */
  begin(operation: string): void
  /** Each statement once, in the order in which they came. */
  statements(): readonly RecordedStatement[]
}

/** Statements that a timer of the server sends during any use case: a part of the text, and the operation they count for. */
const TIMERS: readonly (readonly [part: string, operation: string])[] = [
  ['m.awaits_reply and not m.deleted', 'a look for messages that nobody answers'],
]

/** Passes everything to a database and keeps each statement that reads or writes rows. */
export function recordStatements(database: Database): StatementRecorder {
  const recorded = new Map<string, RecordedStatement>()
  let operation = START
  const recording = (db: Queryable): Queryable => ({
    query: (text, values = []) => {
      const timer = TIMERS.find(([part]) => text.includes(part))?.[1]
      const isNew = (recorded.get(text)?.operation ?? START) === START
      if (isNew && /^\s*(with|select|insert|update|delete)\b/i.test(text))
        recorded.set(text, { operation: timer ?? operation, text, values })
      return db.query(text, values)
    },
  })
  return {
    database: {
      ...database,
      ...recording(database),
      transaction: (work) => database.transaction((tx) => work({ ...tx, ...recording(tx) })),
    },
    begin: (next) => {
      operation = next
    },
    statements: () => [...recorded.values()],
  }
}
