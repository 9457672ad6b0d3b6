import { randomBytes } from 'node:crypto'
import { type S3Server, startS3Server } from '@everkin/testing/servers/s3-server.ts'
import { Registry } from 'prom-client'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../platform/log.ts'
import type { S3Settings } from '../../platform/storage-setting.ts'
import { chooseStorage } from './choose.ts'
import { createS3Objects, type S3Objects } from './s3-objects.ts'
import { createS3ImportStorage, createS3MediaStorage } from './s3-storage.ts'
import { describeStorage } from './storage.suite.ts'

const log = createLog('silent')
const service = await startS3Server()

describe.skipIf(!service)('files on S3', () => {
  const server = service as S3Server // the suite is skipped without it
  let count = 0
  let objects: S3Objects
  let settings: S3Settings
  beforeEach(() => {
    server.behave('well')
    settings = { ...server.settings, prefix: `run-${++count}/` }
    objects = createS3Objects(settings, log)
  })
  afterAll(() => server.close())

  describeStorage(async () => ({
    media: createS3MediaStorage(objects, settings),
    imports: createS3ImportStorage(objects),
    trashed: async () => {
      const keys: string[] = []
      for await (const { key } of objects.list('trash/')) keys.push(key)
      return keys
    },
  }))

  const media = () => createS3MediaStorage(objects, settings)
  const newId = () => randomBytes(32).toString('base64url')
  const picture = (bytes: Uint8Array = randomBytes(2_000)) => [{ name: '240.webp', bytes }]

  it('lists more files than fit on one page of the service', async () => {
    const names = Array.from({ length: 1_050 }, (_, n) => n.toString(16).padStart(64, '0'))
    const imports = createS3ImportStorage(objects)
    for (let from = 0; from < names.length; from += 50)
      await Promise.all(names.slice(from, from + 50).map((hash) => imports.place(hash, new Uint8Array(1))))
    expect((await imports.listBefore(new Date('2100-01-01'))).sort()).toEqual(names)
  })

  it('repeats what failed on the way, and stores it once', async () => {
    const id = newId()
    server.behave({ breakOffAfter: 0, times: 1 })
    server.requests.length = 0
    await media().place(id, picture())
    expect(server.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(1)
    expect(await media().sizeOf(id, '240.webp')).toBe(2_000)
  })

  // s3rver does not compare hashes.
  it.runIf(process.env.TEST_S3_URL)('sends again what was damaged on the way, and stores nothing else', async () => {
    const [id, bytes] = [newId(), randomBytes(2_000)]
    server.behave({ damages: true, times: 100 })
    const damaged = objects.write(`media/${id}/240.webp`, [bytes], 'image/webp')
    await expect(damaged).rejects.toMatchObject({ why: 'away', detail: '400 XAmzContentSHA256Mismatch' })
    server.behave('well')
    expect(await media().sizeOf(id, '240.webp')).toBeNull()
    server.behave({ damages: true, times: 1 })
    await objects.write(`media/${id}/240.webp`, [bytes], 'image/webp')
    expect(Buffer.from((await media().read(id, '240.webp')) ?? []).equals(bytes)).toBe(true)
  })

  it('repeats what broke off in the middle of its answer', async () => {
    const key = `media/${newId()}/locked-video.mp4`
    const brokenOff = async <Result>(act: (objects: S3Objects) => Promise<Result>) => {
      server.behave({ breakOffAfter: 20, times: 1 })
      return act(createS3Objects(settings, log)) // a new one, because so many failures open the circuit breaker
    }
    const list = async (source: S3Objects) => {
      const keys: string[] = []
      for await (const { key } of source.list('')) keys.push(key)
      return keys
    }
    await brokenOff((fresh) => fresh.write(key, [randomBytes(9 * 1024 * 1024)], 'video/mp4'))
    expect(await brokenOff(list)).toEqual([key])
    expect(await brokenOff((fresh) => fresh.copy(key, `trash/${key}`))).toBe(true)
    expect(await brokenOff((fresh) => fresh.copy('media/none/240.webp', 'trash/none'))).toBe(false)
    expect(await brokenOff((fresh) => fresh.read('media/none/240.webp'))).toBeNull()
    server.behave({ breakOffAfter: 20, times: 100 })
    await expect(list(objects)).rejects.toMatchObject({ errorName: 'Unavailable', why: 'away' })
  })

  it('continues a file where its connection broke', async () => {
    const [id, bytes] = [newId(), randomBytes(600_000)]
    await media().place(id, picture(bytes))
    server.behave({ breakOffAfter: 200_000, times: 2 })
    expect(Buffer.from((await media().read(id, '240.webp')) ?? []).equals(bytes)).toBe(true)
    expect(server.requests.slice(-3).every((line) => line.startsWith('GET'))).toBe(true)
  })

  it.each(['fail', 'away'] as const)('answers 9002 while the service is down (%s), and works again', async (how) => {
    const id = newId()
    server.behave(how)
    const unavailable = { errorName: 'Unavailable', why: 'away' }
    await expect(media().place(id, picture())).rejects.toMatchObject(unavailable)
    await expect(media().read(id, '240.webp')).rejects.toMatchObject(unavailable)
    server.requests.length = 0
    // The breaker is open by now: nothing is asked any more.
    await expect(media().sizeOf(id, '240.webp')).rejects.toMatchObject(unavailable)
    expect(server.requests).toEqual([])
    server.behave('well')
    objects = createS3Objects(settings, log)
    expect(await media().listBefore(new Date('2100-01-01'))).toEqual([])
    await media().place(id, picture())
    expect(await media().sizeOf(id, '240.webp')).toBe(2_000)
  })

  it('names no part of a file that was cut off while it was stored', async () => {
    const id = newId()
    const source = async function* () {
      yield randomBytes(9 * 1024 * 1024)
      throw new Error('the sender went away')
    }
    await expect(objects.write(`media/${id}/locked-video.mp4`, source(), 'video/mp4')).rejects.toThrow('went away')
    expect(await media().sizeOf(id, 'locked-video.mp4')).toBeNull()
  })

  it('closes the source of a large file that the service does not take', async () => {
    let isClosed = false
    const source = async function* () {
      try {
        for (let part = 0; part < 3; part++) yield new Uint8Array(9 * 1024 * 1024)
      } finally {
        isClosed = true
      }
    }
    server.behave('away')
    const written = objects.write(`media/${newId()}/locked-video.mp4`, source(), 'video/mp4')
    await expect(written).rejects.toMatchObject({ why: 'away' })
    expect(isClosed).toBe(true)
  })

  it.each([
    ['a wrong key', { secretKey: 'wrong' }, /^STORAGE_ACCESS_KEY and STORAGE_SECRET_KEY were refused \(403 /],
    ['an unknown key', { accessKey: 'wrong' }, /^STORAGE_ACCESS_KEY and STORAGE_SECRET_KEY were refused \(403 /],
    ['a missing bucket', { bucket: 'not-there' }, /^STORAGE_URL names a bucket that does not exist$/],
  ])('stops the start with one line for %s', async (_what, wrong, line) => {
    const chosen = chooseStorage({ storage: { ...settings, ...wrong }, dataDir: '/nowhere' }, log, new Registry())
    await expect(chosen).rejects.toThrow(line)
  })

  it('starts while the service is away, and counts requests by result', async () => {
    const metrics = new Registry()
    server.behave('away')
    const { media: later } = await chooseStorage({ storage: settings, dataDir: '/nowhere' }, log, metrics)
    await expect(later.sizeOf(newId(), '240.webp')).rejects.toMatchObject({ errorName: 'Unavailable' })
    expect(await metrics.metrics()).toMatch(/^everkin_storage_requests_total\{result="away"\} [1-9]/m)
    server.behave('well')
    const working = new Registry()
    await chooseStorage({ storage: settings, dataDir: '/nowhere' }, log, working)
    expect(await working.metrics()).toMatch(/^everkin_storage_requests_total\{result="ok"\} [1-9]/m)
  })

  it('gives URLs that expire where people load files from the service itself', async () => {
    const [id, bytes] = [newId(), randomBytes(1_000)]
    await media().place(id, [{ name: 'locked-480.webp', bytes }])
    expect(await media().locate(id, 'locked-480.webp', 60)).toBeNull()
    const direct = createS3MediaStorage(objects, { delivery: 'redirect' })
    const url = (await direct.locate(id, 'locked-480.webp', 60)) ?? ''
    const loaded = await fetch(url, { headers: { range: 'bytes=10-19' } })
    expect([loaded.status, Buffer.from(await loaded.arrayBuffer())]).toEqual([206, bytes.subarray(10, 20)])
    expect(loaded.headers.get('content-type')).toBe('image/webp')
    const forged = url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600')
    expect(forged).not.toBe(url)
    expect((await fetch(forged)).status).toBe(403)
  })
})
