import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { freeBytesOf } from '../../../platform/free-space.ts'

export type DownloadFault = 'room' | 'network' | 'checksum' | 'format' | 'host'

/** A download that cannot continue, with a message for the person at the terminal. */
export class DownloadError extends Error {
  /** The partial file is kept, and running the command again resumes it. */
  readonly canResume: boolean
  /** The cause as a code, for the page. */
  readonly fault: DownloadFault

  constructor(message: string, fault: DownloadFault, canResume = false) {
    super(message)
    this.name = 'DownloadError'
    this.fault = fault
    this.canResume = canResume
  }
}

export interface DownloadRequest {
  url: string
  folder: string
  fileName: string
  /** 64 hexadecimal digits; null uses the host's checksum. */
  sha256: string | null
  onProgress?: (doneBytes: number, totalBytes: number | null) => void
  /** Ends the download; what has come is kept. */
  signal?: AbortSignal
  /** Free bytes on the disk of a folder. */
  freeBytes?: (folder: string) => Promise<number>
}

export interface Downloaded {
  path: string
  bytes: number
  sha256: string
  /** Whose checksum it was: ours (or the caller's), or the host's own, which proves the transfer but not the host. */
  checkedAgainst: 'given' | 'host'
  wasThere: boolean
}

/** Left free on the disk beside the file. */
const SPARE_BYTES = 200 * 1024 * 1024
const MAX_ATTEMPTS = 3

/**
 * Downloads a GGUF file into `folder`, through `<name>.part`, resuming an earlier attempt. The file gets its final name
 * only when its checksum and its first bytes are right; a wrong one is deleted. Throws `DownloadError`, or the signal's
 * reason.
 */
export async function downloadModel(request: DownloadRequest): Promise<Downloaded> {
  await mkdir(request.folder, { recursive: true })
  const path = join(request.folder, request.fileName)
  const there = await stat(path).catch(() => null)
  if (there && request.sha256 && (await sha256Of(path)) === request.sha256) {
    return { path, bytes: there.size, sha256: request.sha256, checkedAgainst: 'given', wasThere: true }
  }
  const part = `${path}.part`
  for (let cuts = 0; ; cuts++) {
    try {
      const hostSha256 = await resumeDownload(request, part)
      return { ...(await verifyAndPlace(part, path, request.sha256, hostSha256)), wasThere: false }
    } catch (error) {
      request.signal?.throwIfAborted()
      const isCut = error instanceof DownloadError && error.canResume
      if (!isCut || cuts + 1 >= MAX_ATTEMPTS) throw error
    }
  }
}

/** Fetches the missing rest of the part file; returns the host's checksum if it names one. */
async function resumeDownload(request: DownloadRequest, part: string): Promise<string | null> {
  const have = (await stat(part).catch(() => null))?.size ?? 0
  const { body, from, totalBytes, sha256 } = await openDownload(request.url, have, request.signal)
  if (body === null) return sha256
  const free = await (request.freeBytes ?? freeBytesOf)(request.folder)
  if (totalBytes !== null && free < totalBytes - from + SPARE_BYTES) {
    await body.cancel()
    throw new DownloadError(
      `Not enough room: ${inGigabytes(totalBytes - from)} are needed, ${inGigabytes(free)} are free.`,
      'room',
    )
  }
  let done = from
  const count = async function* (pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      done += piece.length
      request.onProgress?.(done, totalBytes)
      yield piece
    }
  }
  try {
    // The cast: fetch's stream type and that of node:stream are two declarations of the same thing.
    await pipeline(Readable.fromWeb(body as never), count, createWriteStream(part, { flags: from > 0 ? 'a' : 'w' }), {
      signal: request.signal,
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
      throw new DownloadError('The disk is full.', 'room', true)
    throw cutOff()
  }
  if (totalBytes !== null && done < totalBytes) throw cutOff()
  return sha256
}

function cutOff(): DownloadError {
  return new DownloadError(
    'The connection broke. The partial file is kept: run the same command again to resume.',
    'network',
    true,
  )
}

async function verifyAndPlace(part: string, path: string, given: string | null, host: string | null) {
  const expected = given ?? host
  if (expected === null) {
    throw new DownloadError(
      'The host names no checksum. Give the right one with --sha256, from a source you trust.',
      'checksum',
    )
  }
  const sha256 = await sha256Of(part)
  if (sha256 !== expected) {
    await rm(part)
    throw new DownloadError(
      `The file is not the one expected (sha256 ${sha256}, not ${expected}). It was deleted.`,
      'checksum',
    )
  }
  if (!(await isGguf(part))) {
    await rm(part)
    throw new DownloadError('The file is not a GGUF file. It was deleted.', 'format')
  }
  await rename(part, path)
  const checkedAgainst: Downloaded['checkedAgainst'] = given ? 'given' : 'host'
  return { path, bytes: (await stat(path)).size, sha256, checkedAgainst }
}

async function isGguf(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.toString('latin1') === 'GGUF'
  } finally {
    await file.close()
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash)
  return hash.digest('hex')
}

