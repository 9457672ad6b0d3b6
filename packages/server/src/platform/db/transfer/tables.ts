import { createHash } from 'node:crypto'
import type { Queryable } from '../database.ts'

/** A table with the columns that are stored in it. */
export interface TableShape {
  name: string
  columns: readonly { name: string; type: string }[]
}

/** The number of rows, and the sum of the SHA-256 of each: equal for the same rows in any order. */
export interface TableDigest {
  rows: number
  digest: string
}

/** Texts of values are the same on every database with these. The first passes them on to the workers of Citus. */
export const EXACT_TEXTS = `set local citus.propagate_set_commands = 'local'; set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
set local bytea_output = 'hex'; set local extra_float_digits = 1`

/** The tables of ours, without those of extensions; of a partitioned table only itself. */
export async function listTables(db: Queryable): Promise<TableShape[]> {
  const rows = await db.query<{ table: string; name: string; type: string }>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relname, a.attnum`,
  )
  const tables = new Map<string, TableShape & { columns: { name: string; type: string }[] }>()
  for (const { table, name, type } of rows) {
    const shape = tables.get(table) ?? { name: table, columns: [] }
    shape.columns.push({ name, type })
    tables.set(table, shape)
  }
  return [...tables.values()]
}

/** A name in SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

const FIRST_BATCH_ROWS = 16
const MAX_BATCH_ROWS = 2_048
const SMALL_BATCH_CHARS = 500_000
const LARGE_BATCH_CHARS = 2_000_000

/**
 * All rows of a table, in batches whose size follows that of the rows. A row is one line: a JSON array with the text of
 * each value, or null. Runs in an open transaction with `EXACT_TEXTS`.
 */
export async function* readTable(tx: Queryable, { name, columns }: TableShape): AsyncGenerator<string[]> {
  const values = columns.map((column) => `${quoteName(column.name)}::text`).join(', ')
  await tx.query(
    `declare everkin_rows no scroll cursor for select array_to_json(array[${values}]::text[])::text as line from ${quoteName(name)}`,
  )
  let size = FIRST_BATCH_ROWS
  try {
    for (;;) {
      const rows = await tx.query<{ line: string }>(`fetch forward ${size} from everkin_rows`)
      if (rows.length === 0) return
      const chars = rows.reduce((sum, { line }) => sum + line.length, 0)
      if (chars < SMALL_BATCH_CHARS) size = Math.min(MAX_BATCH_ROWS, size * 2)
      else if (chars > LARGE_BATCH_CHARS) size = Math.max(1, Math.floor(size / 4))
      yield rows.map(({ line }) => line)
    }
  } finally {
    // Also for a reader that stops before the end, because it begins again. A failed transaction has closed it.
    await tx.query('close everkin_rows').catch(() => undefined)
  }
}

/** Inserts rows as `readTable` returns them. The columns are those of the data; the table may have more. */
export async function insertRows(
  tx: Queryable,
  { name, columns }: TableShape,
  lines: readonly string[],
): Promise<void> {
  if (lines.length === 0 || columns.length === 0) return
  const names = columns.map((column) => quoteName(column.name)).join(', ')
  const values = columns.map(({ type }, index) => `(line->>${index})::${type}`).join(', ')
  await tx.query(
    `insert into ${quoteName(name)} (${names}) overriding system value
     select ${values} from json_array_elements($1::json) as lines (line)`,
    [`[${lines.join(',')}]`],
  )
}

const MODULUS = 1n << 256n

/** Adds up rows; see `TableDigest`. */
export function createTableDigest(): { add(lines: readonly string[]): void; result(): TableDigest } {
  let [rows, sum] = [0, 0n]
  return {
    add(lines) {
      rows += lines.length
      for (const line of lines) sum += BigInt(`0x${createHash('sha256').update(line).digest('hex')}`)
      sum %= MODULUS
    },
    result: () => ({ rows, digest: sum.toString(16).padStart(64, '0') }),
  }
}

/** Reads a table to its end. */
export async function digestTable(tx: Queryable, table: TableShape): Promise<TableDigest> {
  const digest = createTableDigest()
  for await (const lines of readTable(tx, table)) digest.add(lines)
  return digest.result()
}
