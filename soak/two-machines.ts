/**
 * MN-02, MN-03: people chat, change messages, buy and send pictures on two servers that share
 * PostgreSQL, Redis and S3, while a plan made from a seed kills and restarts servers, restarts, empties, fills and stops
 * what they share, and delays, cuts and swallows what goes between them. What the people were told is recorded, and
 * compared with the database, the ledger and what a fresh device loads afterwards.
 *
 *   node soak/two-machines.ts [--minutes 8] [--seed 1] [--people 6] [--files s3rver|ceph] [--database postgres|citus]
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { countOf } from '@everkin/server/platform/count-of.ts'
import { openPostgres } from '@everkin/server/platform/db/postgres.ts'
import { type Caused, causeFaults, type Disturbed, healLinks } from './two-machines/cause-faults.ts'
import { planFaults, seededRandom } from './two-machines/fault-plan.ts'
import { type Person, signUp } from './two-machines/person.ts'
import { Record } from './two-machines/record.ts'
import { openSite, type Site } from './two-machines/site.ts'
import { loadStoredMessages, type StoredMessages } from './two-machines/stored-messages.ts'
import { verifyDevices, verifyPictures, verifyWallets } from './two-machines/verify-devices.ts'
import { verifyLedger } from './two-machines/verify-ledger.ts'
import { verifyMessages } from './two-machines/verify-messages.ts'
import { type LeaseWatch, watchLeases } from './two-machines/watch-leases.ts'

/** A reply whose process died is ended by another one within this time. */
const MAX_TAKEOVER_MS = 15_000
/** No reply of the model server is under way for longer, even where the model is silent. */
const MAX_REPLY_MS = 60_000
const MAX_SETTLE_MS = 60_000
const MAX_FINDINGS_SHOWN = 40

const started = performance.now()
const tell = (line: string) => console.log(`${((performance.now() - started) / 1000).toFixed(1)} s: ${line}`)

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
    people: { type: 'string', default: '6' },
    files: { type: 'string', default: 's3rver' },
    database: { type: 'string', default: 'postgres' },
  },
})
const seed = Number(values.seed)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const site = await openSite({
  files: values.files === 'ceph' ? 'ceph' : 's3rver',
  database: values.database === 'citus' ? 'citus' : 'postgres',
})
tell('both machines are ready')
if (site) {
  const findings = await run(site)
  for (const finding of findings.slice(0, MAX_FINDINGS_SHOWN)) console.error(`FAIL ${finding}`)
  await site.close()
  console.log(`seed ${seed}: ${countOf(findings.length, 'finding')}`)
  process.exit(findings.length === 0 ? 0 : 1)
}

async function run(site: Site): Promise<string[]> {
  const durationMs = Number(values.minutes) * 60_000
  const record = new Record()
  const people: Person[] = []
  for (let number = 0; number < Number(values.people); number++)
    people.push(await signUp({ name: `talker${number}`, site, record, random: seededRandom(seed * 1_000 + number) }))
  tell(`${people.length} people have signed up`)
  const disturbed: Disturbed = new Set()
  const isReachable = (machine: string) =>
    !['postgres', 'worker', `postgres of ${machine}`].some((place) => disturbed.has(place))
  const leases = watchLeases(site, isReachable)
  const { disks, workers } = site.parts
  const plan = planFaults(seed, durationMs, (kind) => {
    if (kind === 's3 disk full') return disks.s3 !== null
    if (kind.startsWith('worker')) return workers.length > 0
    return kind !== 'postgres disk full' || disks.postgres !== null
  })
  let isOver = false
  const acting = Promise.all(people.map((person) => person.act(() => isOver)))
  acting.catch(() => undefined) // awaited below
  const [caused] = await Promise.all([causeFaults(site, plan, disturbed), sleep(durationMs)])
  healLinks(site)
  tell('everything works again')
  isOver = true
  await acting
  tell('nobody writes any more')
  const findings = [...caused.findings, ...record.findings]
  findings.push(...(await settle(people)))
  findings.push(...leaseFindings(leases))
  tell('the devices have caught up')
  const database = openPostgres(site.parts.postgres.url, () => undefined)
  const stored = await loadStoredMessages(database)
  const ledger = await verifyLedger(database, stored, record)
  findings.push(...verifyMessages(stored, record, ledger.isRefunded), ...ledger.findings)
  const pictures = await verifyPictures(site, people, record)
  findings.push(...pictures.findings)
  const balanceOf = async (personId: string) => {
    const [account] = await database.query<{ balance: number }>(
      `select balance from ledger_account where kind = 'person' and owner_id = $1 and asset = 'message'`,
      [personId],
    )
    return account?.balance ?? 0
  }
  findings.push(...(await verifyWallets(people, balanceOf)))
  await leases.stop()
  for (const person of people) for (const device of person.devices) device.stop()
  await database.close()
  report({ record, caused, leases, stored, pictures: pictures.count })
  return findings
}