/** A human-readable size: 1.1 GB. */
export function inGigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(bytes < 1e8 ? 3 : 1)} GB`
}

interface OpenDownload {
  /** Null when nothing is missing. */
  body: ReadableStream<Uint8Array> | null
  /** The offset of the body: what we had, or 0 when the host restarts. */
  from: number
  totalBytes: number | null
  /** The host's checksum, if given: the Git LFS object id, as sent by Hugging Face. */
  sha256: string | null
}

const MAX_REDIRECTS = 5

/**
 * Opens a download from byte `have` on. Follows redirects itself, for two reasons: the checksum is in a header of the
 * first answer, and every step must use https (except on this machine).
 */
async function openDownload(address: string, have: number, signal?: AbortSignal): Promise<OpenDownload> {
  let url = safeUrl(address)
  let sha256: string | null = null
  for (let step = 0; step <= MAX_REDIRECTS; step++) {
    const response = await fetchFrom(url, have, signal)
    sha256 ??= checksumIn(response.headers)
    const target = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && target) {
      await response.body?.cancel()
      url = safeUrl(new URL(target, url).href)
      continue
    }
    return { ...(await toDownload(response, url, have)), sha256 }
  }
  throw new DownloadError('The address has too many redirects.', 'host')
}

function safeUrl(address: string): URL {
  if (!URL.canParse(address)) throw new DownloadError(`${address} is not an address.`, 'host')
  const url = new URL(address)
  const isHere = url.hostname === '127.0.0.1' || url.hostname === 'localhost'
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere)) {
    throw new DownloadError('Models are downloaded over https only.', 'host')
  }
  return url
}

async function fetchFrom(url: URL, have: number, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetch(url, {
      redirect: 'manual',
      signal,
      headers: { 'accept-encoding': 'identity', ...(have > 0 ? { range: `bytes=${have}-` } : {}) },
    })
  } catch {
    throw new DownloadError(
      `No connection to ${url.hostname}. Check the network and run the command again; what has come is kept.`,
      'network',
    )
  }
}

async function toDownload(response: Response, url: URL, have: number): Promise<Omit<OpenDownload, 'sha256'>> {
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  if (response.status === 206) {
    const [, from, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '') ?? []
    if (Number(from) === have) return { body: response.body, from: have, totalBytes: numberOrNull(Number(total)) }
  }
  if (response.status === 200) return { body: response.body, from: 0, totalBytes: numberOrNull(length) }
  await response.body?.cancel()
  // The file is already complete; its checksum will be verified.
  if (response.status === 416) return { body: null, from: have, totalBytes: have }
  if (response.status === 404) throw new DownloadError(`${url.hostname} does not have this file (404).`, 'host')
  if (response.status === 401 || response.status === 403) {
    throw new DownloadError(`${url.hostname} refuses to send this file (${response.status}).`, 'host')
  }
  throw new DownloadError(`${url.hostname} answered ${response.status}. Try again later.`, 'host')
}

function checksumIn(headers: Headers): string | null {
  const tag = headers.get('x-linked-etag')?.replace(/^W\//, '').replaceAll('"', '') ?? ''
  return /^[0-9a-f]{64}$/.test(tag) ? tag : null
}

function numberOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
