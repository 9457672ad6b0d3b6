import { readFileSync } from 'node:fs'
import { LIMITS } from '@everkin/contract/limits.ts'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { markConnectionError } from '../../platform/db/database-outage.ts'
import { claimUpload } from './claim-upload.ts'
import { purgeMedia } from './media-lifecycle.ts'
import { signMediaUrl } from './signed-url.ts'
import { storeUpload } from './store-upload.ts'

let server: TestServer
let person: TestPerson
let other: TestPerson
beforeAll(async () => {
  server = await startTestServer()
  person = await server.signIn()
  other = await server.signIn()
})
afterAll(() => server.end())

const video = (name: string) => readFileSync(new URL(`../../providers/media/test-videos/${name}`, import.meta.url))
const get = (url: string, by: TestPerson | null, headers: Record<string, string> = {}) =>
  fetch(server.origin + url, { headers: { ...(by && credentialsOf(by)), ...headers } })
const bytesOf = async (url: string, by: TestPerson | null) => Buffer.from(await (await get(url, by)).arrayBuffer())

interface Answer {
  status: number
  code: number
  data: { id: string; url: string; thumbnail: string; width: number; height: number; kind: string; duration_ms: number }
}

async function send(bytes: Uint8Array, purpose: string, by = person, poster?: Uint8Array): Promise<Answer> {
  const form = new FormData()
  form.append('purpose', purpose)
  form.append('file', new Blob([new Uint8Array(bytes)]), 'file')
  if (poster) form.append('poster', new Blob([new Uint8Array(poster)]), 'poster')
  const reply = await fetch(`${server.origin}/api/common/upload`, {
    method: 'POST',
    headers: credentialsOf(by),
    body: form,
  })
  return { status: reply.status, ...((await reply.json()) as Omit<Answer, 'status'>) } // the envelope
}

/** Two halves of different colours, with a thin cross that a blurred image must not show. */
const drawing = (width: number, height: number, tint = '#c33') =>
  sharp(
    Buffer.from(
      `<svg width="${width}" height="${height}" xmlns="http://www.w3.org/2000/svg"><rect width="100%" height="100%" fill="#135"/><rect width="50%" height="100%" fill="${tint}"/><path d="M0 0L${width} ${height}M${width} 0L0 ${height}" stroke="#fff" stroke-width="${width / 60}"/></svg>`,
    ),
  )
    .png()
    .toBuffer()