/** Every device loses its connection once more, and must then show everything. */
async function settle(people: readonly Person[]): Promise<string[]> {
  const until = performance.now() + MAX_SETTLE_MS
  const devices = people.flatMap((person) => person.devices)
  while (performance.now() < until) {
    if (devices.every(({ isConnected, outbox }) => isConnected && outbox.size === 0)) break
    await sleep(200)
  }
  for (const device of devices) device.cut()
  return verifyDevices(people, MAX_SETTLE_MS)
}

function leaseFindings(leases: LeaseWatch): string[] {
  const findings: string[] = []
  for (const ms of leases.takenOverMs)
    if (ms > MAX_TAKEOVER_MS) findings.push(`a reply waited ${Math.round(ms)} ms for another process`)
  if (leases.oldestMs > MAX_REPLY_MS) findings.push(`a reply was under way for ${Math.round(leases.oldestMs / 1000)} s`)
  if (leases.open > 0) findings.push(`${leases.open} replies are still under way`)
  return findings
}

interface Outcome {
  record: Record
  caused: Caused
  leases: LeaseWatch
  stored: StoredMessages
  pictures: number
}

function report({ record, caused, leases, stored, pictures }: Outcome): void {
  const replies = stored.all.filter(({ role, parentSeq }) => role === 'character' && parentSeq !== 0)
  const byStatus = Map.groupBy(replies, ({ status }) => status)
  const acknowledged = [...record.written.values()].filter(({ acknowledgedAs }) => acknowledgedAs !== null)
  const takeovers = leases.takenOverMs.map((ms) => Math.round(ms)).sort((one, other) => one - other)
  const restarts = caused.restartMs.map((ms) => Math.round(ms)).sort((one, other) => one - other)
  const counted = (map: Iterable<readonly [unknown, number]>) => [...map].map(([name, number]) => `${number} ${name}`)
  const lines = [
    `faults: ${counted(Object.entries(caused.counts)).join(', ')}`,
    `messages acknowledged: ${acknowledged.length} of ${record.written.size}`,
    `replies: ${[...byStatus].map(([status, list]) => `${list.length} ${status}`).join(', ')}`,
    `orders paid: ${[...record.orders.values()].filter(({ paid }) => paid).length} of ${record.orders.size}, pictures read: ${pictures}`,
    `edits: ${record.edits.size}, deletions: ${record.deletions.size}, regenerations: ${record.regenerations.size}`,
    `frames: ${[...record.frames.values()].reduce((sum, number) => sum + number, 0)}, refusals by code: ${counted(record.refusals).join(', ')}`,
    `taken over: ${takeovers.length}, ms median ${takeovers[takeovers.length >> 1] ?? '–'}, at most ${takeovers.at(-1) ?? '–'}`,
    `restart to ready: ${restarts.length}, ms median ${restarts[restarts.length >> 1] ?? '–'}, at most ${restarts.at(-1) ?? '–'}`,
  ]
  for (const line of lines) console.log(line)
}
