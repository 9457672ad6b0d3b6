import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { MACHINES, type Machine } from './fault-plan.ts'
import type { Site } from './site.ts'

const POLL_MS = 200
/** As in `chats/rules.ts`: how far ahead a process sets the lease of a reply that it writes. */
const LEASE_MS = 4_000

interface WatchedReply {
  leaseUntilMs: number
  /** How long its lease was over while another machine could have taken it. */
  waitedMs: number
  /** How long it has been written, while the database and a machine worked. */
  ageMs: number
}

export interface LeaseWatch {
  /** How long replies whose process had died waited for another one, beyond their last sign of life. */
  readonly takenOverMs: readonly number[]
  /** The longest time that a reply was under way. */
  readonly oldestMs: number
  /** Replies that are still under way. */
  readonly open: number
  stop(): Promise<void>
}

/**
 * Watches the rows of replies under way, directly in the database: a row whose lease has run out belongs to a process
 * that died or cannot reach the database, and another machine has to end it. Time in which none could do that, because the
 * database or both machines were down or had no processor on a busy test machine, does not count. `isReachable` says
 * whether a machine can reach the database.
 */
export function watchLeases(site: Site, isReachable: (machine: Machine) => boolean): LeaseWatch {
  const replies = new Map<string, WatchedReply>()
  const takenOverMs: number[] = []
  const runQueues = new Map<number, number>()
  let oldestMs = 0
  let client: pg.Client | null = null
  let polledAtMs = performance.now()
  let isStopped = false

  async function poll(): Promise<void> {
    const rows = await readRows()
    const nowMs = performance.now()
    const passedMs = rows ? nowMs - polledAtMs : 0
    polledAtMs = nowMs
    if (!rows) return
    const helpers = MACHINES.filter((name) => site.machines[name].app !== null && isReachable(name))
    const countedMs = helpers.length > 0 ? Math.max(0, passedMs - waitedForProcessor(helpers)) : 0
    const keys = new Set(rows.map(({ key }) => key))
    for (const [key, { waitedMs }] of replies) {
      if (keys.has(key)) continue
      replies.delete(key)
      if (waitedMs > 0) takenOverMs.push(LEASE_MS + waitedMs)
    }
    for (const { key, leaseUntilMs } of rows) {
      const before = replies.get(key)
      const isOver = leaseUntilMs < Date.now()
      const waitedMs = isOver ? (before?.waitedMs ?? 0) + countedMs : 0
      const ageMs = before ? before.ageMs + countedMs : 0
      oldestMs = Math.max(oldestMs, ageMs)
      replies.set(key, { leaseUntilMs, waitedMs, ageMs })
    }
  }

  /** How long the luckiest of these machines has been kept from the processor since the last call. */
  function waitedForProcessor(names: readonly Machine[]): number {
    const waits = names.map((name) => {
      const pid = site.machines[name].app?.pid ?? 0
      const totalMs = runQueueMs(pid)
      const before = runQueues.get(pid) ?? totalMs
      runQueues.set(pid, totalMs)
      return totalMs - before
    })
    return Math.min(...waits)
  }

  async function readRows(): Promise<{ key: string; leaseUntilMs: number }[] | null> {
    try {
      client ??= await openClient(site.parts.postgres.url)
      const { rows } = await client.query<{ key: string; until: Date }>(
        `select chat_id || ' ' || seq || ' ' || owner as key, lease_until as until from generation`,
      )
      return rows.map(({ key, until }) => ({ key, leaseUntilMs: until.getTime() }))
    } catch {
      await forgetClient()
      return null
    }
  }

  async function forgetClient(): Promise<void> {
    const forgotten = client
    client = null
    await forgotten?.end().catch(() => undefined)
  }

  const watching = (async () => {
    while (!isStopped) {
      await poll()
      await sleep(POLL_MS)
    }
    await forgetClient()
  })()
  return {
    takenOverMs,
    get oldestMs() {
      return oldestMs
    },
    get open() {
      return replies.size
    },
    stop: async () => {
      isStopped = true
      await watching
    },
  }
}

/** Milliseconds for which the main thread of a process was ready to run and had no processor; 0 where nobody says. */
function runQueueMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000, query_timeout: 2_000 })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
