/**
 * Kills the server with SIGKILL while image tasks are queued and running, starts it again, and checks from outside that
 * every task ends once, that no image that was shown is gone, and that the ledger is balanced: each image charged once,
 * each failure refunded once.
 *
 *   node soak/paint.ts [--tasks 200] [--kills 10]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Task } from '@everkin/contract/types.ts'
import { openEmbedded } from '@everkin/server/platform/db/embedded.ts'
import { freePort } from '@everkin/testing/postgres-cluster.ts'
import { startImageServer } from '@everkin/testing/servers/image-server.ts'
import { openMailbox } from '@everkin/testing/servers/mailbox.ts'
import { type AppProcess, startApp } from './app-process.ts'

const PRICE = 5
/** Coins per purchase; the first account buys as many as it needs. */
const PACK = 1_200
const END_TIMEOUT_MS = 8 * 60_000

const { values } = parseArgs({
  options: { tasks: { type: 'string', default: '200' }, kills: { type: 'string', default: '10' } },
})
const [count, kills] = [Number(values.tasks), Number(values.kills)]
let failures = 0

const dataDir = mkdtempSync(join(tmpdir(), 'everkin-paint-'))
const [mailbox, images] = await Promise.all([openMailbox(), startImageServer('openai')])
// Every tenth is rejected permanently; the others take a moment, so that kills hit them in every state.
images.behave({ mode: 'normal', delayMs: 30, refuse: (prompt) => /number \d*0$/.test(prompt.split('\n')[0] ?? '') })
const environment = {
  DATA_DIR: dataDir,
  PORT: String(await freePort()),
  RATE_LIMITS: 'off',
  IMAGE_BASE_URL: `${images.url}/v1`,
  IMAGE_API: 'openai',
  GENERATED_IMAGE_PRICE: String(PRICE),
  SMTP_URL: mailbox.url,
}
let app = await startApp(environment)
const headers = await signIn(app)
const bought = Math.ceil((count * PRICE) / PACK)
for (let pack = 0; pack < bought; pack++) {
  const order = await post<{ id: string }>('/api/order/create', {
    product_id: 'coins-1200',
    idempotency_key: `pack-of-coins-${pack}`,
  })
  await post('/api/order/payment', { order_id: order.id, payment_method: '4242424242424242' })
}
const ids: string[] = []
for (let task = 0; task < count; task++) {
  const made = await post<Task>('/api/task/create', taskRequest(task))
  ids.push(made.id)
}
console.log(`${count} tasks are queued`)

const shown = new Map<string, Set<string>>()
for (let kill = 0; kill < kills; kill++) {
  await sleep(600 + ((kill * 377) % 900))
  await fetchTasks()
  await app.kill('SIGKILL')
  app = await startApp(environment)
}
const started = performance.now()
while ((await fetchTasks()).some((task) => task.status === 'queued' || task.status === 'running')) {
  if (performance.now() - started > END_TIMEOUT_MS) {
    fail('not every task has ended')
    break
  }
  await sleep(1_000)
}
const tasks = await fetchTasks()
const failed = tasks.filter(({ status }) => status === 'failed').length
for (const [place, id] of ids.entries()) {
  const again = await post<Task>('/api/task/create', taskRequest(place))
  if (again.id !== id) fail(`task ${place} was created again under the same key`)
}
for (const task of tasks) {
  if (task.status === 'succeeded' ? task.images.length !== 1 || task.refunded !== 0 : task.refunded !== PRICE)
    fail(`${task.status}, ${task.images.length} pictures, ${task.refunded} coins returned`)
  for (const { url } of task.images) if (!(await fetch(app.origin + url)).ok) fail(`an image is missing: ${url}`)
}
const code = await app.kill('SIGTERM')
if (code !== 0) fail(`stopped with ${code} instead of 0`)
await verifyLedger(failed)
await Promise.all([mailbox.close(), images.close()])
rmSync(dataDir, { recursive: true, force: true })
console.log(
  `${kills} kills, ${count} tasks: ${count - failed} generated, ${failed} refunded; ${images.requests.length} requests`,
)
process.exit(failures === 0 ? 0 : 1)

function taskRequest(task: number) {
  const idempotency_key = `task-${task}`
  return { kind: 'image', prompt: `A lighthouse, number ${task}`, style_id: 'lamplight', count: 1, idempotency_key }
}

/** All current tasks; what was shown before must still be there. */
async function fetchTasks(): Promise<Task[]> {
  const list: Task[] = []
  for (let cursor = ''; ; ) {
    const reply = await fetch(`${app.origin}/api/task/list?limit=100${cursor}`, { headers })
    const { data } = (await reply.json()) as { data: { list: Task[]; next_cursor: string | null } } // the contract's reply
    list.push(...data.list)
    if (data.next_cursor === null) break
    cursor = `&cursor=${encodeURIComponent(data.next_cursor)}`
  }
  if (list.length !== count) fail(`${list.length} tasks are there instead of ${count}`)
  for (const { id, images: there } of list) {
    const before = shown.get(id) ?? new Set()
    for (const picture of before)
      if (!there.some((image) => image.id === picture)) fail('an image that was shown is gone')
    shown.set(id, new Set(there.map((image) => image.id)))
  }
  return list
}

async function verifyLedger(failedTasks: number): Promise<void> {
  const database = await openEmbedded(join(dataDir, 'database'))
  const one = async (query: string) => (await database.query<{ n: number }>(query))[0]?.n ?? 0
  const books = {
    sum: await one('select coalesce(sum(amount), 0)::int as n from ledger_entry'),
    charges: await one(`select count(*)::int as n from ledger_transfer where cause = 'picture'`),
    refunds: await one(`select count(*)::int as n from ledger_transfer where cause = 'picture_refund'`),
    coins: await one(`select balance::int as n from ledger_account where kind = 'person' and asset = 'coin'`),
    open: await one('select count(*)::int as n from picture_task where ended_at is null'),
  }
  const expected = {
    sum: 0,
    charges: count,
    refunds: failedTasks,
    open: 0,
    coins: bought * PACK - (count - failedTasks) * PRICE,
  }
  for (const name of Object.keys(expected) as (keyof typeof expected)[])
    if (books[name] !== expected[name]) fail(`${name}: ${books[name]} instead of ${expected[name]}`)
  await database.close()
}

async function post<Data>(path: string, body: object, more: Record<string, string> = headers): Promise<Data> {
  const reply = await fetch(app.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', platform: '1', ...more },
    body: JSON.stringify(body),
  })
  const envelope = (await reply.json()) as { code: number; data: Data } // the envelope
  if (envelope.code !== 1) throw new Error(`${path} answered ${envelope.code}`)
  return envelope.data
}

async function signIn(to: AppProcess): Promise<Record<string, string>> {
  const email = 'painter@example.org'
  const ask = async (path: string, body: object, more: Record<string, string> = {}) => {
    const reply = await fetch(to.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', platform: '1', ...more },
      body: JSON.stringify(body),
    })
    return ((await reply.json()) as { data: Record<string, string> }).data // the envelope
  }
  const { challenge } = await ask('/api/account/sendCode', { email })
  const user = await ask('/api/account/emailLogin', { email, code: await mailbox.codeFor(email), challenge })
  const signed = { 'user-token': user.token ?? '', authorization: `Bearer ${user.secret}`, platform: '1' }
  await ask('/api/user/profile', { nickname: 'Painter', gender: null, age_scope: 3 }, signed)
  return signed
}

function fail(line: string): void {
  failures += 1
  console.error(`FAIL ${line}`)
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
