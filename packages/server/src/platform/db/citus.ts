import type { Database } from './database.ts'

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
