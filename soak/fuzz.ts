/**
 * API-01 with many requests: sends requests generated from the contract's schemas, and mutations of them, to every
 * operation: signed out, signed in, and as a stranger or a minor with someone else's ids. No response may be a 5xx,
 * late, or anything but the envelope; every error must be one that the contract lists; and no one but the owner may
 * read a word of what the owner stored.
 *
 *   node soak/fuzz.ts [--requests 20000] [--store embedded|postgres|both] [--seed 1]
 */
import { parseArgs } from 'node:util'
import type { Database } from '@everkin/server/platform/db/database.ts'
import { openEmbedded } from '@everkin/server/platform/db/embedded.ts'
import { migrate } from '@everkin/server/platform/db/migrate.ts'
import { openPostgres } from '@everkin/server/platform/db/postgres.ts'
import { type FuzzRequest, findFault, fuzzRequests, sendFuzz } from '@everkin/testing/api-fuzz.ts'
import { fillAccount, idsOf, secretOf } from '@everkin/testing/filled-account.ts'
import { startPostgres } from '@everkin/testing/postgres-cluster.ts'
import { startTestServer, type TestPerson } from '@everkin/testing/test-server.ts'
import fc from 'fast-check'

const CONCURRENCY = 8
const OWNER = 'the owner'

interface Actor {
  name: string
  headers: Record<string, string>
}

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    store: { type: 'string', default: 'both' },
    seed: { type: 'string', default: '1' },
  },
})
const seed = Number(values.seed)
let failures = 0

const cluster = values.store === 'embedded' ? null : await startPostgres()
if (!cluster && values.store !== 'embedded')
  console.log('SKIPPED: PostgreSQL, because no server (15 or later) is installed')
const stores = [
  ...(values.store === 'postgres' ? [] : [() => openEmbedded(null)]),
  ...(cluster ? [async () => openPostgres(cluster.url, () => undefined)] : []),
]
for (const open of stores) {
  const database = await open()
  await migrate(database)
  await fuzz(database, Math.ceil(Number(values.requests) / stores.length))
  await database.close()
}
await cluster?.stop()
process.exit(failures === 0 ? 0 : 1)

async function fuzz(database: Database, count: number): Promise<void> {
  const { kind } = database
  const server = await startTestServer({ database })
  const account = await fillAccount(server, 'owner')
  const owner = account.person
  const [stranger, minor] = [await server.signIn(), await server.signIn()]
  await minor.call('POST /api/user/profile', { body: { nickname: 'Mara', gender: null, age_scope: 1 } })
  const { chatId, sessionId } = account
  // The owner's own session must outlive the run.
  const ids = ['ilse', ...idsOf(account), `${chatId}.999`, `${chatId}.99999999999`, 'no-such-id'].filter(
    (id) => id !== sessionId,
  )
  const actors: Actor[] = [
    { name: 'a visitor', headers: {} },
    { name: OWNER, headers: sessionHeaders(owner) },
    { name: 'a stranger', headers: sessionHeaders(stranger) },
    { name: 'a minor', headers: sessionHeaders(minor) },
  ]
  const requests = fc.sample(fuzzRequests(ids), { numRuns: count, seed })
  const found = new Map<string, number>()
  const started = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let i = next++; i < requests.length; i = next++) {
        const actor = actors[i % actors.length]!
        const fault = await faultOf(server.origin, requests[i]!, actor)
        if (!fault) continue
        const line = `${actor.name}, ${requests[i]!.call}: ${fault}`
        if (!found.has(line)) console.error(`FAIL ${kind}, request ${i}: ${line}\n  ${inputOf(requests[i]!)}`)
        found.set(line, (found.get(line) ?? 0) + 1)
      }
    }),
  )
  failures += found.size
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`${kind}: ${requests.length} requests in ${seconds} s, ${found.size} kinds of fault (seed ${seed})`)
  await server.end()
}

async function faultOf(origin: string, request: FuzzRequest, { name, headers }: Actor): Promise<string | null> {
  try {
    const reply = await sendFuzz(origin, request, headers).catch((error: unknown) => {
      // The server may close an idle connection at the moment it is used again: what is at fault fails twice.
      if (causeOf(error)?.code !== 'ECONNRESET') throw error
      return sendFuzz(origin, request, headers)
    })
    if (name !== OWNER && reply.text.includes(secretOf('owner'))) return 'what only the owner may read'
    return findFault(request, reply, 'user-token' in headers)
  } catch (error) {
    return `no reply (${causeOf(error)?.code ?? (error as Error).name})`
  }
}

/** What fetch throws names the error of the connection as its cause. */
function causeOf(error: unknown): { code?: string } | undefined {
  return (error as { cause?: { code?: string } }).cause
}

function inputOf(request: FuzzRequest): string {
  return JSON.stringify({
    query: request.query,
    body: request.rawBody ?? request.body,
    headers: request.headers,
  }).slice(0, 400)
}

function sessionHeaders(person: TestPerson): Record<string, string> {
  return { 'user-token': person.token, authorization: `Bearer ${person.secret}` }
}