describe('files for cards and albums', () => {
  it('creates every width of a card image at 3:4, and the one for sharing', async () => {
    const { code, data } = await send(await drawing(1_000, 700), 'card')
    expect([code, data.width, data.height, data.kind]).toEqual([1, 960, 1280, 'image'])
    for (const width of [96, 240, 480, 960])
      expect(await sharp(await bytesOf(data.url.replace('960', String(width)), null)).metadata()).toMatchObject({
        format: 'webp',
        width,
        height: (width * 4) / 3,
      })
    const share = await get(data.url.replace('960.webp', 'share.jpg'), null)
    expect(share.headers.get('content-type')).toBe('image/jpeg')
    expect(await sharp(Buffer.from(await share.arrayBuffer())).metadata()).toMatchObject({ width: 1200, height: 630 })
  })

  it('keeps the proportions of a lockable image, and shows it to its owner alone', async () => {
    const { data } = await send(await drawing(2_000, 1_000), 'locked_image')
    expect([data.width, data.height]).toEqual([1600, 800])
    expect(data.url).not.toContain(data.id)
    expect(await sharp(await bytesOf(data.url, person)).metadata()).toMatchObject({ width: 1600, height: 800 })
    const { headers } = await get(data.url, person)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringMatching(/^private, max-age=\d{2,4}, immutable$/),
    })
  })

  it('AZ-04: other people get no byte of it: by its id, its blurred image’s id, or its owner’s URL', async () => {
    const { data } = await send(await drawing(800, 900, '#3c3'), 'locked_image')
    const thumbnailId = data.thumbnail.split('/')[2] ?? ''
    for (const id of [data.id, thumbnailId])
      for (const file of [
        'locked-480.webp',
        'locked-960.webp',
        'locked-1600.webp',
        '1600.webp',
        '960.webp',
        'share.jpg',
      ])
        expect((await get(`/media/${id}/${file}`, person)).status).toBe(404)
    const [signature = ''] = data.url.split('/').slice(3)
    for (const by of [null, other]) expect((await get(data.url, by)).status).toBe(404)
    for (const forged of [
      `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      `${signature}A`,
      signature.slice(0, -2),
      '',
      'x.y.z',
      'A'.repeat(900),
    ])
      expect((await get(`/media/signed/${forged}/locked-1600.webp`, person)).status).toBe(404)
    const { digest } = server.context.media
    const old = new Date(Date.now() - 21 * 60_000)
    const late = signMediaUrl(digest, { mediaId: data.id, personId: person.user.id }, 'locked-1600.webp', old)
    expect((await get(late, person)).status).toBe(404)
    const foreign = signMediaUrl(
      () => Buffer.alloc(32),
      { mediaId: data.id, personId: person.user.id },
      'x',
      new Date(),
    )
    expect((await get(foreign.replace(/x$/, 'locked-480.webp'), person)).status).toBe(404)
  })

  it('AZ-04: a blurred image keeps so little that the lines in it are gone', async () => {
    const bytes = await drawing(960, 1280)
    const { data } = await send(bytes, 'locked_image')
    const blurred = await sharp(await bytesOf(data.thumbnail, null))
      .resize(240, 320, { fit: 'fill' })
      .raw()
      .toBuffer()
    const sharpOne = await sharp(bytes).removeAlpha().resize(240, 320).raw().toBuffer()
    expect(steepest(sharpOne)).toBeGreaterThan(60)
    expect(steepest(blurred)).toBeLessThan(16)
    expect(data.thumbnail).not.toContain(data.id)
  })

  it('stores a video, serves its owner any byte range of it, and reports its duration', async () => {
    const { code, data } = await send(video('vp8.webm'), 'locked_video')
    expect([code, data.kind, data.width, data.height]).toEqual([1, 'video', 96, 128])
    expect(data.duration_ms).toBeGreaterThan(900)
    const whole = await bytesOf(data.url, person)
    const size = whole.length
    const part = async (range: string) => {
      const reply = await get(data.url, person, { range })
      return [reply.status, reply.headers.get('content-range'), Buffer.from(await reply.arrayBuffer())] as const
    }
    expect(await part('bytes=0-99')).toEqual([206, `bytes 0-99/${size}`, whole.subarray(0, 100)])
    expect(await part('bytes=100-')).toEqual([206, `bytes 100-${size - 1}/${size}`, whole.subarray(100)])
    expect(await part('bytes=-10')).toEqual([206, `bytes ${size - 10}-${size - 1}/${size}`, whole.subarray(-10)])
    expect((await part(`bytes=${size}-`)).slice(0, 2)).toEqual([416, `bytes */${size}`])
    for (const odd of ['bytes=9-3', 'lines=1-2', 'bytes=a-b', 'bytes=0-1,4-5']) expect((await part(odd))[0]).toBe(200)
  })

  it('streams a whole video piece by piece, with little of it in memory, however many ask', async () => {
    const { files, digest, clock } = server.context.media
    const [id, name] = ['v'.repeat(43), 'locked-video.webm']
    const bytes = Buffer.alloc(900_000, 'everkin ')
    await files.place(id, [{ name, bytes }])
    const read = vi.spyOn(files, 'read')
    const url = signMediaUrl(digest, { mediaId: id, personId: person.user.id }, name, clock.now())
    const reply = await get(url, person)
    expect([reply.status, reply.headers.get('content-length')]).toEqual([200, '900000'])
    expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true)
    const largest = read.mock.calls.map(([, , range]) =>
      range ? range.end - range.start + 1 : Number.POSITIVE_INFINITY,
    )
    expect(Math.max(...largest)).toBeLessThan(bytes.length / 2)
    read.mockRestore()
    await files.remove([id])
  })

  it('UPL-06: an invalid file name is NotFound, whatever it contains', async () => {
    for (const odd of ['%00', 'x%00', '..%2f..%2fetc', '%ff', `${'a'.repeat(42)}%00`])
      for (const path of [`/media/${odd}/240.webp`, `/media/signed/${odd}/240.webp`])
        expect([path, (await get(path, null)).status]).toEqual([path, 404])
  })

  it('UPL-01: accepts a video only as a video and an image only as an image', async () => {
    expect((await send(video('vp8.webm'), 'card')).code).toBe(1007)
    expect((await send(await drawing(30, 40), 'locked_video')).code).toBe(1007)
    expect((await send(video('61-seconds.webm'), 'locked_video')).code).toBe(1000)
  })

  it('stores the same file of a person once, and separately for each person', async () => {
    const bytes = await drawing(300, 400, '#639')
    const [first, again, theirs] = [
      await send(bytes, 'card'),
      await send(bytes, 'card'),
      await send(bytes, 'card', other),
    ]
    expect(again.data.id).toBe(first.data.id)
    expect(theirs.data.id).not.toBe(first.data.id)
    const upload = { personId: person.user.id, purpose: 'locked_image', bytes, poster: null } as const
    const many = await Promise.all(Array.from({ length: 8 }, () => storeUpload(server.context.media, upload)))
    expect(new Set(many.map(({ id }) => id)).size).toBe(1)
  })

  it('lets only the owner use a file, and only for the purpose it was uploaded for', async () => {
    const { data } = await send(await drawing(90, 120, '#096'), 'locked_image')
    const { database, media } = server.context
    const use = (personId: string, ref: string, purposes: ('card' | 'locked_image')[]) =>
      database.transaction((tx) => claimUpload(tx, media.digest, { personId, ref, purposes, field: 'cover' }))
    for (const ref of [data.id, data.url])
      expect(await use(person.user.id, ref, ['locked_image'])).toMatchObject({ id: data.id, url: null })
    for (const [by, ref, purpose] of [
      [other, data.id, 'locked_image'],
      [other, data.url, 'locked_image'],
      [person, data.id, 'card'],
      [person, '../x', 'card'],
    ] as const)
      await expect(use(by.user.id, ref, [purpose])).rejects.toMatchObject({ errorName: 'InvalidInput' })
  })

  it('UPL-08: nobody exceeds the quota, not even with a hundred uploads at once', async () => {
    const owner = await server.signIn()
    const { database } = server.context
    await database.query(
      `insert into media_file (id, person_id, purpose, width, height, bytes, created_at)
       select lpad(n::text, 43, 'q'), $1, 'card', 1, 1, 1, now() from generate_series(1, $2::int) n`,
      [owner.user.id, LIMITS.uploads - 2],
    )
    await database.query(`update person set created_at = created_at - interval '7 days' where id = $1`, [owner.user.id])
    const files = await Promise.all(Array.from({ length: 12 }, (_, n) => drawing(20 + n, 30)))
    const answers = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) => {
        const bytes = files[n % files.length] ?? new Uint8Array()
        const upload = { personId: owner.user.id, purpose: 'locked_image', bytes, poster: null } as const
        return storeUpload(server.context.media, upload)
      }),
    )
    const [count] = await database.query<{ count: number }>(
      'select count(*)::int from media_file where person_id = $1',
      [owner.user.id],
    )
    expect(count?.count).toBe(LIMITS.uploads)
    const stored = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.id : []))
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? answer.reason.errorName : []))
    expect([new Set(stored).size, new Set(refused)]).toEqual([2, new Set(['TooLarge'])])
  })

  it('UPL-09: keeps the files of a row that may be stored, because the connection was lost during the commit', async () => {
    const { database, media } = server.context
    const upload = { personId: person.user.id, purpose: 'card', bytes: await drawing(43, 50), poster: null } as const
    const losing: typeof database.transaction = async (work) => {
      await database.transaction(work)
      throw markConnectionError(new Error('Connection terminated unexpectedly'))
    }
    await expect(storeUpload({ ...media, database: { ...database, transaction: losing } }, upload)).rejects.toThrow()
    const again = await storeUpload(media, upload)
    expect((await get(again.url, null)).status).toBe(200)
  })

  it('UPL-09: purges unused files, after asking the modules that use files', async () => {
    const [used, unused] = [
      await send(await drawing(41, 50), 'card'),
      await send(await drawing(42, 50), 'locked_image'),
    ]
    const { database, media } = server.context
    const later = new Date(Date.now() + 2 * 3_600_000)
    const mediaInUse = async () => new Set([used.data.id])
    await purgeMedia({ ...media, database, clock: { now: () => later }, mediaInUse })
    expect((await get(used.data.url, null)).status).toBe(200)
    expect((await get(unused.data.url, person)).status).toBe(404)
    expect((await get(unused.data.thumbnail, null)).status).toBe(404)
  })
})

/** The largest step between two neighbouring pixels, of 255. */
function steepest(pixels: Buffer): number {
  let most = 0
  for (let at = 3; at < pixels.length; at++) {
    if (Math.floor(at / 3) % 240 === 0) continue
    most = Math.max(most, Math.abs((pixels[at] ?? 0) - (pixels[at - 3] ?? 0)))
  }
  return most
}
