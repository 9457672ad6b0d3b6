import pg from 'pg'
import type { RecordedStatement } from './record-statements.ts'

/** A large table that a statement reads as a whole. */
export interface SequentialScan {
  operation: string
  table: string
  /** With the values of the use case, or as PostgreSQL would keep the plan of a prepared statement. */
  plan: 'custom' | 'generic'
  text: string
}

/** A node of `explain (format json)`, as far as it matters here. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  /** Only of a statement that was run. */
  'Actual Loops'?: number
  'Total Cost': number
  Plans?: PlanNode[]
}

/** What PostgreSQL adds to the cost of planning again, for each table of a statement (plancache.c). */
const PLANNING_COST = 2.5

/**
 * Explains statements, without running them, and returns where they read a table of `minRows` or more from beginning to
 * end. Besides the plan for the values, it looks at the one that a prepared statement may come to use: PostgreSQL
 * chooses it when it does not cost more.
 */
export async function findSequentialScans(
  url: string,
  statements: readonly RecordedStatement[],
  minRows: number,
): Promise<SequentialScan[]> {
  const client = new pg.Client({ connectionString: url, options: '-c jit=off' })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
         and reltuples >= $1`,
      [minRows],
    )
    const large = new Set(rows.map(({ name }) => name))
    const found: SequentialScan[] = []
    for (const { operation, text, values } of statements) {
      const custom = await explain(client, text, [...values])
      const generic = await explainGeneric(client, text, values.length)
      const isKept = generic['Total Cost'] <= custom['Total Cost'] + PLANNING_COST * (scansOf(generic).length + 1)
      for (const table of sequentialTables(custom, large)) found.push({ operation, table, plan: 'custom', text })
      if (isKept)
        for (const table of sequentialTables(generic, large)) found.push({ operation, table, plan: 'generic', text })
    }
    return found
  } finally {
    await client.end()
  }
}

/** A statement that reads several partitions of a table. */
export interface CrossingStatement {
  operation: string
  /** The partitioned table. */
  table: string
  partitions: number
  text: string
}

/**
 * Runs statements in transactions that are rolled back, and returns those that read more than one partition of a table.
 * A statement that cannot run twice is only planned.
 */
export async function findCrossingStatements(
  url: string,
  statements: readonly RecordedStatement[],
): Promise<CrossingStatement[]> {
  const client = new pg.Client({ connectionString: url, options: '-c jit=off' })
  await client.connect()
  try {
    const { rows } = await client.query<{ partition: string; whole: string }>(
      'select inhrelid::regclass::text as partition, inhparent::regclass::text as whole from pg_inherits',
    )
    const wholes = new Map(rows.map(({ partition, whole }) => [partition, whole]))
    const found: CrossingStatement[] = []
    for (const { operation, text, values } of statements) {
      await client.query('begin')
      const plan = await explain(client, text, [...values], 'analyze, ')
        .catch(() => null)
        .finally(() => client.query('rollback'))
      const scans = scansOf(plan ?? (await explain(client, text, [...values])))
      const read = new Map<string, Set<string>>()
      for (const { 'Relation Name': name = '', 'Actual Loops': loops = 1, 'Node Type': type } of scans) {
        const whole = wholes.get(name)
        if (whole !== undefined && loops > 0 && type.endsWith('Scan'))
          read.set(whole, (read.get(whole) ?? new Set()).add(name))
      }
      for (const [table, partitions] of read)
        if (partitions.size > 1) found.push({ operation, table, partitions: partitions.size, text })
    }
    return found
  } finally {
    await client.end()
  }
}

async function explain(client: pg.Client, text: string, values: unknown[], options = ''): Promise<PlanNode> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (${options}format json) ${text}`,
    values,
  )
  return planOf(rows[0])
}

async function explainGeneric(client: pg.Client, text: string, valueCount: number): Promise<PlanNode> {
  await client.query('set plan_cache_mode = force_generic_plan')
  await client.query(`prepare explained as ${text}`)
  try {
    const nulls = valueCount === 0 ? '' : `(${Array(valueCount).fill('null').join(', ')})`
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (format json) execute explained${nulls}`,
    )
    return planOf(rows[0])
  } finally {
    await client.query('deallocate explained')
    await client.query('reset plan_cache_mode')
  }
}

function planOf(row: { 'QUERY PLAN': [{ Plan: PlanNode }] } | undefined): PlanNode {
  if (!row) throw new Error('explain returned nothing')
  return row['QUERY PLAN'][0].Plan
}

function scansOf(node: PlanNode): PlanNode[] {
  return [...(node['Relation Name'] ? [node] : []), ...(node.Plans ?? []).flatMap(scansOf)]
}

function sequentialTables(plan: PlanNode, large: ReadonlySet<string>): string[] {
  const names = scansOf(plan)
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? '')
  return [...new Set(names)].filter((name) => large.has(name))
}
