/**
 * First word, later words and CPU time (PERF-R1 to PERF-R4): Everkin on PostgreSQL, with everything stored and checked,
 * compared with the smallest relay, on the same model, alternating in one run; and the model requested directly.
 *
 *   npm run bench first-word
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '@everkin/server/platform/db/postgres.ts'
import { aSignedInPerson } from '@everkin/testing/builders.ts'
import { freePort, startPostgres } from '@everkin/testing/postgres-cluster.ts'
import { WebSocket } from 'ws'
import { cpuMs, heading, median, percentile, row } from './measure/statistics.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 7)
const CHATS = [1, 20, 200]
const WORDS = 30

interface Side {
  name: string
  pid: number
  /** One socket per chat, and how to request a turn on it. */
  sockets: WebSocket[]
  ask(index: number): void
  wordsOf(frame: { type: string; text?: string }): string | null
  isEnd(frame: { type: string; message?: { status: string } }): boolean
}

interface Turn {
  firstMs: number
  agesMs: number[]
}

const cluster = await startPostgres(['fsync=on', 'shared_buffers=128MB'])
if (!cluster) {
  console.log('SKIPPED: first word, because no PostgreSQL server is installed')
  process.exit(0)
}
const dataDir = mkdtempSync(join(tmpdir(), 'everkin-bench-'))
const modelPort = await freePort()
const model = start('bench/first-word-model.ts', { PORT: String(modelPort), WORDS: String(WORDS), DELAY_MS: '20' })
const modelUrl = `http://127.0.0.1:${modelPort}/v1`
const relayPort = await freePort()
const relay = start('bench/first-word-relay.ts', { PORT: String(relayPort), MODEL_BASE_URL: modelUrl })
const appPort = await freePort()
const app = start('packages/server/src/main.ts', {
  PORT: String(appPort),
  DATA_DIR: dataDir,
  DATABASE_URL: cluster.url,
  MODEL_BASE_URL: modelUrl,
  MODEL_NAME: 'bench',
  RATE_LIMITS: 'off',
  FAIR_USE_MESSAGES_PER_DAY: '100000000',
  LOG_LEVEL: 'warn',
})
await untilReady(`http://127.0.0.1:${appPort}/readyz`)
await untilReady(`${modelUrl}/models`)

const database = openPostgres(cluster.url, () => undefined)
const chats = await openChats(Math.max(...CHATS))
heading(
  `First word (${ROUNDS} rounds, ${WORDS} words 20 ms apart)`,
  'chats',
  'model direct p50 ms',
  'relay p50 ms',
  'Everkin p50 ms',
  'ratio p50',
  'relay p99 ms',
  'Everkin p99 ms',
  'ratio p99',
  'word age p50 ratio',
  'word age p99 ratio',
  'CPU ms per 1,000 words: relay',
  'Everkin',
  'ratio',
)
for (const count of CHATS) await measureAt(count)
await database.close()
for (const child of [app, relay, model]) child.kill('SIGKILL')
await cluster.stop()
rmSync(dataDir, { recursive: true, force: true })
process.exit(0)

async function measureAt(count: number): Promise<void> {
  const sides = [await bareSide(count), await everkinSide(count)] as const
  const samples = sides.map(() => ({ firsts: [] as number[][], ages: [] as number[][], cpu: [] as number[] }))
  const direct: number[] = []
  for (const side of sides) for (let warm = 0; warm < 3; warm++) await round(side, count)
  for (let i = 0; i < ROUNDS; i++) {
    direct.push(await askDirectly())
    for (const [s, side] of sides.entries()) {
      const cpu = cpuMs(side.pid)
      const turns = await round(side, count)
      await sleep(60) // work after the last word belongs to the turn
      samples[s]!.cpu.push(cpuMs(side.pid) - cpu)
      samples[s]!.firsts.push(turns.map((turn) => turn.firstMs))
      samples[s]!.ages.push(turns.flatMap((turn) => turn.agesMs))
    }
  }
  const p = (s: number, kind: 'firsts' | 'ages', share: number) =>
    median(samples[s]![kind].map((list) => percentile(list, share)))
  const cpu = samples.map((sample) => sample.cpu.reduce((sum, ms) => sum + ms, 0) / ROUNDS / ((count * WORDS) / 1000))
  row(
    count,
    median(direct),
    p(0, 'firsts', 0.5),
    p(1, 'firsts', 0.5),
    p(1, 'firsts', 0.5) / p(0, 'firsts', 0.5),
    p(0, 'firsts', 0.99),
    p(1, 'firsts', 0.99),
    p(1, 'firsts', 0.99) / p(0, 'firsts', 0.99),
    p(1, 'ages', 0.5) / p(0, 'ages', 0.5),
    p(1, 'ages', 0.99) / p(0, 'ages', 0.99),
    cpu[0]!,
    cpu[1]!,
    cpu[1]! / cpu[0]!,
  )
  for (const side of sides) for (const socket of side.sockets) socket.close()
}

