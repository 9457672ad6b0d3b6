import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Message } from '@everkin/contract/types.ts'
import { RealtimeClient } from '@everkin/testing/realtime-client.ts'
import { type Mailbox, openMailbox } from '@everkin/testing/servers/mailbox.ts'
import { type ModelServer, startModelServer } from '@everkin/testing/servers/model-server.ts'
import { freshPostgresDatabase, prepareDataFolder, testPostgresUrl } from '@everkin/testing/test-database.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lockDataFolder } from './platform/db/data-folder.ts'
import { openEmbedded } from './platform/db/embedded.ts'

const MAIN = new URL('./main.ts', import.meta.url).pathname
const isBuilt = existsSync(new URL('../../../build/web/server/index.js', import.meta.url))
if (!isBuilt) console.warn('SKIPPED: the whole server as a process, because build/web is not there (npm run build)')

let folder = ''
let stopAll: (() => Promise<unknown>)[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'everkin-process-'))
})
afterEach(async () => {
  for (const stop of stopAll) await stop()
  stopAll = []
  rmSync(folder, { recursive: true, force: true })
})

/** The server as a process of its own, with these settings and no others. */
function start(settings: Record<string, string>) {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH, NODE_ENV: 'production', PORT: '0', DATA_DIR: join(folder, 'data'), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { out: '', error: '' }
  child.stdout.on('data', (data) => {
    output.out += String(data)
  })
  child.stderr.on('data', (data) => {
    output.error += String(data)
  })
  const ended = once(child, 'close').then(([code]) => code as number | null) // what `close` gives
  stopAll.push(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const opened = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const port = /Everkin is open at http:\/\/localhost:(\d+)/.exec(output.out)?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
    })
    void ended.then(() => reject(new Error(`it ended: ${output.error}`)))
  })
  opened.catch(() => undefined)
  return { child, output, ended, opened }
}

