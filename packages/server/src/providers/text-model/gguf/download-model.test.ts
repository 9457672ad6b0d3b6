import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DownloadRequest, downloadModel } from './download-model.ts'

const FILE = Buffer.concat([Buffer.from('GGUF'), Buffer.from('weights '.repeat(50_000))])
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

let folder: string
let server: Server
let answer: (request: IncomingMessage, response: ServerResponse) => void
let ranges: (string | undefined)[]
let address: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'everkin-model-'))
  ranges = []
  answer = sendFile()
  server = createServer((request, response) => {
    ranges.push(request.headers.range)
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server's address is never a string
  address = `http://127.0.0.1:${port}/tiny.gguf`
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

/**
 * Serves the file with ranges, as real hosts do; breaks the connection after `cutAfter` bytes of each answer, once some of
 * them have been saved: what a broken connection still had to deliver may be lost.
 */
function sendFile({ bytes = FILE, cutAfter = Number.POSITIVE_INFINITY, ignoresRange = false, headers = {} } = {}) {
  return (request: IncomingMessage, response: ServerResponse) => {
    const from = ignoresRange ? 0 : Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    if (from >= bytes.length) return void response.writeHead(416).end()
    const range = { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': bytes.length - from,
      ...(from > 0 ? range : {}),
      ...headers,
    })
    if (bytes.length - from <= cutAfter) return void response.end(bytes.subarray(from))
    response.write(bytes.subarray(from, from + cutAfter), () => {
      const timer = setInterval(() => {
        if (!response.destroyed && (statSync(part(), { throwIfNoEntry: false })?.size ?? 0) <= from) return
        clearInterval(timer)
        response.destroy()
      }, 10)
    })
  }
}

const download = (changes: Partial<DownloadRequest> = {}) =>
  downloadModel({ url: address, folder, fileName: 'tiny.gguf', sha256: sha256(FILE), ...changes })
const part = () => join(folder, 'tiny.gguf.part')

describe('downloadModel', () => {
  it('downloads a file, verifies it, and reports progress', async () => {
    const steps: number[] = []
    const result = await download({ onProgress: (done) => steps.push(done) })
    expect(result).toMatchObject({ bytes: FILE.length, checkedAgainst: 'given', wasThere: false })
    expect(await readFile(result.path)).toEqual(FILE)
    expect(steps.at(-1)).toBe(FILE.length)
    expect(existsSync(part())).toBe(false)
  })

  it('does nothing for an existing valid file', async () => {
    await download()
    expect(await download()).toMatchObject({ wasThere: true })
    expect(ranges).toHaveLength(1)
  })

  it('resumes by itself after a broken connection', async () => {
    // More than half of it, since there are three attempts.
    answer = sendFile({ cutAfter: 250_000 })
    const result = await download()
    expect(await readFile(result.path)).toEqual(FILE)
    expect(ranges.length).toBeGreaterThan(1)
    expect(ranges[0]).toBeUndefined()
    expect(ranges.slice(1).every((range) => /^bytes=[1-9]/.test(range ?? ''))).toBe(true)
  })

  it('gives up after three broken connections, keeps the partial file, and resumes when run again', async () => {
    answer = sendFile({ cutAfter: 50_000 })
    await expect(download()).rejects.toThrow('run the same command again')
    const kept = (await stat(part())).size
    expect(kept).toBeGreaterThan(0)
    answer = sendFile()
    await download()
    expect(ranges.at(-1)).toBe(`bytes=${kept}-`)
  })

  it('restarts where a host does not support ranges', async () => {
    await writeFile(part(), 'GGUF')
    answer = sendFile({ ignoresRange: true })
    expect(await readFile((await download()).path)).toEqual(FILE)
  })

  it('accepts a part that is already complete', async () => {
    await writeFile(part(), FILE)
    expect((await download()).bytes).toBe(FILE.length)
  })

  it('deletes a file with another checksum, and one that is not a GGUF', async () => {
    await expect(download({ sha256: '0'.repeat(64) })).rejects.toThrow('not the one expected')
    const page = Buffer.from('<!doctype html>')
    answer = sendFile({ bytes: page })
    await expect(download({ sha256: sha256(page) })).rejects.toThrow('not a GGUF file')
    expect(existsSync(part()) || existsSync(join(folder, 'tiny.gguf'))).toBe(false)
  })

  it('uses the host’s checksum when none is given, and says whose it was', async () => {
    answer = sendFile({ headers: { 'x-linked-etag': `"${sha256(FILE)}"` } })
    expect(await download({ sha256: null })).toMatchObject({ checkedAgainst: 'host' })
  })

  it('requires one when the host names none', async () => {
    await expect(download({ sha256: null })).rejects.toThrow('--sha256')
  })

  it('follows redirects on this machine, and none to a host without https', async () => {
    answer = (request, response) => {
      if (request.url === '/tiny.gguf') response.writeHead(302, { location: '/elsewhere' }).end()
      else sendFile()(request, response)
    }
    expect((await download()).bytes).toBe(FILE.length)
    answer = (_, response) => response.writeHead(302, { location: 'http://example.org/x' }).end()
    await expect(download({ fileName: 'other.gguf' })).rejects.toThrow('https only')
    answer = (_, response) => response.writeHead(302, { location: '/tiny.gguf' }).end()
    await expect(download({ fileName: 'other.gguf' })).rejects.toThrow('too many redirects')
  })

  it.each([
    [404, 'does not have this file'],
    [403, 'refuses to send'],
    [503, 'Try again later'],
  ])('explains status %i', async (status, words) => {
    answer = (_, response) => response.writeHead(status).end()
    await expect(download()).rejects.toThrow(words)
  })

  it('reports once that there is no network', async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
    await expect(download()).rejects.toThrow('No connection to 127.0.0.1. Check the network')
  })

  it('does not start when the disk is too small', async () => {
    await expect(download({ freeBytes: async () => 1000 })).rejects.toThrow('Not enough room')
    expect(existsSync(part())).toBe(false)
  })
})