/** Each chat requests one turn, slightly staggered; returns the time to the first word and the age of each word. */
function round(side: Side, count: number): Promise<Turn[]> {
  return Promise.all(
    side.sockets.slice(0, count).map(
      (socket, index) =>
        new Promise<Turn>((resolve) => {
          const turn: Turn = { firstMs: Number.NaN, agesMs: [] }
          let askedAt = 0
          const receive = (data: unknown) => {
            const now = performance.now()
            const frame = JSON.parse(String(data)) as { type: string; text?: string; message?: { status: string } } // frames of either server
            const words = side.wordsOf(frame)
            if (words) {
              if (Number.isNaN(turn.firstMs)) turn.firstMs = now - askedAt
              for (const word of words.trim().split(' ')) turn.agesMs.push(performance.timeOrigin + now - Number(word))
            }
            if (side.isEnd(frame)) {
              socket.off('message', receive)
              resolve(turn)
            }
          }
          socket.on('message', receive)
          setTimeout(
            () => {
              askedAt = performance.now()
              side.ask(index)
            },
            (index * 300) / count,
          )
        }),
    ),
  )
}

async function bareSide(count: number): Promise<Side> {
  const sockets = await Promise.all(Array.from({ length: count }, () => connect(`ws://127.0.0.1:${relayPort}/`, {})))
  return {
    name: 'bare relay',
    pid: relay.pid ?? 0,
    sockets,
    ask: (index) => sockets[index]!.send(JSON.stringify({ text: 'And then?' })),
    wordsOf: (frame) => (frame.type === 'delta' ? (frame.text ?? null) : null),
    isEnd: (frame) => frame.type === 'end',
  }
}

async function everkinSide(count: number): Promise<Side> {
  const used = chats.slice(0, count)
  const sockets = await Promise.all(
    used.map(({ token, secret }) =>
      connect(`ws://127.0.0.1:${appPort}/ws?token=${token}`, { authorization: `Bearer ${secret}` }),
    ),
  )
  return {
    name: 'Everkin',
    pid: app.pid ?? 0,
    sockets,
    ask: (index) =>
      sockets[index]!.send(
        JSON.stringify({
          type: 'message.send',
          chat_id: used[index]!.chatId,
          client_id: randomUUID(),
          text: 'And then?',
        }),
      ),
    wordsOf: (frame) => (frame.type === 'message.delta' ? (frame.text ?? null) : null),
    isEnd: (frame) => frame.type === 'message.completed',
  }
}

/** People with a chat of forty messages each. */
async function openChats(count: number): Promise<{ token: string; secret: string; chatId: string }[]> {
  const opened: { token: string; secret: string; chatId: string }[] = []
  for (let i = 0; i < count; i++) {
    const { token, secret } = await aSignedInPerson(database, {
      messages: 1_000_000,
      now: new Date(),
      createdAt: new Date(),
    })
    const reply = await fetch(`http://127.0.0.1:${appPort}/api/chat/start`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        platform: '1',
        'user-token': token,
        authorization: `Bearer ${secret}`,
      },
      body: JSON.stringify({ card_id: 'ilse' }),
    })
    const { data } = (await reply.json()) as { data: { id: string } } // the envelope of a chat
    opened.push({ token, secret, chatId: data.id })
  }
  return opened
}

async function askDirectly(): Promise<number> {
  const started = performance.now()
  const response = await fetch(`${modelUrl}/chat/completions`, { method: 'POST', body: '{}' })
  const reader = response.body!.getReader()
  await reader.read()
  const ms = performance.now() - started
  await reader.cancel()
  return ms
}

function connect(url: string, headers: Record<string, string>): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers, perMessageDeflate: false })
    socket.once('open', () => resolve(socket))
    socket.once('error', reject)
  })
}

function start(file: string, environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', ...environment },
  })
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const isReady = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    await sleep(50)
  }
  throw new Error(`not ready: ${url}`)
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
