import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { RealtimeClient } from '@everkin/testing/realtime-client.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findEndedSessions } from '../../modules/accounts/module.ts'
import { closeEndedSessions } from './socket-gateway.ts'

let server: TestServer
let person: TestPerson
const open: RealtimeClient[] = []

beforeAll(async () => {
  server = await startTestServer({ settings: { RATE_LIMITS: 'off', NEW_ACCOUNT_MESSAGES: '1000' } })
  person = await server.signIn()
})
afterAll(async () => {
  for (const client of open) client.cut()
  await server.end()
})

const keep = <Client extends RealtimeClient>(client: Client) => {
  open.push(client)
  return client
}
const connected = async (of = person) => keep(await of.connect())
const socket = (path: string, headers: Record<string, string> = {}) =>
  keep(new RealtimeClient(`${server.origin.replace('http', 'ws')}${path}`, headers))

/** The status line of an upgrade request with this path and these headers. */
function upgrade(target: string, headers: Record<string, string> = {}): Promise<string> {
  const lines = {
    Host: new URL(server.origin).host,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    ...headers,
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`)
  return new Promise((resolve, reject) => {
    const stream = connect(Number(new URL(server.origin).port), '127.0.0.1', () =>
      stream.write(`GET ${target} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`),
    )
    stream.once('data', (data) => {
      resolve(String(data).split('\r\n')[0] ?? '')
      stream.destroy()
    })
    stream.once('close', () => resolve('closed'))
    stream.once('error', reject)
  })
}

describe('the websocket endpoint', () => {
  it.each(['https://elsewhere.example', 'null', 'nonsense', 'http://127.0.0.1:1'])(
    'AUTH-12: rejects the Origin %s before the upgrade',
    async (origin) => {
      const headers = { Origin: origin, Authorization: `Bearer ${person.secret}` }
      expect(await upgrade(`/ws?token=${person.token}`, headers)).toMatch(/^HTTP\/1\.1 403 /)
    },
  )

  it('accepts our own Origin, and none', async () => {
    expect(await upgrade('/ws', { Origin: server.origin })).toMatch(/^HTTP\/1\.1 101 /)
    expect(await upgrade('/ws')).toMatch(/^HTTP\/1\.1 101 /)
  })

  it.each(['/', '/wss', '/ws/', '//', '/api/config', 'http://', '/%zz'])('has no other path: %s', async (target) => {
    expect(await upgrade(target)).toMatch(/^HTTP\/1\.1 40[04] /)
    expect((await server.call('GET /api/config')).code).toBe(1)
  })

  it('survives a client that disconnects before the answer', async () => {
    for (let i = 0; i < 20; i++) {
      const stream = connect(Number(new URL(server.origin).port), '127.0.0.1')
      stream.on('error', () => undefined)
      stream.write('GET /none HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
      stream.resetAndDestroy()
    }
    expect((await server.call('GET /api/config')).code).toBe(1)
  })

  it('AUTH-12: closes with 4401 a connection with half a session, a wrong one or none', async () => {
    const bearer = { authorization: `Bearer ${person.secret}` }
    const tries: [string, Record<string, string>][] = [
      [`/ws?token=${person.token}`, {}],
      ['/ws', bearer],
      [
        '/ws',
        { cookie: `session=${person.secret}; user=${encodeURIComponent(JSON.stringify({ token: person.token }))}` },
      ],
      [`/ws?token=${person.token}x`, bearer],
      [`/ws?token=${person.token}`, { authorization: `Bearer ${person.secret}x` }],
      [`/ws?token=${person.secret}`, { authorization: `Bearer ${person.token}` }],
      [`/ws?token=${'t'.repeat(4_000)}`, bearer],
      ['/ws?token=%00%ff', bearer],
    ]
    for (const [path, headers] of tries) {
      const client = socket(path, headers)
      expect(await client.closed()).toBe(4401)
      expect(client.frames).toEqual([])
    }
  })

  it('AUTH-12: closes open sockets with 4401 when the session ends, and rejects it afterwards', async () => {
    const leaver = await server.signIn()
    const [one, two] = [await connected(leaver), await connected(leaver)]
    expect((await leaver.call('POST /api/account/logout')).code).toBe(1)
    expect([await one.closed(), await two.closed()]).toEqual([4401, 4401])
    const again = socket(`/ws?token=${leaver.token}`, { authorization: `Bearer ${leaver.secret}` })
    expect(await again.closed()).toBe(4401)
  })
})

describe('frames', () => {
  it('ready comes first, and earlier frames are not lost', async () => {
    const client = socket(`/ws?token=${person.token}`, { cookie: `session=${person.secret}` })
    await client.until(() => (client.isOpen() ? true : undefined), 'the upgrade')
    for (let t = 0; t < 5; t++) client.send({ type: 'ping', t })
    await client.next('pong', (frame) => frame.t === 4)
    expect(client.frames.map((frame) => frame.type)).toEqual(['ready', ...Array(5).fill('pong')])
    expect(client.frames[0]).toMatchObject({ user_id: person.user.id })
  })

  it.each<[string, string]>([
    ['no JSON', '{'],
    ['nothing', ''],
    ['a number', '7'],
    ['null', 'null'],
    ['an array', '[{"type":"ping","t":1}]'],
    ['no type', '{"t":1}'],
    ['an unknown type', '{"type":"message.teleport"}'],
    ['a type of the server', '{"type":"wallet.updated","wallet":{"coin_num":9}}'],
    ['a type from the prototype', '{"type":"__proto__"}'],
    ['a type that is none', '{"type":{"a":1}}'],
    ['a bad field', '{"type":"ping","t":"soon"}'],
    ['a missing field', '{"type":"message.select","chat_id":"x"}'],
    ['a client id that is no UUID', '{"type":"message.delete","chat_id":"","message_id":"x"}'],
    ['30,000 levels', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['deep in a field', `{"type":"ping","t":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}}`],
    ['keys of prototypes', '{"__proto__":{"type":"ping","t":1}}'],
  ])('WS-01: %s gets an error frame and the socket stays', async (_name, data) => {
    const client = await connected()
    client.sendRaw(data)
    const fault = await client.next('error')
    expect(fault).toMatchObject({ code: 1000 })
    expect(fault.msg).not.toBe('')
    client.send({ type: 'ping', t: 3 })
    await client.next('pong', (frame) => frame.t === 3)
    client.close()
  })

  it('unknown fields are ignored', async () => {
    const client = await connected()
    client.sendRaw('{"type":"ping","t":1,"more":{"a":[]},"__proto__":{"t":2}}')
    expect(await client.next('pong')).toEqual({ type: 'pong', t: 1 })
  })

  it('answers errors in the language of the page that holds the socket, whatever page was opened since', async () => {
    const cookie = `session=${person.secret}; i18n_redirected=ar`
    const message = { client_id: randomUUID(), chat_id: 'none', text: 'x' }
    for (const [language, locale] of [
      ['&language=ja', 'ja'],
      ['&language=klingon', 'ar'],
      ['', 'ar'],
    ] as const) {
      const client = socket(`/ws?token=${person.token}${language}`, { cookie })
      await client.next('ready')
      client.send({ type: 'message.send', ...message })
      const msg = server.context.texts.translate(locale)('errors.notFound')
      expect(await client.next('nack')).toMatchObject({ client_id: message.client_id, msg })
    }
  })

  it('a message that is not stored gets a nack under its own id', async () => {
    const client = await connected()
    const id = randomUUID()
    client.send({ type: 'message.send', chat_id: 'none', client_id: id, text: 'Hello' })
    expect(await client.next('nack')).toMatchObject({ client_id: id, code: 1003 })
    client.sendRaw(JSON.stringify({ type: 'message.send', chat_id: 'none', client_id: id, text: 'x'.repeat(8_001) }))
    expect(await client.next('nack', (frame) => frame.code === 1000)).toMatchObject({ client_id: id })
  })

  it.each<[string, number, () => string | Buffer]>([
    ['64 KiB and one byte', 1009, () => `"${'x'.repeat(64 * 1024 - 1)}"`],
    ['ten megabytes', 1009, () => 'x'.repeat(10 * 1024 * 1024)],
    ['bytes', 1003, () => Buffer.from('{"type":"ping","t":1}')],
  ])('WS-01: %s closes with %d', async (_name, code, data) => {
    const client = await connected()
    client.sendRaw(data())
    expect(await client.closed()).toBe(code)
  })

  it('WS-01: exactly 64 KiB are accepted', async () => {
    const client = await connected()
    client.sendRaw(`"${'x'.repeat(64 * 1024 - 2)}"`)
    expect(await client.next('error')).toMatchObject({ code: 1000 })
  })

  it('WS-01: bad UTF-8 closes with 1007', async () => {
    const client = await connected()
    client.sendRaw(Buffer.from([0x22, 0xff, 0xfe, 0x22]), { binary: false })
    expect(await client.closed()).toBe(1007)
  })

  it('WS-01: twenty bad frames are answered, the next one closes with 1008', async () => {
    const client = await connected()
    for (let i = 0; i < 20; i++) client.sendRaw('{')
    client.send({ type: 'ping', t: 1 })
    await client.next('pong')
    expect(client.frames.filter((frame) => frame.type === 'error')).toHaveLength(20)
    client.sendRaw('{')
    expect(await client.closed()).toBe(1008)
    expect(client.frames.filter((frame) => frame.type === 'error')).toHaveLength(20)
  })

  it('of one socket to one chat are handled in the order of arrival', async () => {
    const chatId = await person.startChat('ilse')
    const client = await connected()
    const ids = Array.from({ length: 12 }, () => randomUUID())
    for (const [i, id] of ids.entries())
      client.send({ type: 'message.send', chat_id: chatId, client_id: id, text: `Number ${i}` })
    const acks = await client.until(() => {
      const all = client.frames.filter((frame) => frame.type === 'ack')
      return all.length === ids.length ? all : undefined
    }, 'every ack')
    expect(acks.map((ack) => ack.client_id)).toEqual(ids)
    const seqs = acks.map((ack) => ack.message.seq)
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
    expect(new Set(seqs).size).toBe(ids.length)
  })

  /** Frames are handled only when the test lets them; `steps` names what has begun and ended. */
  function holdFrames() {
    const steps: string[] = []
    const release: (() => void)[] = []
    const { modules } = server.context
    const handleFrame = modules.handleFrame
    modules.handleFrame = async (frame) => {
      steps.push(`begin ${frame.type}`)
      await new Promise<void>((resolve) => release.push(resolve))
      steps.push(`end ${frame.type}`)
    }
    onTestFinished(() => {
      modules.handleFrame = handleFrame
    })
    return { steps, release }
  }

  it('of one socket are handled one after the other, and pings at once', async () => {
    const { steps, release } = holdFrames()
    const client = await connected()
    client.send({ type: 'sync', chats: [], streams: [] })
    client.send({ type: 'generation.stop', chat_id: 'a' })
    client.send({ type: 'ping', t: 5 })
    await client.next('pong', (frame) => frame.t === 5)
    expect(steps).toEqual(['begin sync'])
    release.shift()?.()
    await expect.poll(() => steps).toEqual(['begin sync', 'end sync', 'begin generation.stop'])
    release.shift()?.()
    await expect.poll(() => steps).toHaveLength(4)
    // More than a socket may have waiting: the others stay in the sender's buffers, and none is lost.
    for (let count = 0; count < 40; count++) client.send({ type: 'generation.stop', chat_id: 'a' })
    for (let count = 0; count < 40; count++) {
      await expect.poll(() => release).toHaveLength(1)
      release.shift()?.()
    }
    await expect.poll(() => steps).toHaveLength(84)
    client.close()
  })

  it('AUTH-09: that wait are dropped when the session ends', async () => {
    const { steps, release } = holdFrames()
    const leaver = await server.signIn()
    const client = await connected(leaver)
    for (let count = 0; count < 5; count++) client.send({ type: 'generation.stop', chat_id: 'a' })
    client.send({ type: 'ping', t: 6 })
    await client.next('pong', (frame) => frame.t === 6)
    await leaver.call('POST /api/account/logout')
    expect(await client.closed()).toBe(4401)
    release.shift()?.()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(steps).toEqual(['begin generation.stop', 'end generation.stop'])
  })
})

describe('the limits of sockets', () => {
  let limited: TestServer
  beforeAll(async () => {
    limited = await startTestServer({ database: server.context.database, settings: { RATE_LIMITS: 'on' } })
  })
  afterAll(() => limited.end())

  const open = (of: TestPerson) =>
    keep(
      new RealtimeClient(`${limited.origin.replace('http', 'ws')}/ws?token=${of.token}`, {
        authorization: `Bearer ${of.secret}`,
      }),
    )

  it('WS-02: the 201st frame of a person in ten seconds closes with 4429, over all sockets', async () => {
    const sender = await server.signIn()
    const [one, two] = [open(sender), open(sender)]
    await Promise.all([one.next('ready'), two.next('ready')])
    for (let t = 0; t < 150; t++) one.send({ type: 'ping', t })
    await one.next('pong', (frame) => frame.t === 149)
    for (let t = 0; t < 51; t++) two.send({ type: 'ping', t })
    expect(await two.closed()).toBe(4429)
    expect(two.frames.filter((frame) => frame.type === 'pong')).toHaveLength(50)
    const again = open(sender)
    await again.next('ready')
    again.send({ type: 'ping', t: 1 })
    expect(await again.closed()).toBe(4429)
  })

  it('WS-02: a sync costs more, the more it names', async () => {
    const sender = await server.signIn()
    const client = open(sender)
    await client.next('ready')
    const sync = {
      type: 'sync' as const,
      chats: Array.from({ length: 200 }, (_, i) => ({ chat_id: `c${i}`, rev: 0 })),
      streams: Array.from({ length: 50 }, (_, i) => ({ message_id: `c${i}-1`, offset: 0 })),
    }
    for (let count = 0; count < 3; count++) client.send(sync)
    expect(await client.closed()).toBe(4429)
  })

  it('WS-02: the 21st socket of a person closes with 4429, and others can still connect', async () => {
    const [many, other] = [await server.signIn(), await server.signIn()]
    const sockets = Array.from({ length: 20 }, () => open(many))
    await Promise.all(sockets.map((socket) => socket.next('ready')))
    expect(await open(many).closed()).toBe(4429)
    await open(other).next('ready')
    const openCount = limited.context.live.connectionCount()
    sockets[0]?.close()
    await expect.poll(() => limited.context.live.connectionCount()).toBe(openCount - 1)
    await open(many).next('ready')
  })

  it('AUTH-09: the socket of a session that has expired is closed by the next check', async () => {
    const sleeper = await server.signIn()
    const client = open(sleeper)
    await client.next('ready')
    const { database, live, log } = limited.context
    const checkAt = (now: Date) =>
      closeEndedSessions({ hub: live, log, findEndedSessions: (ids) => findEndedSessions(database, ids, now) })
    await checkAt(new Date())
    expect(client.isOpen()).toBe(true)
    await checkAt(new Date(Date.now() + 31 * 86_400_000))
    expect(await client.closed()).toBe(4401)
  })
})
