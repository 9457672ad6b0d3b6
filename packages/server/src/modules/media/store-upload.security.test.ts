import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { loadInstallationId, OWNER_FILE } from '../../platform/owned-folder.ts'
import { createMediaStorage } from '../../providers/media/file-storage.ts'
import { detectImageKind } from './file-type.ts'
import { purgeMedia } from './media-lifecycle.ts'

let free = 1024 ** 4
let server: TestServer
let person: TestPerson
beforeAll(async () => {
  server = await startTestServer({ freeBytes: async () => free, settings: { MIN_FREE_MB: '1024' } })
  person = await server.signIn()
})
afterAll(() => server.end())

const plain = sharp({ create: { width: 64, height: 48, channels: 3, background: 'crimson' } })

async function send(
  bytes: Uint8Array,
  overrides: { name?: string; type?: string; purpose?: string; by?: TestPerson } = {},
) {
  const form = new FormData()
  form.append('purpose', overrides.purpose ?? 'avatar')
  form.append(
    'file',
    new Blob([new Uint8Array(bytes)], { type: overrides.type ?? 'image/png' }),
    overrides.name ?? 'me.png',
  )
  return answerOf(
    await fetch(`${server.origin}/api/common/upload`, {
      method: 'POST',
      headers: credentialsOf(overrides.by ?? person),
      body: form,
    }),
  )
}

