import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { type Database, onlyRow, type Queryable, sqlState } from './database.ts'

/**
 * Where lists and searches of public content read: a replica that lags by a few seconds at most, or the primary. Rows of
 * the person themselves, and whatever a decision depends on, are read from the primary by the core's `database`.
 */
export interface ReadRouter {
  /** For the lists of this person, or of a visitor (null). */
  readerFor(personId: string | null): Queryable
  /** This person has changed what their lists show: for a while they read the primary, so that they see it. */
  recordChange(personId: string): void
  /** Where lists read at the moment. */
  state(): 'primary' | 'replica'
  close(): Promise<void>
}

/** The router of a server without a replica. */
export function readFromPrimary(database: Queryable): ReadRouter {
  return {
    readerFor: () => database,
    recordChange: () => undefined,
    state: () => 'primary',
    close: async () => undefined,
  }
}

export interface ReplicaOptions {
  primary: Queryable
  replica: Pick<Database, 'query' | 'close'>
  /** What the replica shows is never older. */
  maxLagMs: number
  clock: Clock
  log: Log
  /** Called for each statement with where it ran. */
  onRead?: (from: 'primary' | 'replica') => void
}

/** How often the replica's position is compared, while someone reads. */
const CHECK_INTERVAL_MS = 1_000
const MAX_POSITIONS = 60
const MAX_RECENT_CHANGES = 10_000
/** The statement itself took too long; it would on the primary, too. */
const QUERY_CANCELED = '57014'

/**
 * Reads from the replica while it is known to have replayed what the primary had stored `maxLagMs` ago. Positions in the
 * write-ahead log are compared, so a replica that receives nothing any more is noticed, and an idle primary is no lag.
 * The comparison runs beside the reads. Whatever fails on the replica is read from the primary.
 */
export function readFromReplica({ primary, replica, maxLagMs, clock, log, onRead }: ReplicaOptions): ReadRouter {
  /** When the primary was at which position, oldest first. */
  let positions: { atMs: number; position: string }[] = []
  let freshUntilMs = 0
  let checkedAtMs = Number.NEGATIVE_INFINITY
  let checking: Promise<void> | null = null
  let wasUsed: boolean | null = null
  /** Who reads the primary, and until when; oldest first. */
  const changes = new Map<string, number>()
  const nowMs = () => clock.now().getTime()

  async function check(): Promise<void> {
    const atMs = nowMs()
    checkedAtMs = atMs
    try {
      const own = onlyRow(await primary.query<{ position: string }>('select pg_current_wal_lsn()::text as position'))
      if (own) positions = [...positions.slice(1 - MAX_POSITIONS), { atMs, position: own.position }]
      const row = onlyRow(
        await replica.query<{ place: number | null }>(
          `select (select max(n) from unnest($1::text[]) with ordinality p(position, n)
             where p.position::pg_lsn <= pg_last_wal_replay_lsn() and pg_is_in_recovery())::int as place`,
          [positions.map(({ position }) => position)],
        ),
      )
      const seen = row?.place ? positions[row.place - 1] : undefined
      freshUntilMs = seen ? seen.atMs + maxLagMs : 0
      recordState(null)
    } catch (error) {
      freshUntilMs = 0
      recordState(error)
    }
  }

  function recordState(error: unknown): void {
    const isUsed = freshUntilMs > nowMs()
    if (isUsed === wasUsed) return
    wasUsed = isUsed
    if (isUsed) log.info('lists are read from the replica')
    else log.warn({ error }, 'the replica is away or too far behind: lists are read from the primary')
  }

  function isUsable(): boolean {
    if (!checking && nowMs() - checkedAtMs >= CHECK_INTERVAL_MS) {
      checking = check().finally(() => {
        checking = null
      })
    }
    return freshUntilMs > nowMs()
  }

  const routed: Queryable = {
    async query(text, values) {
      if (isUsable()) {
        try {
          const rows = await replica.query(text, values)
          onRead?.('replica')
          return rows as never[] // rows are what the caller asked for
        } catch (error) {
          if (sqlState(error) === QUERY_CANCELED) throw error
          freshUntilMs = 0
          recordState(error)
        }
      }
      onRead?.('primary')
      return primary.query(text, values)
    },
  }
  const counted: Queryable = {
    query: (text, values) => {
      onRead?.('primary')
      return primary.query(text, values)
    },
  }

  return {
    readerFor(personId) {
      const untilMs = personId === null ? undefined : changes.get(personId)
      return untilMs !== undefined && untilMs > nowMs() ? counted : routed
    },
    recordChange(personId) {
      changes.delete(personId)
      changes.set(personId, nowMs() + maxLagMs)
      for (const [id, untilMs] of changes) {
        if (untilMs > nowMs() && changes.size <= MAX_RECENT_CHANGES) break
        changes.delete(id)
      }
    },
    state: () => (freshUntilMs > nowMs() ? 'replica' : 'primary'),
    async close() {
      await checking
      await replica.close()
    },
  }
}
