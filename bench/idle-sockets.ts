/**
 * Memory of an idle, signed-in socket (PERF-S1), compared with a minimal `ws` server with the same number. Both
 * processes are fresh for each round, warmed up with some sockets, and collect their garbage before each reading.
 *
 *   npm run bench idle-sockets
 */
import { createSignedInTestPerson } from '@everkin/testing/builders.ts'
import { WebSocket } from 'ws'
import { type MeasuredProcess, sleep, startProgram } from './measure/processes.ts'
import { heading, median, pairedRatio, residentBytes, row } from './measure/statistics.ts'
import { openStores, type Store } from './measure/store.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const SOCKETS = Number(process.env.SOCKETS ?? 8_000)
const WARM_SOCKETS = 500
const SESSIONS = 200
const CONCURRENCY = 100
const SETTLE_MS = 1_500
const NODE_OPTIONS = ['--expose-gc', '--import', new URL('measure/collect-on-signal.ts', import.meta.url).href]

interface Endpoint {
  url: string
  headers: Record<string, string>
}

const stores = openStores()
const store = await stores.postgres('idle_sockets')
if (store) await measure(store)
else console.log('SKIPPED: idle sockets, because no PostgreSQL server is installed')
await stores.close()
process.exit(0)

async function measure(store: Store): Promise<void> {
  const sessions: { token: string; secret: string }[] = []
  await store.fill(async (database) => {
    const now = new Date()
    for (let i = 0; i < SESSIONS; i++) sessions.push(await createSignedInTestPerson(database, { now, createdAt: now }))
  })
  const sides = [
    {
      name: 'bare ws',
      start: () => startProgram('bench/bare-sockets.ts', { nodeOptions: NODE_OPTIONS }),
      door: (): Endpoint => ({ url: '/', headers: {} }),
    },
    {
      name: 'Everkin, signed in',
      start: () => store.startEverkin({}, { nodeOptions: NODE_OPTIONS }),
      door: (index: number): Endpoint => {
        const { token, secret } = sessions[index % sessions.length]! // the index is always in range
        return { url: `/ws?token=${token}`, headers: { authorization: `Bearer ${secret}` } }
      },
    },
  ]
  const samples = sides.map(() => ({ before: [] as number[], each: [] as number[] }))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, side] of sides.entries()) {
      const program = await side.start()
      await closeAll(await openMany(program, WARM_SOCKETS, side.door))
      const before = await settledBytes(program)
      await openMany(program, SOCKETS, side.door)
      const after = await settledBytes(program)
      await program.stop()
      samples[at]!.before.push(before)
      samples[at]!.each.push((after - before) / SOCKETS)
    }
  }
  heading(
    `Idle sockets (${ROUNDS} rounds of ${SOCKETS})`,
    'what',
    'MiB before',
    'bytes a socket',
    'ratio to bare',
    'sockets a GiB',
  )
  const [base] = samples
  for (const [at, side] of sides.entries()) {
    const own = samples[at]!
    const each = median(own.each)
    row(
      side.name,
      median(own.before) / 2 ** 20,
      Math.round(each),
      pairedRatio(own.each, base!.each),
      Math.round(2 ** 30 / each),
    )
  }
}

async function openMany(
  program: MeasuredProcess,
  count: number,
  endpointOf: (index: number) => Endpoint,
): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  for (let from = 0; from < count; from += CONCURRENCY) {
    const wave = Array.from({ length: Math.min(CONCURRENCY, count - from) }, (_, i) =>
      openOne(program, endpointOf(from + i)),
    )
    sockets.push(...(await Promise.all(wave)))
  }
  return sockets
}

/** Open and welcomed: the server has done all its work for a socket. */
function openOne(program: MeasuredProcess, { url, headers }: Endpoint): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(program.origin.replace('http', 'ws') + url, { headers, perMessageDeflate: false })
    socket.once('message', () => resolve(socket))
    socket.on('error', reject)
  })
}

async function closeAll(sockets: readonly WebSocket[]): Promise<void> {
  await Promise.all(
    sockets.map((socket) => {
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.close()
      return closed
    }),
  )
}

async function settledBytes(program: MeasuredProcess): Promise<number> {
  for (let collection = 0; collection < 3; collection++) {
    await sleep(SETTLE_MS)
    process.kill(program.pid, 'SIGUSR2')
  }
  await sleep(SETTLE_MS)
  return residentBytes(program.pid)
}
