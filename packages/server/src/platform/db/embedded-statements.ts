import { type messages, type PGlite, parse, protocol } from '@electric-sql/pglite'

/** A statement that the database has analysed, with what binding its parameters and reading its rows needs. */
interface PreparedStatement {
  name: string
  parameterTypes: readonly number[]
  columns: BackendMessages
}

type BackendMessages = messages.BackendMessage[]
type Rows = Record<string, unknown>[]

/** What is worth preparing: everything else is rare, and may change the columns that prepared statements return. */
const IS_PREPARED = /^\s*(?:select|insert|update|delete|with|begin|commit|rollback)\b/i
/** What is not prepared and changes no table. */
const CHANGES_NO_TABLE = /^\s*(?:set|lock|show|explain|analyze|savepoint|release|checkpoint|vacuum|truncate)\b/i
/** Plans stay in the database's memory. Texts beyond these are analysed each time. */
const MAX_STATEMENTS = 500

/**
 * Runs statements, and prepares each text at its first use: in WebAssembly, analysing and planning a statement takes
 * several times as long as running it. PGlite's own `query` prepares nothing and takes six round trips of the protocol;
 * a prepared statement takes one. Values and rows are converted as PGlite does it.
 */
export function createStatements(database: PGlite): {
  query(text: string, values: readonly unknown[]): Promise<Rows>
  /** Forgets everything, for a change of the schema. */
  clear(): Promise<void>
} {
  const prepared = new Map<string, PreparedStatement>()
  let lastName = 0

  const send = (...parts: Uint8Array[]): Promise<BackendMessages> =>
    database.runExclusive(() => database.execProtocolStream(Buffer.concat(parts), { syncToFs: false }))

  async function prepare(text: string): Promise<PreparedStatement> {
    const name = `s${++lastName}`
    const described = await send(
      protocol.serialize.parse({ name, text }),
      protocol.serialize.describe({ type: 'S', name }),
      protocol.serialize.sync(),
    )
    const statement = {
      name,
      parameterTypes: parse.parseDescribeStatementResults(described),
      columns: described.filter((message) => message.name === 'rowDescription'),
    }
    prepared.set(text, statement)
    return statement
  }

  async function clear(): Promise<void> {
    if (prepared.size === 0) return
    prepared.clear()
    await database.exec('deallocate all')
  }

  /** A schema that is rolled back is another change, for what was prepared meanwhile. */
  let isSchemaOpen = false

  async function runOnce(text: string, values: readonly unknown[]): Promise<Rows> {
    const { rows } = await database.query<Rows[number]>(text, [...values])
    if (!IS_PREPARED.test(text) && !CHANGES_NO_TABLE.test(text)) {
      isSchemaOpen = true
      await clear()
    }
    return rows
  }

  return {
    async query(text, values) {
      if (!IS_PREPARED.test(text) || (!prepared.has(text) && prepared.size >= MAX_STATEMENTS))
        return runOnce(text, values)
      const statement = prepared.get(text) ?? (await prepare(text))
      const answered = await send(
        protocol.serialize.bind({
          statement: statement.name,
          values: values.map((value, at) => toText(database, value, statement.parameterTypes[at] ?? 0)),
        }),
        protocol.serialize.execute({}),
        protocol.serialize.sync(),
      )
      if (isSchemaOpen && /^\s*(?:commit|rollback)\b/i.test(text)) {
        await clear()
        isSchemaOpen = false
      }
      return parse.parseResults([...statement.columns, ...answered], database.parsers)[0]!.rows as Rows // one statement
    },
    clear,
  }
}

function toText(database: PGlite, value: unknown, type: number): string | null {
  if (value === null || value === undefined) return null
  const serialize = database.serializers[type]
  return serialize ? serialize(value) : String(value)
}
