import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ModelDownloads } from '../../../modules/models/module.ts'
import { createModelDownloads } from './model-downloads.ts'

const FILE = Buffer.concat([Buffer.from('GGUF'), Buffer.from('weights '.repeat(50_000))])
const HALF = FILE.length / 2

let dataDir: string
let server: Server
/** The response that waits with the second half of the file. */
let waiting: ServerResponse | null
let isHeldBack: boolean
let downloads: ModelDownloads
let freeBytes: number

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'everkin-downloads-'))
  waiting = null
  isHeldBack = false
  freeBytes = 1e12
  server = createServer((request, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': FILE.length - from,
      ...(from > 0 ? { 'content-range': `bytes ${from}-${FILE.length - 1}/${FILE.length}` } : {}),
    })
    if (!isHeldBack) return void response.end(FILE.subarray(from))
    response.write(FILE.subarray(from, HALF))
    waiting = response
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server's address is never a string
  const facts = { title: 'Tiny', publisher: 'Nobody', licence: 'MIT', note: '', bytes: FILE.length }
  const url = `http://127.0.0.1:${port}/tiny.gguf`
  const sha256 = createHash('sha256').update(FILE).digest('hex')
  downloads = createModelDownloads(dataDir, {
    models: [
      { ...facts, name: 'tiny', url, fileName: 'tiny.gguf', sha256 },
      { ...facts, name: 'wrong', url, fileName: 'wrong.gguf', sha256: '0'.repeat(64) },
    ],
    freeBytes: async () => freeBytes,
    hasRuntime: async () => false,
    installRuntime: async () => {
      throw new Error('no network')
    },
  })
})
afterEach(async () => {
  await downloads.close()
  server.closeAllConnections()
  server.close()
  await rm(dataDir, { recursive: true })
})

const item = async (name = 'tiny') => (await downloads.status()).items.find((one) => one.name === name)
const files = () => readdir(join(dataDir, 'models'))

describe('createModelDownloads', () => {
  it('downloads in the background and checks the file', async () => {
    expect(await item()).toMatchObject({ state: 'absent', doneBytes: 0, totalBytes: FILE.length })
    expect(await downloads.start('tiny')).toBe(true)
    await expect.poll(() => item()).toMatchObject({ state: 'ready', doneBytes: FILE.length, problem: null })
    expect(await readFile(join(dataDir, 'models', 'tiny.gguf'))).toEqual(FILE)
  })

  it('pauses, keeps what has come, and resumes from there', async () => {
    isHeldBack = true
    await downloads.start('tiny')
    await downloads.start('tiny') // a second press changes nothing
    await expect.poll(() => item()).toMatchObject({ state: 'running', doneBytes: HALF })
    expect(await downloads.pause('tiny')).toBe(true)
    expect(await item()).toMatchObject({ state: 'paused', doneBytes: HALF, problem: null })
    isHeldBack = false
    await downloads.start('tiny')
    await expect.poll(() => item()).toMatchObject({ state: 'ready' })
    expect(await files()).toEqual(['tiny.gguf'])
  })

  it('stops and deletes what has come', async () => {
    isHeldBack = true
    await downloads.start('tiny')
    await expect.poll(() => waiting).not.toBeNull()
    await expect.poll(() => item()).toMatchObject({ doneBytes: HALF })
    await downloads.stop('tiny')
    expect(await item()).toMatchObject({ state: 'absent', doneBytes: 0 })
    expect(await files()).toEqual([])
  })

  it('says when the file is a wrong one, and deletes it', async () => {
    await downloads.start('wrong')
    await expect.poll(() => item('wrong')).toMatchObject({ state: 'failed', problem: 'checksum' })
    expect(await files()).toEqual([])
  })

  it('says that there is no room before anything is written', async () => {
    freeBytes = 1000
    await downloads.start('tiny')
    await expect.poll(() => item()).toMatchObject({ state: 'failed', problem: 'room' })
  })

  it('knows no other names', async () => {
    expect(await downloads.start('../../etc/passwd')).toBe(false)
    expect(await downloads.pause('none')).toBe(false)
    expect(await downloads.stop('none')).toBe(false)
  })

  it('says when the program that runs the files cannot be installed', async () => {
    expect((await downloads.status()).runtime).toBe('absent')
    downloads.installRuntime()
    await expect.poll(async () => (await downloads.status()).runtime).toBe('failed')
  })
})
