/**
 * Cold start to the first 200 (PERF-C1) and idle memory (PERF-C2) on PostgreSQL, already migrated, compared with a
 * minimal Node server; and the embedded database's figures.
 *
 *   npm run bench start
 */

import { type MeasuredProcess, sleep, startProgram } from './measure/processes.ts'
import { heading, median, pairedRatio, residentBytes, row } from './measure/statistics.ts'
import { openStores } from './measure/store.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 7)
const IDLE_MS = 4_000

const stores = openStores()
const postgres = await stores.postgres('cold_start')
const embedded = stores.embedded()
for (const store of [postgres, embedded]) await store?.fill(async () => undefined)
if (!postgres) console.log('SKIPPED: the start on PostgreSQL, because no PostgreSQL server is installed')

interface Side {
  name: string
  start(readyPath: string): Promise<MeasuredProcess>
}

const sides: Side[] = [
  { name: 'bare Node server', start: (readyPath) => startProgram('bench/bare-server.ts', { readyPath }) },
  ...[postgres, embedded].flatMap((store) =>
    store
      ? [{ name: `Everkin, ${store.kind}`, start: (readyPath: string) => store.startEverkin({}, { readyPath }) }]
      : [],
  ),
]
const samples = sides.map(() => ({ readyMs: [] as number[], pageMs: [] as number[], bytes: [] as number[] }))
for (let round = 0; round < ROUNDS; round++) {
  for (const [at, side] of sides.entries()) {
    const ready = await side.start('/healthz')
    samples[at]!.readyMs.push(ready.firstAnswerMs)
    await ready.stop()
    const drawn = await side.start('/')
    samples[at]!.pageMs.push(drawn.firstAnswerMs)
    await sleep(IDLE_MS)
    samples[at]!.bytes.push(residentBytes(drawn.pid))
    await drawn.stop()
  }
}
heading(
  `Cold start and idle memory (${ROUNDS} rounds; memory ${IDLE_MS / 1000} s after the first page)`,
  'what',
  'ms to the first 200 of /healthz',
  'ratio',
  'ms to the first 200 of /',
  'ratio',
  'MiB idle',
  'ratio',
)
const [base] = samples
for (const [at, side] of sides.entries()) {
  const own = samples[at]!
  row(
    side.name,
    Math.round(median(own.readyMs)),
    pairedRatio(own.readyMs, base!.readyMs),
    Math.round(median(own.pageMs)),
    pairedRatio(own.pageMs, base!.pageMs),
    median(own.bytes) / 2 ** 20,
    pairedRatio(own.bytes, base!.bytes),
  )
}
await stores.close()
process.exit(0)