describe('a start that cannot go on', { timeout: 60_000 }, () => {
  const refusal = async (settings: Record<string, string>) => {
    const { output, ended } = start(settings)
    expect(await ended).toBe(1)
    return output.error
  }

  it('OPS-03: ends with code 1 and one line that names the setting and not its value', async () => {
    const secret = 'canary-too-short'
    const error = await refusal({ APP_SECRET: secret })
    expect(error).toBe('Setting APP_SECRET must have at least 32 characters.\n')
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  it('DUR-11: ends with code 1 and one line when another process has the data folder', async () => {
    const unlock = lockDataFolder(join(folder, 'data'))
    expect(await refusal({})).toBe(
      `The data folder ${join(folder, 'data')} is in use by another Everkin (process ${process.pid}). Stop it first, or set another DATA_DIR.\n`,
    )
    unlock()
  })

  it('OPS-03: says in one line that the data folder cannot be made', async () => {
    writeFileSync(join(folder, 'data'), 'a file')
    expect(await refusal({ DATA_DIR: join(folder, 'data', 'inner') })).toMatch(/^The data folder [^\n]+ DATA_DIR\.\n$/)
  })

  it('OPS-03: says in one line that the database is not there, without its password', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as { port: number } // a TCP server's address
    closed.close()
    const url = `postgres://me:canary@127.0.0.1:${port}/x`
    expect(await refusal({ DATABASE_URL: url })).toBe('The database cannot be reached: check DATABASE_URL.\n')
  })

  it.each([
    ['postgres://me:50%canary@127.0.0.1:1/x', 'DATABASE_URL must have %25 for each % of its user name and password.'],
    [
      'postgres://me:canary@127.0.0.1:1/x?sslmode=verify-full&sslrootcert=/nowhere.pem',
      'A file that DATABASE_URL names cannot be read (ENOENT): check its certificates.',
    ],
    ['postgres://localhost/x?host=/nowhere', 'The database cannot be reached: check DATABASE_URL.'],
  ])('OPS-03: says in one line what is wrong with DATABASE_URL: %s', async (url, line) => {
    expect(await refusal({ DATABASE_URL: url })).toBe(`${line}\n`)
  })

  it('OPS-03: says in one line that HOST is no address', async () => {
    await prepareDataFolder(join(folder, 'data'))
    const error = await refusal({ HOST: 'nowhere.invalid', LOCAL_MODE_OPEN: 'on', LOG_LEVEL: 'silent' })
    expect(error).toBe('HOST is not an address of this machine.\n')
  })
})

describe('a start that is stopped', { timeout: 120_000 }, () => {
  it('OPS-01: ends with 0 and leaves the data folder to the next start', async () => {
    const { child, ended } = start({})
    const lock = join(folder, 'data', 'everkin.lock')
    await vi.waitFor(() => expect(existsSync(lock)).toBe(true), { timeout: 30_000, interval: 20 })
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(existsSync(lock)).toBe(false)
    expect(existsSync(join(folder, 'data', 'database.ready'))).toBe(false)
  })

  it.runIf(testPostgresUrl).each(['1', '2'])(
    'OPS-01: ends with 0 before its migrations, with %s processes',
    async (processes) => {
      const fresh = await freshPostgresDatabase({ isMigrated: false })
      stopAll.push(() => fresh.drop())
      const settings = { DATABASE_URL: fresh.url, PROCESSES: processes, SMTP_URL: 'smtp://127.0.0.1:1' }
      await fresh.database.transaction(async (tx) => {
        // As if another process were migrating.
        await tx.query('select pg_advisory_xact_lock(7041776)')
        const { child, ended } = start(settings)
        await vi.waitFor(
          async () => {
            await tx.query('select pg_stat_clear_snapshot()')
            const found = await tx.query(
              `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
            )
            expect(found).not.toEqual([])
          },
          { timeout: 30_000, interval: 50 },
        )
        child.kill('SIGTERM')
        expect(await ended).toBe(0)
      })
    },
  )
})

describe.runIf(isBuilt)('the whole server as a process', () => {
  let mailbox: Mailbox
  let model: ModelServer

  beforeEach(async () => {
    mailbox = await openMailbox()
    model = await startModelServer()
    stopAll.push(
      () => mailbox.close(),
      () => model.close(),
    )
  })

  const settings = () => ({
    SMTP_URL: mailbox.url,
    MODEL_BASE_URL: model.url,
    MODEL_NAME: 'everkin-test',
    MODEL_API_KEY: 'canary-model-key',
    RATE_LIMITS: 'off',
    NEW_ACCOUNT_MESSAGES: '1000',
  })

  /** Texts of all replies, so that they can be searched for what they must not hold. */
  const bodies: string[] = []
  const post = async (origin: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
    const reply = await fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', platform: '1', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await reply.text()
    const envelope = JSON.parse(text) as { code: number; data: Record<string, string> } // the envelope
    if (envelope.code !== 1) bodies.push(text)
    return envelope
  }

  async function signIn(origin: string, email: string) {
    const { challenge } = (await post(origin, '/api/account/sendCode', { email })).data
    const code = await mailbox.codeFor(email)
    const wrong = code === '000000' ? '111111' : '000000'
    await post(origin, '/api/account/emailLogin', { email, code: wrong, challenge })
    const { data } = await post(origin, '/api/account/emailLogin', { email, code, challenge })
    const { token = '', secret = '' } = data
    const headers = { 'user-token': token, authorization: `Bearer ${secret}` }
    const connect = async () => {
      const client = new RealtimeClient(`${origin.replace('http', 'ws')}/ws?token=${token}`, headers)
      await client.next('ready')
      return client
    }
    return { token, secret, code, headers, connect }
  }

  it('OPS-01: at SIGTERM it is not ready at once, sends clients elsewhere, finishes 20 replies and ends with 0', async () => {
    model.behave({ mode: 'normal', words: 30, delayMs: 50 })
    await prepareDataFolder(join(folder, 'data'))
    const server = start({ ...settings(), LOG_LEVEL: 'warn' })
    const origin = await server.opened
    const person = await signIn(origin, 'stopping@example.org')
    await post(origin, '/api/user/profile', { nickname: 'Mara', gender: null, age_scope: 3 }, person.headers)
    const chats = await Promise.all(
      Array.from({ length: 20 }, () =>
        post(origin, '/api/chat/start', { card_id: 'ilse', fresh: true }, person.headers),
      ),
    )
    const clients = await Promise.all(chats.map(() => person.connect()))
    const said: string[] = []
    const say = async (i: number, text: string) => {
      const id = randomUUID()
      clients[i]!.send({ type: 'message.send', chat_id: chats[i]!.data.id!, client_id: id, text })
      await clients[i]!.next('ack', (frame) => frame.client_id === id)
      said.push(id)
    }
    await Promise.all(clients.map((_client, i) => say(i, 'Tell me about the sea.')))
    await Promise.all(
      clients.map((client, i) => client.next('message.delta', (frame) => frame.chat_id === chats[i]!.data.id)),
    )
    await say(0, 'And about the hills.')

    server.child.kill('SIGTERM')
    const states: number[] = []
    while (server.child.exitCode === null && !states.includes(503))
      states.push(
        await fetch(`${origin}/readyz`).then(
          (reply) => reply.status,
          () => 0,
        ),
      )
    expect(states).toContain(503)
    expect(await Promise.all(clients.map((client) => client.closed()))).toEqual(Array(20).fill(1012))
    expect(await server.ended).toBe(0)
    expect(server.output.error).toBe('')

    const database = await openEmbedded(join(folder, 'data', 'database'))
    const rows = await database.query<{
      role: string
      status: Message['status']
      length: number
      client_id: string | null
    }>(
      `select role, status, length(text) as length, client_id from message m where seq >= (
         select min(seq) from message said where said.chat_id = m.chat_id and said.role = 'user')`,
    )
    expect(
      rows
        .filter((row) => row.client_id)
        .map((row) => row.client_id)
        .sort(),
    ).toEqual(said.sort())
    const replies = rows.filter((row) => row.role === 'character')
    expect(replies).toHaveLength(21)
    for (const { status, length } of replies) {
      expect(['complete', 'stopped']).toContain(status)
      expect(length).toBeGreaterThan(0)
    }
    expect(await database.query('select 1 from generation')).toEqual([])
    await database.close()
    expect(existsSync(join(folder, 'data', 'everkin.lock'))).toBe(false)
  }, 120_000)

  it('OPS-06, AUTH-12: no address, code, token, secret, name or word of a chat reaches its output, its metrics or an error', async () => {
    const server = start({ ...settings(), LOG_LEVEL: 'trace', ADMIN_EMAILS: 'operator@example.org' })
    const origin = await server.opened
    const words = { email: 'canary-mail@example.org', nickname: 'Canarynick', text: 'canary-words about the sea' }
    bodies.length = 0
    const person = await signIn(origin, words.email)
    await post(origin, '/api/user/profile', { nickname: words.nickname, gender: null, age_scope: 3 }, person.headers)
    const { data: chat } = await post(origin, '/api/chat/start', { card_id: 'ilse' }, person.headers)
    const client = await person.connect()
    const say = async () => {
      const from = client.frames.length
      client.send({ type: 'message.send', chat_id: chat.id!, client_id: randomUUID(), text: words.text })
      await client.next('message.completed', () => true, from)
    }
    await say()
    for (const mode of ['status', 'mid_error'] as const) {
      model.behave({ mode, words: 2, status: 500 })
      await say()
    }
    mailbox.refuse(true)
    await post(origin, '/api/account/sendCode', { email: 'canary-refused@example.org' })
    await post(origin, '/api/account/sendCode', `{"email":"${words.email}`)
    await post(origin, '/api/account/sendCode', { email: 'canary-mail at nowhere' })
    await post(origin, '/api/chat/start', { card_id: 'canary-card' }, person.headers)
    await post(origin, `/api/canary-path?token=${person.token}`, {}, person.headers)
    await fetch(`${origin}/api/user/info?token=${person.token}&q=canary-query`, {
      headers: { cookie: `session=${person.secret}` },
    })
    await fetch(`${origin}/%zz?${person.secret}`)
    await fetch(`${origin}/api/desk/health`, { headers: person.headers })
    for (const frame of [`{"canary-frame`, `{"type":"canary-type","text":"${words.text}"}`]) client.sendRaw(frame)
    await client.until(() => client.frames.filter((frame) => frame.type === 'error')[1], 'two errors')
    const faults = JSON.stringify(client.frames.filter((frame) => frame.type === 'error' || frame.type === 'nack'))
    const metrics = await (await fetch(`${origin}/metrics`)).text()
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    const secrets = [person.token, person.secret, person.code, words.email, words.nickname, 'canary']
    const appSecret = readFileSync(join(folder, 'data', 'app-secret'), 'utf8').trim()
    const places = { out: server.output.out, error: server.output.error, metrics, faults, bodies: bodies.join('\n') }
    expect(places.out).toContain('"route":"/api/account/emailLogin"')
    for (const event of ['code_sent', 'sign_in_failed', 'sign_in', 'operator_refused'])
      expect(places.out).toContain(`"event":"${event}"`)
    expect(places.bodies).toContain('"code":')
    for (const [place, text] of Object.entries(places))
      for (const secret of [...secrets, appSecret]) expect(text.includes(secret), `a secret in ${place}`).toBe(false)
  }, 120_000)

  it.runIf(testPostgresUrl)(
    'OPS-10: several workers behind one port share events, limits and metrics, and outlive the death of one',
    async () => {
      const database = await freshPostgresDatabase()
      stopAll.push(() => database.drop())
      const server = start({ ...settings(), RATE_LIMITS: 'on', DATABASE_URL: database.url, PROCESSES: '2' })
      const origin = await server.opened
      const person = await signIn(origin, 'several@example.org')
      await post(origin, '/api/user/profile', { nickname: 'Mara', gender: null, age_scope: 3 }, person.headers)
      const { data: chat } = await post(origin, '/api/chat/start', { card_id: 'ilse' }, person.headers)
      // New connections go to the workers in turn.
      const tabs = await Promise.all(Array.from({ length: 4 }, () => person.connect()))
      const metrics = await (await fetch(`${origin}/metrics`)).text()
      const sockets = [...metrics.matchAll(/^everkin_sockets\{worker="(\d)"\} (\d)$/gm)].map(([, , count]) =>
        Number(count),
      )
      expect(sockets).toHaveLength(2)
      expect(sockets.every((count) => count > 0)).toBe(true)
      expect(metrics.match(/^# TYPE everkin_sockets gauge$/gm)).toHaveLength(1)

      const say = (from: number, text: string) =>
        tabs[from]!.send({ type: 'message.send', chat_id: chat.id!, client_id: randomUUID(), text })
      say(0, 'Good evening.')
      await Promise.all(tabs.map((tab) => tab.next('message.completed')))

      const workers = [...metrics.matchAll(/process_id="(\d+)"/g)].map(([, pid]) => Number(pid))
      expect(workers).toHaveLength(2)
      process.kill(workers[0]!, 'SIGKILL')
      const codes = await Promise.race([
        Promise.all(tabs.map((tab) => tab.closed())),
        new Promise<null>((resolve) => setTimeout(resolve, 3_000, null)),
      ])
      expect(codes).toBeNull() // the tabs of the other worker stay open
      await expect
        .poll(async () => {
          const text = await (await fetch(`${origin}/metrics`)).text()
          return [...text.matchAll(/process_id="(\d+)"/g)].filter(([, pid]) => Number(pid) !== workers[0]).length
        })
        .toBe(2)

      server.child.kill('SIGTERM')
      expect(await server.ended).toBe(0)
      expect(server.output.error).toBe('')
    },
    120_000,
  )
})
