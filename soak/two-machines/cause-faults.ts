import { rmSync, writeFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresCluster } from '@everkin/testing/postgres-cluster.ts'
import { startRedis } from '@everkin/testing/servers/redis-server.ts'
import { type Fault, type FaultKind, LINKS, type Machine, type PlannedFault } from './fault-plan.ts'
import type { Site } from './site.ts'

/** OPS-01: a server ends within this time of a SIGTERM. */
const MAX_STOP_MS = 30_000
const CHUNK = Buffer.alloc(1024 * 1024)

/** What was caused, and what went wrong while the servers stopped and started. */
export interface Caused {
  counts: Partial<Record<FaultKind, number>>
  findings: string[]
  /** Milliseconds from the start of a server to ready, with whatever was broken at the time. */
  restartMs: number[]
}

/** Where something is disturbed at the moment: a link as `postgres of a`, or a shared part. */
export type Disturbed = Set<string>

/**
 * Causes the planned faults at their times. What would disturb a place that is still disturbed is left out: at most one
 * machine is down on purpose at a time. Resolves when everything works again.
 */
export async function causeFaults(site: Site, plan: readonly PlannedFault[], disturbed: Disturbed): Promise<Caused> {
  const caused: Caused = { counts: {}, findings: [], restartMs: [] }
  const started = performance.now()
  const all = plan.map(async ({ atMs, fault }) => {
    await sleep(Math.max(0, atMs - (performance.now() - started)))
    const place = placeOf(fault)
    if (disturbed.has(place)) return
    disturbed.add(place)
    caused.counts[fault.kind] = (caused.counts[fault.kind] ?? 0) + 1
    await cause({ site, caused }, fault)
    disturbed.delete(place)
  })
  await Promise.all(all)
  return caused
}

function placeOf(fault: Fault): string {
  if (fault.kind === 'kill' || fault.kind === 'rolling restart') return 'machines'
  if ('link' in fault) return `${fault.link} of ${fault.machine}`
  return fault.kind.split(' ')[0] ?? fault.kind
}

interface FaultContext {
  site: Site
  caused: Caused
}

async function cause(context: FaultContext, fault: Fault): Promise<void> {
  const { site } = context
  const { postgres, workers, s3, redis } = site.parts
  switch (fault.kind) {
    case 'kill':
      return killMachine(context, fault.machine, fault.forMs)
    case 'rolling restart':
      return restartMachine(context, fault.machine)
    case 'delay':
    case 'cut':
    case 'black hole':
      return disturbLink(site, fault)
    case 'redis flushed':
      return flushRedis(redis.port)
    case 'redis stopped':
      await redis.server.stop()
      await sleep(fault.forMs)
      redis.server = await startRedis(redis.program, redis.port)
      return
    case 'redis silent':
      redis.server.pause()
      await sleep(fault.forMs)
      return redis.server.resume()
    case 'postgres restarted':
    case 'postgres crashed':
      return restartPostgres(postgres, fault.kind === 'postgres crashed', fault.forMs)
    case 'worker restarted':
    case 'worker crashed':
      return restartPostgres(workers[fault.worker], fault.kind === 'worker crashed', fault.forMs)
    case 'postgres disk full':
      await whileFull(join(site.parts.disks.postgres ?? '', 'filler'), fault.forMs)
      // It may end itself, also while it recovers: it cannot go on without its log.
      for (let look = 0; look < 6; look++) {
        await sleep(500)
        await postgres.resume()
      }
      return
    case 's3 stopped':
      await s3.halt()
      await sleep(fault.forMs)
      return s3.resume()
    case 's3 disk full':
      return whileFull(join(site.parts.disks.s3 ?? '', 'filler'), fault.forMs)
  }
}

async function restartPostgres(server: PostgresCluster | undefined, isCrash: boolean, downMs: number): Promise<void> {
  await server?.halt(isCrash ? 'immediate' : 'fast')
  await sleep(downMs)
  await server?.resume()
}

async function killMachine({ site, caused }: FaultContext, name: Machine, downMs: number): Promise<void> {
  const machine = site.machines[name]
  const { app } = machine
  machine.app = null
  await app?.kill('SIGKILL')
  await sleep(downMs)
  await startAgain(site, caused, name)
}

/** Like a deploy: in order, and the next one only when this one is ready. */
async function restartMachine({ site, caused }: FaultContext, name: Machine): Promise<void> {
  const machine = site.machines[name]
  const { app } = machine
  machine.app = null
  const started = performance.now()
  const late = setTimeout(() => {
    caused.findings.push(`machine ${name} did not stop within ${MAX_STOP_MS / 1000} s of a SIGTERM`)
    void app?.kill('SIGKILL')
  }, MAX_STOP_MS)
  const code = await app?.kill('SIGTERM')
  clearTimeout(late)
  if (code !== 0 && performance.now() - started < MAX_STOP_MS)
    caused.findings.push(`machine ${name} ended with ${code} after a SIGTERM`)
  await startAgain(site, caused, name)
}

/** As a supervisor does: a server that cannot start, because a part is away, is started again. */
async function startAgain(site: Site, { restartMs, findings }: Caused, name: Machine): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      restartMs.push((await site.machines[name].start()).readyMs)
      return
    } catch (error) {
      if (attempt < 10) await sleep(1_000)
      else {
        findings.push(`machine ${name} could not be started again: ${String(error)}`)
        return
      }
    }
  }
}

async function disturbLink(site: Site, fault: Extract<Fault, { link: unknown }>): Promise<void> {
  const link = site.machines[fault.machine].links[fault.link]
  if (fault.kind === 'cut') return link.cut()
  if (fault.kind === 'delay') link.delay(fault.delayMs)
  else link.blackHole()
  await sleep(fault.forMs)
  // As after a firewall that has forgotten its connections. Those to Redis are reset.
  if (fault.kind === 'black hole' && fault.link !== 'redis') link.pass()
  else link.heal()
}

function flushRedis(port: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end('FLUSHALL\r\n'))
    socket.on('error', () => resolve()) // it is down at the moment, which empties it too
    socket.on('close', () => resolve())
    socket.resume()
  })
}

/** Fills a disk to the last byte, and keeps it full: what is freed meanwhile is taken too. */
async function whileFull(filler: string, forMs: number): Promise<void> {
  writeFileSync(filler, '')
  const until = performance.now() + forMs
  try {
    while (performance.now() < until) {
      const isTaken = await appendFile(filler, CHUNK).then(
        () => true,
        () => false,
      )
      if (!isTaken) await sleep(50)
    }
  } finally {
    rmSync(filler, { force: true })
  }
}

/** Ends what is still disturbed. */
export function healLinks(site: Site): void {
  for (const { links } of Object.values(site.machines)) for (const link of LINKS) links[link].heal()
}
