import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, importJWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { createWebPush, deriveVapidKeys } from './web-push.ts'

/** A local push service: it stores what it receives, and answers as configured. */
let service: Server
let origin = ''
let answer = 201
let answerTo: ((headers: IncomingHttpHeaders) => number) | null = null
const taken: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = []
beforeAll(async () => {
  service = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer) // a request yields bytes
    taken.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
    const status = answerTo?.(request.headers) ?? answer
    response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end('kept')
  })
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}` // it listens on a port
})
afterAll(() => void service.close())

const NOTE = { title: 'Ilse has answered', lang: 'en', dir: 'ltr', tag: 'chat1', path: '/chat?chat_id=chat1' } as const
const log = createLog('silent')
const contact = () => 'mailto:desk@example.org'

function createTestBrowser() {
  const ecdh = createECDH('prime256v1')
  const p256dh = ecdh.generateKeys('base64url')
  const secret = randomBytes(16)
  return { ecdh, secret, address: { endpoint: `${origin}/wake/1`, p256dh, auth: secret.toString('base64url') } }
}

/** What a browser does with a push message: RFC 8291 over RFC 8188, one record. */
function open(body: Buffer, { ecdh, secret }: ReturnType<typeof createTestBrowser>): unknown {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const sender = body.subarray(21, 21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const material = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), secret, info, 32))
  const key = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: nonce\0', 12))
  const sealed = body.subarray(21 + keyLength)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
}

describe('Web Push notifications', () => {
  it('are encrypted for the browser and signed by this server', async () => {
    const push = createWebPush({ appSecret: { current: 'secret', fallbacks: [] }, contact, log, origins: [origin] })
    const browser = createTestBrowser()
    answer = 201
    expect(await push.send(browser.address, NOTE)).toBe('sent')
    const sent = taken.at(-1)
    expect(sent?.path).toBe('/wake/1')
    expect(sent?.headers['content-encoding']).toBe('aes128gcm')
    expect(Number(sent?.headers.ttl)).toBeGreaterThan(0)
    expect(sent?.body.includes('Ilse')).toBe(false)
    expect(open(sent?.body ?? Buffer.alloc(0), browser)).toEqual(NOTE)

    const [, token = ''] = /t=([^,\s]+)/.exec(sent?.headers.authorization ?? '') ?? []
    const point = Buffer.from(push.publicKey, 'base64url')
    const coordinates = { x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
    await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', ...coordinates }, 'ES256'), { audience: origin })
    expect(decodeJwt(token).sub).toBe('mailto:desk@example.org')
  })

  it.each([400, 401, 403])(
    'are signed with a fallback where the service answers the current key with %i',
    async (status) => {
      const BEFORE = 'the secret of before'
      const push = createWebPush({
        appSecret: { current: 'secret', fallbacks: [BEFORE] },
        contact,
        log,
        origins: [origin],
      })
      const wanted = deriveVapidKeys(BEFORE).publicKey
      answerTo = ({ authorization = '' }) => (authorization.endsWith(`k=${wanted}`) ? 201 : status)
      expect(await push.send(createTestBrowser().address, NOTE)).toBe('sent')
      const without = createWebPush({
        appSecret: { current: 'secret', fallbacks: [] },
        contact,
        log,
        origins: [origin],
      })
      expect(await without.send(createTestBrowser().address, NOTE)).toBe('failed')
      answerTo = null
    },
  )

  it('distinguishes an expired subscription from a failing service', async () => {
    const push = createWebPush({ appSecret: { current: 'secret', fallbacks: [] }, contact, log, origins: [origin] })
    const outcomes: string[] = []
    for (answer of [410, 404, 429, 500, 302]) outcomes.push(await push.send(createTestBrowser().address, NOTE))
    expect(outcomes).toEqual(['gone', 'gone', 'failed', 'failed', 'failed'])
    const broken = { ...createTestBrowser().address, p256dh: 'AAAA' }
    expect(await push.send(broken, NOTE)).toBe('failed')
  })

  it('are only sent to the push services of browsers', async () => {
    const push = createWebPush({ appSecret: { current: 'secret', fallbacks: [] }, contact, log })
    const known = [
      'https://fcm.googleapis.com/fcm/send/abc',
      'https://updates.push.services.mozilla.com/wpush/v2/abc',
      'https://web.push.apple.com/abc',
      'https://wns2-par02p.notify.windows.com/w/?token=abc',
    ]
    expect(known.map(push.acceptsEndpoint)).toEqual([true, true, true, true])
    const others = [
      `${origin}/wake/1`,
      'http://fcm.googleapis.com/fcm/send/abc',
      'https://fcm.googleapis.com:8443/x',
      'https://user@fcm.googleapis.com/x',
      'https://fcm.googleapis.com.example.org/x',
      'https://evilfcm.googleapis.com.example.org/x',
      'https://notfcm.googleapis.com/x',
      'https://127.0.0.1/x',
      'file:///etc/hosts',
      'nonsense',
    ]
    expect(others.filter(push.acceptsEndpoint)).toEqual([])
    const before = taken.length
    expect(await push.send(createTestBrowser().address, NOTE)).toBe('gone')
    expect(taken).toHaveLength(before)
  })

  it('use one key pair per secret', () => {
    expect(deriveVapidKeys('a')).toEqual(deriveVapidKeys('a'))
    expect(deriveVapidKeys('a').publicKey).not.toBe(deriveVapidKeys('b').publicKey)
    expect(Buffer.from(deriveVapidKeys('a').publicKey, 'base64url')).toHaveLength(65)
  })
})
