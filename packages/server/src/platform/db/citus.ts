import type { Database, Queryable } from './database.ts'

/**
 * Whether Citus keeps the tables of chats on its workers (`deploy/postgres/distribute-chats.sql`). There, one statement
 * changes rows of one chat only: none of other chats, and none of the tables on the coordinator. A transaction can.
 */
export async function hasDistributedChats(database: Database): Promise<boolean> {
  const [citus] = await database.query<{ isOn: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null as "isOn"`,
  )
  if (!citus?.isOn) return false
  const found = await database.query(`select 1 from pg_dist_partition where logicalrelid = to_regclass('chat')`)
  return found.length > 0
}

/**
 * Where chats are distributed, makes transactions that change a table made since then commit in two phases as well
 * (`distribute-chats.sql`).
 */
export async function addTwoPhaseTriggers(tx: Queryable): Promise<void> {
  const [script] = await tx.query<{ hasRun: boolean }>(
    `select to_regprocedure('everkin_citus.add_triggers()') is not null as "hasRun"`,
  )
  if (script?.hasRun) await tx.query('select everkin_citus.add_triggers()')
}
