/**
 * Plans of the hot operations on a site of 10 million messages (MESSAGES, PERF-D5): fills PostgreSQL, runs the use
 * cases, and explains the statements that they sent. Ends with 1 when one of them reads a large table from beginning to
 * end.
 *
 *   npm run bench plans
 */
import { migrate } from '@everkin/server/platform/db/migrate.ts'
import { openPostgres } from '@everkin/server/platform/db/postgres.ts'
import { findSequentialScans } from '@everkin/testing/plans/explain-statements.ts'
import { fillSite } from '@everkin/testing/plans/fill-site.ts'
import { runHotOperations } from '@everkin/testing/plans/hot-operations.ts'
import { recordStatements, START } from '@everkin/testing/plans/record-statements.ts'
import { startPostgres } from '@everkin/testing/postgres-cluster.ts'

const MESSAGES = Number(process.env.MESSAGES ?? 10_000_000)
const MESSAGES_PER_CHAT = Number(process.env.MESSAGES_PER_CHAT ?? 200)
/** A table of fewer rows may be read as a whole. */
const LARGE = Number(process.env.LARGE ?? 10_000)

const cluster = await startPostgres([
  'shared_buffers=512MB',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_wal_size=8GB',
])
if (!cluster) {
  console.log('SKIPPED: plans, because no PostgreSQL server is installed')
  process.exit(0)
}
let failures = 1
const database = openPostgres(cluster.url, () => undefined)
try {
  await migrate(database)
  const startedAt = performance.now()
  const seconds = () => ((performance.now() - startedAt) / 1_000).toFixed(0)
  await fillSite(database, {
    messages: MESSAGES,
    messagesPerChat: MESSAGES_PER_CHAT,
    onProgress: (done) => console.log(`${seconds()} s: ${done}`),
  })
  const [size] = await database.query<{ text: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as text',
  )
  console.log(`${seconds()} s: filled, ${size?.text}`)
  const recorder = recordStatements(database)
  await runHotOperations(recorder)
  // The first start on a database indexes the library once, with all of its words in one statement.
  const statements = recorder.statements().filter(({ operation }) => operation !== START)
  const scans = await findSequentialScans(cluster.url, statements, LARGE)
  for (const { operation, table, plan, text } of scans)
    console.log(`\nFAILED: ${operation} reads ${table} from beginning to end (${plan} plan):\n${text}`)
  console.log(`${seconds()} s: ${statements.length} statements, ${scans.length} sequential scans of large tables`)
  failures = scans.length
} finally {
  await database.close()
  await cluster.stop()
}
process.exit(failures === 0 ? 0 : 1)