/** Begins an upload and sends no more of it than its headers. */
async function beginUpload(by: TestPerson): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  const headers = Object.entries({ host: 'localhost', 'content-length': 2_000, ...credentialsOf(by) })
  socket.write(
    `POST /api/common/upload HTTP/1.1\r\ncontent-type: multipart/form-data; boundary=x\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  )
  // Once this later request has been answered, the server has read those headers.
  await fetch(`${server.origin}/healthz`)
  return socket
}

interface Answer {
  status: number
  code: number
  data: { id: string; url: string; thumbnail: string; width: number; height: number; limit?: number }
}

async function answerOf(reply: Response): Promise<Answer> {
  return { status: reply.status, ...((await reply.json()) as Omit<Answer, 'status'>) } // the envelope
}

const stored = async (url: string) => Buffer.from(await (await fetch(server.origin + url)).arrayBuffer())
const folder = () => join(server.context.settings.dataDir, 'media')

describe('uploaded images', () => {
  it.each([
    ['PNG', () => plain.clone().png().toBuffer()],
    ['JPEG', () => plain.clone().jpeg().toBuffer()],
    ['WebP', () => plain.clone().webp().toBuffer()],
    ['GIF', () => plain.clone().gif().toBuffer()],
  ] as const)('UPL-01: accepts a %s whatever its file name, and keeps WebP', async (kind, make) => {
    const bytes = await make()
    expect(detectImageKind(bytes)).toBe(kind)
    const { status, code, data } = await send(bytes, { name: 'me.html', type: 'text/html' })
    expect([status, code]).toEqual([200, 1])
    expect(data).toMatchObject({ width: 480, height: 480, url: `/media/${data.id}/480.webp`, kind: 'image' })
    const metadata = await sharp(await stored(data.url)).metadata()
    expect(metadata).toMatchObject({ format: 'webp', width: 480, height: 480 })
    expect((await sharp(await stored(data.thumbnail)).metadata()).width).toBe(96)
  })

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['XML', '<?xml version="1.0"?><a/>'],
    ['PDF', '%PDF-1.7\n%âãÏÓ'],
    ['ICO', '\0\0\u0001\0\u0001\0'],
    ['AVIF', '\0\0\0\u001cftypavif\0\0\0\0mif1'],
    ['MP4', '\0\0\0\u0018ftypmp42\0\0\0\0'],
    ['ZIP', 'PK\u0003\u0004'],
    ['nothing', ''],
    ['only the beginning of a PNG', '\x89PNG\r\n\x1a\n'],
    ['a GIF of script', 'GIF89a/*\u0001\0*/=1;alert(1)'],
    ['a RIFF that is sound', 'RIFF\u0010\0\0\0WAVEfmt '],
  ])('UPL-03: rejects %s named as a PNG', async (_name, text) => {
    const { status, code, data } = await send(Buffer.from(text, 'latin1'))
    expect([status, code, data]).toEqual([415, 1007, { accepted: ['PNG', 'JPEG', 'WebP', 'GIF'] }])
  })

  it('UPL-02: rejects an image with too many pixels before decoding it', async () => {
    expect((await send(hugePng(30_000))).code).toBe(1000)
    expect((await send(hugePng(6_000))).code).toBe(1)
  })

  it('UPL-04: drops all metadata and applies the orientation', async () => {
    const bytes = await plain
      .clone()
      .jpeg()
      .withExif({ IFD0: { Artist: 'canary-author', Copyright: 'canary' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { data } = await send(bytes)
    const kept = await stored(data.url)
    const { exif, icc, xmp, iptc, orientation } = await sharp(kept).metadata()
    expect({ exif, icc, xmp, iptc, orientation }).toEqual({})
    expect(kept.includes('canary')).toBe(false)
  })

  it('UPL-05: drops data appended to an image, and serves nothing that a browser would execute', async () => {
    const bytes = Buffer.concat([await plain.clone().png().toBuffer(), Buffer.from('<script>canary</script>')])
    const { data } = await send(bytes)
    expect((await stored(data.url)).includes('canary')).toBe(false)
    const { headers } = await fetch(server.origin + data.url)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('private'),
    })
  })

  it.each(['../../etc/passwd', 'a\0b.png', 'CON', '%2e%2e%2fx', '\u202egnp.exe', 'x'.repeat(4096)])(
    'UPL-06: stores %.20j under an id of its own',
    async (name) => {
      const { code, data } = await send(await plain.clone().png().toBuffer(), { name })
      if (code === 1) expect(readdirSync(folder())).toContain(data.id)
      else expect(code).toBe(1000)
      for (const kept of readdirSync(folder()).filter((name) => name !== OWNER_FILE))
        expect(kept).toMatch(/^[A-Za-z0-9_-]{43}$/)
    },
  )

  it.each([
    '..%2F..%2Fdatabase/480.webp',
    'x/480.webp',
    `${'a'.repeat(43)}/480.webp`,
    `${'a'.repeat(43)}/..%2f480.webp`,
  ])('UPL-06: finds nothing under /media/%s', async (path) => {
    expect((await fetch(`${server.origin}/media/${path}`)).status).toBe(404)
  })

  it('UPL-07: rejects too large uploads, by declared and by actual length', async () => {
    const large = Buffer.concat([await plain.clone().png().toBuffer(), Buffer.alloc(10 * 1024 * 1024)])
    const { status, code, data } = await send(large)
    expect([status, code, data.limit]).toEqual([413, 1006, 10 * 1024 * 1024])
  })

  it('reports a body that is not a form, a form without a file, and a wrong purpose', async () => {
    const post = async (body: string, type: string) =>
      answerOf(
        await fetch(`${server.origin}/api/common/upload`, {
          method: 'POST',
          headers: { ...credentialsOf(person), 'content-type': type },
          body,
        }),
      )
    expect((await post('{}', 'application/json')).code).toBe(1007)
    expect((await post('--x--', 'multipart/form-data; boundary=x')).code).toBe(1000)
    expect((await post('nonsense', 'multipart/form-data')).code).toBe(1000)
    expect((await send(await plain.clone().png().toBuffer(), { purpose: 'wallpaper' })).code).toBe(1000)
  })

  it('UPL-07: takes two uploads of a person at a time, and answers a third before it is sent', async () => {
    const uploads = [await beginUpload(person), await beginUpload(person)]
    const { status, code } = await send(await plain.clone().png().toBuffer())
    expect([status, code]).toEqual([429, 1005])
    expect((await send(await plain.clone().png().toBuffer(), { by: await server.signIn() })).code).toBe(1)
    for (const upload of uploads) upload.destroy()
    await expect.poll(async () => (await send(await plain.clone().png().toBuffer())).code).toBe(1)
  })

  it('A3: accepts no image but an avatar while the age is not known', async () => {
    const unknown = await server.signIn()
    await server.context.database.query(`update person set age_state = 'unknown' where id = $1`, [unknown.user.id])
    const bytes = await plain.clone().png().toBuffer()
    expect((await send(bytes, { by: unknown })).code).toBe(1)
    const { code, data } = await send(bytes, { by: unknown, purpose: 'card' })
    expect([code, data]).toEqual([1010, { reason: 'age_unknown' }])
  })

  it('UPL-08: a new account may store less than others, and card files count towards the total', async () => {
    const fresh = await server.signIn()
    const { database } = server.context
    const { settings } = server.context
    const { mode } = settings
    onTestFinished(() => void Object.assign(settings, { mode }))
    Object.assign(settings, { mode: 'production' })
    const store = (table: 'media_file' | 'card_import', id: string, mib: number) =>
      database.query(
        table === 'media_file'
          ? `insert into media_file (id, person_id, purpose, width, height, bytes, created_at) values ($1, $2, 'card', 1, 1, $3, now())`
          : `insert into card_import (id, person_id, file_hash, content_hash, kind, format, pictures, bytes, created_at)
             values ($1, $2, $1, 'c', 'PNG', 'v2', 0, $3, now())`,
        [id, fresh.user.id, mib * 1024 * 1024],
      )
    const upload = async () => {
      const { code, data } = await send(await plain.clone().png().toBuffer(), { by: fresh, purpose: 'card' })
      return code === 1 ? 1 : [code, (data.limit ?? 0) / 1024 / 1024]
    }
    await store('media_file', 'f'.repeat(43), 100)
    expect(await upload()).toEqual([1006, 100])
    await database.query(`update person set created_at = created_at - interval '7 days' where id = $1`, [fresh.user.id])
    expect(await upload()).toBe(1)
    await store('card_import', 'f'.repeat(64), 1_180)
    expect(await upload()).toEqual([1006, 1280])
  })

  it('stores nothing while the disk is nearly full (9002)', async () => {
    free = 1024 ** 3 - 1
    const { status, code } = await send(await plain.clone().png().toBuffer())
    expect([status, code]).toEqual([503, 9002])
    free = 1024 ** 4
    expect((await send(await plain.clone().png().toBuffer())).code).toBe(1)
  })

  it('A5: accepts no image of a person under 18, and removes the avatar when they say so', async () => {
    const young = await server.signIn()
    const { data } = await send(await plain.clone().png().toBuffer(), { by: young })
    const profile = { nickname: 'Robin', gender: null, avatar: data.url }
    await young.call('POST /api/user/profile', { body: { ...profile, age_scope: 3 } })
    const minor = await young.call('POST /api/user/profile', { body: { ...profile, age_scope: 1 } })
    expect(minor.data.avatar).toBeNull()
    expect((await fetch(server.origin + data.url)).status).toBe(404)
    const again = await send(await plain.clone().png().toBuffer(), { by: young })
    expect([again.status, again.code]).toEqual([403, 1010])
  })

  it('has one avatar: a new one replaces the old, null removes it, nobody else’s can be used', async () => {
    const bytes = await plain.clone().png().toBuffer()
    const [first, second] = [await send(bytes), await send(bytes)]
    const save = (avatar: string | null, by = person) =>
      by.call('POST /api/user/profile', { body: { nickname: 'Robin', gender: null, age_scope: 3, avatar } })
    expect((await save(first.data.url)).data.avatar).toBe(first.data.url)
    const third = await send(bytes)
    expect((await save(third.data.url)).data.avatar).toBe(third.data.url)
    for (const { data } of [first, second]) expect((await fetch(server.origin + data.url)).status).toBe(404)
    expect((await save(third.data.url, await server.signIn())).code).toBe(1000)
    expect((await save(first.data.url)).code).toBe(1000)
    expect((await save(third.data.thumbnail)).code).toBe(1000)
    expect((await save(null)).data.avatar).toBeNull()
    expect((await fetch(server.origin + third.data.url)).status).toBe(404)
  })

  it('UPL-09: purges unused uploads and files without a row, and nothing else', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'everkin-media-'))
    const files = createMediaStorage(dir)
    const database = server.context.database
    const [used, unused, orphan, fresh] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(43)) as [
      string,
      string,
      string,
      string,
    ] // four of them
    const now = new Date()
    const old = new Date(now.getTime() - 2 * 3_600_000)
    for (const id of [used, unused, orphan, fresh]) {
      await files.place(id, [{ name: '480.webp', bytes: new Uint8Array([1]) }])
      if (id !== fresh) utimesSync(join(dir, id), old, old)
    }
    for (const id of [used, unused])
      await database.query(
        `insert into media_file (id, person_id, purpose, width, height, bytes, created_at) values ($1, $2, 'avatar', 1, 1, 1, $3)`,
        [id, person.user.id, old],
      )
    await database.query('update person set avatar = $2 where id = $1', [person.user.id, `/media/${used}/480.webp`])
    const log = createLog('silent')
    await files.writeOwner(await loadInstallationId(database))
    await purgeMedia({ database, files, log, clock: { now: () => now }, mediaInUse: async () => new Set() })
    expect(await files.listBefore(new Date(8.64e15))).toEqual(expect.arrayContaining([used, fresh]))
    expect(readdirSync(dir)).not.toContain(unused)
    // Its origin is unknown, so it can still be restored.
    expect(readdirSync(join(dir, 'trash', now.toISOString().slice(0, 10)))).toEqual([orphan])
    expect(readFileSync(join(dir, used, '480.webp'))).toEqual(Buffer.from([1]))
    rmSync(dir, { recursive: true })
  })
})

/** A single-colour PNG whose pixels would fill the memory: a few kilobytes for `side` × `side` bits. */
function hugePng(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 })
  const parts = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
