import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApiBody, ApiCall, ApiData, ApiQuery } from '@everkin/contract/api-types.ts'
import type { User } from '@everkin/contract/types.ts'
import { systemClock } from '@everkin/server/platform/clock.ts'
import { readSettings } from '@everkin/server/platform/config.ts'
import { createLog } from '@everkin/server/platform/log.ts'
import { loadTexts } from '@everkin/server/platform/texts.ts'
import { createFakeTextModel } from '@everkin/server/providers/text-model/fake.ts'
import { type RunningServer, type RunOptions, runServer } from '@everkin/server/run-server.ts'
import { CHEAP_HASHES } from './account-services.ts'
import { RealtimeClient } from './realtime-client.ts'
import { openDatabaseWithLibrary } from './test-database.ts'

interface ApiReply<Data> {
  status: number
  code: number
  msg: string
  data: Data
}

/** A whole server on a free loopback port, without pages, on an empty database. */
export interface TestServer extends RunningServer {
  origin: string
  /** Signs in as a new adult person with a complete profile. */
  signIn(email?: string): Promise<TestPerson>
  call<Call extends ApiCall>(
    call: Call,
    input?: { query?: ApiQuery<Call>; body?: ApiBody<Call> | object; headers?: Record<string, string> },
  ): Promise<ApiReply<ApiData<Call>>>
  end(): Promise<void>
}

export interface TestPerson {
  user: User
  token: string
  secret: string
  call: TestServer['call']
  /** A connection of another device, after `ready`. */
  connect(headers?: Record<string, string>): Promise<RealtimeClient>
  /** Starts a chat with a character of the library and returns its id. */
  startChat(cardId?: string): Promise<string>
}

/** The headers of a signed-in request without a browser. */
export const credentialsOf = (person: Pick<TestPerson, 'token' | 'secret'>) => ({
  'user-token': person.token,
  authorization: `Bearer ${person.secret}`,
})

type TestServerOptions = RunOptions & { kind?: 'embedded' | 'postgres'; settings?: Record<string, string> }

const texts = loadTexts(createLog('silent'))

/**
 * Whether a server uses the embedded database that tests of this process share. A second one beside it would take its
 * replies for those of a process that died, and end them.
 */
let isEmbeddedInUse = false

/** @throws Error if an earlier server on the shared embedded database has not ended. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const isShared = !options.database && (options.kind ?? 'embedded') === 'embedded'
  if (!isShared) return start(options)
  if (isEmbeddedInUse) throw new Error('end the test server before this one: both use the same database')
  isEmbeddedInUse = true
  const release = () => {
    isEmbeddedInUse = false
  }
  const server = await start(options).catch((error: unknown) => {
    release()
    throw error
  })
  return { ...server, stop: () => server.stop().finally(release), end: () => server.end().finally(release) }
}

async function start(options: TestServerOptions): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'everkin-test-'))
  const opened = options.database ? null : await openFilledDatabase(options)
  const database = options.database ?? opened?.database
  const settings = readSettings({
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_LIMITS: 'off',
    MIN_FREE_MB: '0',
    MESSAGE_PRICE: '1',
    LOG_LEVEL: 'silent',
    ...options.settings,
  })
  const running = await runServer(settings, createLog(settings.logLevel), {
    pages: 'none',
    recurringJobs: false,
    model: createFakeTextModel(),
    hashCosts: CHEAP_HASHES,
    texts,
    ...options,
    // The test's database outlives the server: it is emptied, not closed.
    ...(database && { database: { ...database, close: async () => undefined } }),
  })
  const origin = `http://127.0.0.1:${running.port}`
  const call = callFrom(origin, {})
  let people = 0
  return {
    ...running,
    origin,
    call,
    signIn: (email = `person-${++people}@example.org`) => signIn(running, origin, email),
    end: async () => {
      await running.stop()
      await opened?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A database with the library, as this process's first test server has stored it. */
function openFilledDatabase({ kind = 'embedded', clock = systemClock }: TestServerOptions) {
  return openDatabaseWithLibrary(kind, {
    now: clock.now(),
    fill: async (database) => (await startTestServer({ database })).end(),
  })
}

function callFrom(origin: string, always: Record<string, string>): TestServer['call'] {
  return async (call, input = {}) => {
    const [method = 'GET', path = ''] = call.split(' ')
    const url = new URL(path, origin)
    for (const [name, value] of Object.entries(input.query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const response = await fetch(url, {
      method,
      headers: { ...(method === 'POST' && { 'content-type': 'application/json' }), ...always, ...input.headers },
      ...(method === 'POST' && { body: JSON.stringify(input.body ?? {}) }),
    })
    return { status: response.status, ...((await response.json()) as { code: number; msg: string; data: never }) } // the envelope
  }
}

async function signIn(running: RunningServer, origin: string, email: string): Promise<TestPerson> {
  const anonymous = callFrom(origin, { platform: '1', 'user-agent': 'everkin-test' })
  const { challenge } = (await anonymous('POST /api/account/sendCode', { body: { email } })).data
  const mail = running.context.outbox?.mails().find((kept) => kept.to === email)
  const code = /(?:^|\s)(\d{6})(?:\s|$)/.exec(mail?.text ?? '')?.[1]
  if (!code) throw new Error('no code arrived')
  const { data: user } = await anonymous('POST /api/account/emailLogin', { body: { email, code, challenge } })
  const { token = '', secret = '' } = user
  const headers = { platform: '1', 'user-token': token, authorization: `Bearer ${secret}` }
  const call = callFrom(origin, headers)
  const profile = await call('POST /api/user/profile', { body: { nickname: 'Mara', gender: null, age_scope: 3 } })
  return {
    user: profile.data,
    token,
    secret,
    call,
    connect: async (more) => {
      const client = new RealtimeClient(`${origin.replace('http', 'ws')}/ws?token=${token}`, {
        authorization: `Bearer ${secret}`,
        ...more,
      })
      await client.next('ready')
      return client
    },
    startChat: async (cardId = 'ilse') => {
      const { data, code: answer } = await call('POST /api/chat/start', { body: { card_id: cardId } })
      if (answer !== 1) throw new Error(`no chat: ${answer}`)
      return data.id
    },
  }
}
