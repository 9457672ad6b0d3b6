/**
 * Cached visitor pages compared with the smallest Fastify server that sends the same bytes from memory (PERF-L1):
 * requests per second of the server's CPU time, compressed with Brotli, not compressed, and answered with 304.
 *
 *   npm run bench cached-pages
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, type RequestOptions, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MeasuredProcess, startProgram } from './measure/processes.ts'
import { cpuMs, heading, median, pairedRatio, row } from './measure/statistics.ts'
import { openStores } from './measure/store.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 9)
const REQUESTS_A_ROUND = 6_000
const CONNECTIONS = 8

interface Side {
  name: string
  program: MeasuredProcess
  path: string
  headers: Record<string, string>
  status: number
}

const folder = mkdtempSync(join(tmpdir(), 'everkin-bench-'))
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const stores = openStores()
const store = (await stores.postgres('cached_pages')) ?? stores.embedded()
await store.fill(async () => undefined)
const everkin = await store.startEverkin()

const pairs: { everkin: Side; bare: Side }[] = []
for (const path of ['/', '/card/ilse'])
  for (const encoding of ['br', 'identity']) {
    const headers = { 'accept-encoding': encoding, 'accept-language': 'en' }
    const { body } = await fetchOnce(everkin, path, headers)
    const file = join(folder, `${pairs.length}`)
    writeFileSync(file, body)
    const environment = { BODY: file, ...(encoding !== 'identity' && { ENCODING: encoding }) }
    const bare = await startProgram('bench/bare-fastify.ts', { environment })
    pairs.push({
      everkin: { name: `${path}, ${encoding}`, program: everkin, path, headers, status: 200 },
      bare: { name: `bare Fastify, the same ${body.length} bytes`, program: bare, path: '/', headers, status: 200 },
    })
  }
const [first] = pairs
const { etag } = await fetchOnce(everkin, '/', first!.everkin.headers)
const sides: Side[] = pairs.flatMap((pair) => [pair.bare, pair.everkin])
const unchanged: Side = {
  ...first!.everkin,
  name: '/, not changed (304)',
  headers: { ...first!.everkin.headers, 'if-none-match': etag },
  status: 304,
}
sides.push(unchanged)

const samples = sides.map(() => [] as number[])
for (let round = -1; round < ROUNDS; round++) {
  const order = [...sides.keys()]
  for (const at of round % 2 === 0 ? order : order.reverse()) {
    const perSecond = await measure(sides[at]!)
    if (round >= 0) samples[at]!.push(perSecond) // the first round warms up
  }
}
heading(
  `Visitors' pages (${ROUNDS} rounds of ${REQUESTS_A_ROUND} over ${CONNECTIONS} connections)`,
  'what',
  'requests a CPU second',
  'against bare Fastify',
)
for (const [at, side] of sides.entries()) {
  const base = side === unchanged ? 0 : at - (at % 2)
  row(side.name, Math.round(median(samples[at]!)), pairedRatio(samples[at]!, samples[base]!))
}
await Promise.all([everkin.stop(), ...pairs.map(({ bare }) => bare.program.stop())])
agent.destroy()
await stores.close()
rmSync(folder, { recursive: true, force: true })
process.exit(0)

/** Requests per second of CPU time that the server used for them. */
async function measure(side: Side): Promise<number> {
  const before = cpuMs(side.program.pid)
  let left = REQUESTS_A_ROUND
  const worker = async () => {
    while (left-- > 0) {
      const { status } = await fetchOnce(side.program, side.path, side.headers)
      if (status !== side.status) throw new Error(`${side.name} answered ${status}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return (REQUESTS_A_ROUND * 1_000) / Math.max(10, cpuMs(side.program.pid) - before)
}

function fetchOnce(program: MeasuredProcess, path: string, headers: RequestOptions['headers']) {
  return new Promise<{ status: number; body: Buffer; etag: string }>((resolve, reject) => {
    const sent = request(`${program.origin}${path}`, { agent, headers })
    sent.once('error', reject)
    sent.once('response', (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.once('error', reject)
      response.once('end', () => {
        const { etag = '' } = response.headers
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(pieces), etag })
      })
    })
    sent.end()
  })
}
