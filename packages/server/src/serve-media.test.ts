import { get, type IncomingHttpHeaders } from 'node:http'
import { type S3Server, startS3Server } from '@everkin/testing/servers/s3-server.ts'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { securityHeaders } from './platform/http/security-headers.ts'
import { mediaSources } from './serve-media.ts'

const s3 = await startS3Server()
const FOR_IMAGE = { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' }
const CDN = 'https://media.example.org'

describe.skipIf(!s3)('a server with its files on S3 and a network that delivers them', () => {
  const service = s3 as S3Server // skipped without it
  let server: TestServer
  let person: TestPerson
  beforeAll(async () => {
    const STORAGE_URL = `${service.environment.STORAGE_URL}&delivery=redirect`
    const settings = { ...service.environment, STORAGE_URL, MEDIA_BASE_URL: CDN }
    server = await startTestServer({ settings })
    person = await server.signIn()
  })
  beforeEach(() => service.behave('well'))
  afterAll(async () => {
    await server.end()
    await service.close()
  })

  async function upload(purpose: string, background = '#336699') {
    const picture = await sharp({ create: { width: 60, height: 60, channels: 3, background } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.set('purpose', purpose)
    form.set('file', new Blob([new Uint8Array(picture)]), 'a.png')
    const headers = credentialsOf(person)
    const reply = await fetch(`${server.origin}/api/common/upload`, { method: 'POST', body: form, headers })
    return (await reply.json()) as { code: number; data: { url: string } } // the envelope
  }
  /** Without `fetch`, which has its own `sec-fetch-mode`. */
  const load = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
      get(path.startsWith('http') ? path : `${server.origin}${path}`, { headers }, async (reply) => {
        const bytes = Buffer.concat(await reply.toArray())
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, bytes })
      }).on('error', reject)
    })

  it('answers 9002 while the bucket is away, and stores nothing of an upload', async () => {
    service.behave({ breakOffAfter: 0, times: 3 })
    expect((await upload('avatar')).code).toBe(9002)
    expect(await server.context.database.query('select id from media_file')).toEqual([])
    expect((await upload('avatar')).code).toBe(1)
  })

  it('leads images of a page to the network, which loads them from here', async () => {
    const { data } = await upload('avatar', '#884422')
    const led = await load(data.url, FOR_IMAGE)
    const [, id, file] = /\/media\/([^/]+)\/([^/]+)$/.exec(data.url) ?? []
    expect([led.status, led.headers.location]).toEqual([302, `${CDN}/media/cdn/${id}/${file}`])
    const forNetwork = await load(`/media/cdn/${id}/${file}`)
    expect(forNetwork.status).toBe(200)
    expect(forNetwork.headers['cache-control']).toContain('public')
    expect(forNetwork.headers['cross-origin-resource-policy']).toBe('cross-origin')
    // A script gets the image itself: it may not read one of another origin.
    const forScript = await load(data.url)
    expect([forScript.status, forScript.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(forScript.headers['cache-control']).toContain('private')
  })

  it('leads a private picture to the bucket only for its owner, until its URL expires', async () => {
    const { data } = await upload('chat')
    const led = await load(data.url, { ...FOR_IMAGE, ...credentialsOf(person) })
    const location = led.headers.location ?? ''
    expect([led.status, location.startsWith(service.settings.endpoint)]).toEqual([302, true])
    const seconds = Number(new URL(location).searchParams.get('X-Amz-Expires'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(20 * 60)
    const direct = await load(location)
    expect([direct.status, direct.headers['content-type']]).toEqual([200, 'image/webp'])
    expect((await load(data.url, { ...FOR_IMAGE, ...credentialsOf(await server.signIn()) })).status).toBe(404)
    expect((await load(data.url, FOR_IMAGE)).status).toBe(404)
    const id = new URL(location).pathname.split('/').at(-2)
    expect((await load(`/media/cdn/${id}/seen.jpg`)).status).toBe(404)
  })

  it('sends a private picture itself to everything else, by range too', async () => {
    const { data } = await upload('chat')
    const whole = await load(data.url, credentialsOf(person))
    const { bytes } = whole
    expect([whole.status, bytes.length]).toEqual([200, Number(whole.headers['content-length'])])
    const part = await load(data.url, { ...credentialsOf(person), range: 'bytes=4-11' })
    expect([part.status, part.bytes]).toEqual([206, bytes.subarray(4, 12)])
    service.behave('away')
    const away = await load(data.url, credentialsOf(person))
    expect(JSON.parse(away.bytes.toString())).toMatchObject({ code: 9002 })
  })

  it('allows both origins for images and videos on pages, and for nothing else', () => {
    const policy = securityHeaders({ allowed: null, guests: mediaSources(server.context.settings) })
    const directives = String(policy['content-security-policy']).split('; ')
    const naming = directives.filter((directive) => directive.includes(CDN)).map((directive) => directive.split(' ')[0])
    expect(naming).toEqual(['img-src', 'media-src'])
    expect(directives.filter((directive) => directive.includes(service.settings.endpoint))).toHaveLength(2)
    expect(mediaSources({ storage: null, mediaBaseUrl: null })).toBeNull()
  })
})
