import type { Database, Queryable } from '../../../platform/db/database.ts'
import { yieldToEventLoop } from '../../../platform/event-loop.ts'
import type { Log } from '../../../platform/log.ts'
import type { Gauge } from '../../../platform/monitoring/health.ts'
import { FIRST_HASH, hashOfEntry } from './audit-chain.ts'
import { type AuditRow, loadHead, selectEntriesAfter } from './audit-store.ts'

/** Small enough that a step takes milliseconds. */
const BATCH_SIZE = 500

export interface ChainFindings {
  /** The last entry up to which every hash is right. */
  intactTo: number
  /** The first entry that was changed, removed or inserted; null when all are right. */
  brokenSeq: number | null
}

/**
 * Recomputes the hash of every entry, from the first to the one that is the last now. Finds entries that were changed,
 * removed, inserted or reordered, and a last one that is not what the head says. Locks nothing.
 */
export async function verifyAuditChain(db: Queryable, batchSize = BATCH_SIZE): Promise<ChainFindings> {
  const head = await loadHead(db)
  let hash = FIRST_HASH
  let seq = 0
  while (seq < head.seq) {
    const rows: AuditRow[] = (await selectEntriesAfter(db, seq, batchSize)).filter((row) => row.seq <= head.seq)
    if (rows.length === 0) break
    for (const row of rows) {
      if (row.seq !== seq + 1 || row.hash !== hashOfEntry(hash, row)) return { intactTo: seq, brokenSeq: seq + 1 }
      ;({ seq, hash } = row)
    }
    await yieldToEventLoop()
  }
  if (seq !== head.seq || hash !== head.hash) return { intactTo: seq, brokenSeq: seq + 1 }
  return { intactTo: seq, brokenSeq: null }
}

/**
 * Checks the whole chain and stores the result for `/admin/audit` and the metrics. The log line names the end of the
 * chain, so that someone who keeps the server's log elsewhere can prove what the log contained then.
 */
export async function checkAuditChain(database: Database, now: Date, log: Log): Promise<ChainFindings> {
  const findings = await verifyAuditChain(database)
  await database.query(
    `insert into audit_check (checked_at, checked_seq, broken_seq) values ($1, $2, $3)
     on conflict (only_row) do update set checked_at = $1, checked_seq = $2, broken_seq = $3`,
    [now, findings.intactTo, findings.brokenSeq],
  )
  const { intactTo, brokenSeq } = findings
  if (brokenSeq !== null) log.error({ entry: brokenSeq }, 'the audit log was changed: its chain breaks at this entry')
  else log.info({ entry: intactTo, hash: (await loadHead(database)).hash }, 'the audit log was checked')
  return findings
}

export interface ChainState {
  entries: number
  checkedAt: Date | null
  /** The last entry that the check found right. */
  intactTo: number
  brokenSeq: number | null
}

/** What the last check found, and how many entries there are now. */
export async function loadChainState(db: Queryable): Promise<ChainState> {
  const [check] = await db.query<{ at: Date; seq: number; broken: number | null }>(
    'select checked_at as at, checked_seq as seq, broken_seq as broken from audit_check',
  )
  const { seq } = await loadHead(db)
  return { entries: seq, checkedAt: check?.at ?? null, intactTo: check?.seq ?? 0, brokenSeq: check?.broken ?? null }
}

export async function auditMetrics(db: Queryable): Promise<Gauge[]> {
  const { entries, checkedAt, brokenSeq } = await loadChainState(db)
  return [
    { name: 'everkin_audit_entries', help: 'Entries of the audit log.', value: entries },
    {
      name: 'everkin_audit_chain_broken',
      help: '1 when the last check found that the audit log was changed.',
      value: brokenSeq === null ? 0 : 1,
    },
    {
      name: 'everkin_audit_checked_timestamp_seconds',
      help: 'End of the last check of the audit log; 0 before the first.',
      value: (checkedAt?.getTime() ?? 0) / 1000,
    },
  ]
}
