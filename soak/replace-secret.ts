/**
 * Rehearses docs/operations.md, "Replace APP_SECRET", with two servers that share PostgreSQL and Redis, while people
 * chat at both: one server after the other restarts with the next settings. Nobody may be signed out, no message lost,
 * and the model must always get the connection's API key, which is encrypted with the secret.
 *
 *   node soak/replace-secret.ts
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, type PostgresCluster, startPostgres } from '@everkin/testing/postgres-cluster.ts'
import { openMailbox } from '@everkin/testing/servers/mailbox.ts'
import { startModelServer } from '@everkin/testing/servers/model-server.ts'
import { findRedis, startRedis } from '@everkin/testing/servers/redis-server.ts'
import { type AppProcess, startApp } from './app-process.ts'
import { ChatClient } from './chat-client.ts'
import { postJson, type SignedIn, signIn } from './sign-in.ts'
import { findLostMessages, settledMessages } from './stored-chat.ts'

const PEOPLE = 4
const OWNER = 'talker0@example.org'
const API_KEY = 'key-of-the-rehearsal'
const STEP_MS = 4_000

const oldSecret = randomBytes(32).toString('hex')
const newSecret = randomBytes(32).toString('hex')
/** The settings that each server gets, step by step. */
const STEPS = [
  { name: 'the old secret', APP_SECRET: oldSecret },
  { name: 'the new one is known', APP_SECRET: oldSecret, APP_SECRET_FALLBACKS: newSecret },
  { name: 'the new one is in use', APP_SECRET: newSecret, APP_SECRET_FALLBACKS: oldSecret },
  { name: 'the old one is gone', APP_SECRET: newSecret },
] as const

const redisProgram = findRedis()
const postgres = redisProgram ? await startPostgres() : null
if (redisProgram && postgres) process.exit((await rehearse(postgres, redisProgram)) ? 0 : 1)
console.log('SKIPPED: replacing the secret, because PostgreSQL 15 (or later) or Redis is not installed')

async function rehearse(database: PostgresCluster, program: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'everkin-secret-'))
  const redis = await startRedis(program)
  const mailbox = await openMailbox()
  const model = await startModelServer({ behaviour: { mode: 'normal', words: 20, delayMs: 20 } })
  const environments = await Promise.all(
    ['a', 'b'].map(async (name) => ({
      DATA_DIR: join(folder, name),
      PORT: String(await freePort()),
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      SMTP_URL: mailbox.url,
      ADMIN_EMAILS: OWNER,
      RATE_LIMITS: 'off',
      NEW_ACCOUNT_MESSAGES: '1000000',
      FAIR_USE_MESSAGES_PER_DAY: '1000000',
    })),
  )
  const servers: AppProcess[] = []
  const findings: string[] = []
  let people: SignedIn[] = []
  let clients: ChatClient[] = []
  for (const { name, ...secrets } of STEPS) {
    // One after the other: in between, the two servers differ.
    for (const [i, environment] of environments.entries()) {
      await servers[i]?.kill('SIGTERM')
      servers[i] = await startApp({ ...environment, ...secrets })
      if (clients.length > 0) await sleep(STEP_MS)
    }
    if (clients.length === 0) {
      const origins = servers.map(({ origin }) => origin)
      people = await signUp(origins, mailbox, model.url)
      clients = people.map((person, i) => openClient(i, origins[i % origins.length] ?? '', person))
    }
    const before = model.requests.length
    await sleep(STEP_MS)
    const requests = model.requests.slice(before)
    if (requests.length === 0) findings.push(`${name}: nobody was answered`)
    console.log(`${name}: ${requests.length} replies requested`)
  }
  const finished = await Promise.allSettled(clients.map((client) => client.finish(20_000)))
  for (const end of finished) if (end.status === 'rejected') findings.push(String(end.reason))
  for (const [i, person] of people.entries()) {
    const messages = await settledMessages(servers[0]!.origin, person)
    findings.push(...findLostMessages(messages, clients[i]!.acknowledged).map((finding) => `talker ${i}: ${finding}`))
    const failed = messages.filter(({ status }) => status === 'failed').length
    if (failed > 0) findings.push(`talker ${i}: ${failed} replies failed`)
  }
  const wrong = model.requests.filter(({ authorization }) => authorization !== `Bearer ${API_KEY}`).length
  if (wrong > 0) findings.push(`${wrong} of ${model.requests.length} requests had another API key`)
  for (const server of servers) await server.kill('SIGTERM')
  await Promise.all([mailbox.close(), model.close(), redis.stop()])
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
  for (const finding of findings) console.error(`FAIL ${finding}`)
  const acknowledged = clients.reduce((sum, client) => sum + client.acknowledged.length, 0)
  console.log(`${acknowledged} messages acknowledged, ${model.requests.length} replies, ${findings.length} findings`)
  return findings.length === 0
}

/** The people, spread over the servers. The first one is the owner, and connects the model. */
async function signUp(
  origins: readonly string[],
  mailbox: { codeFor(address: string): Promise<string> },
  modelUrl: string,
): Promise<SignedIn[]> {
  const people: SignedIn[] = []
  for (let i = 0; i < PEOPLE; i++)
    people.push(await signIn(origins[i % origins.length] ?? '', mailbox, `talker${i}@example.org`))
  await postJson(
    origins[0] ?? '',
    '/api/admin/saveConnection',
    {
      name: 'rehearsal',
      kind: 'openai_compatible',
      base_url: modelUrl,
      api_key: API_KEY,
      is_default: true,
      models: [{ name: 'everkin-test' }],
    },
    people[0]!.headers,
  )
  return people
}

function openClient(index: number, origin: string, { token, secret, chatId }: SignedIn): ChatClient {
  const client = new ChatClient({
    name: `talker ${index}`,
    url: `${origin.replace('http', 'ws')}/ws?token=${token}`,
    headers: { authorization: `Bearer ${secret}` },
    chatId,
  })
  client.start()
  return client
}
