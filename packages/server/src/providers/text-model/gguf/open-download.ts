import { DownloadError } from './download-error.ts'

export interface OpenDownload {
  /** Null when nothing is missing any more. */
  body: ReadableStream<Uint8Array> | null
  /** The byte with which the body begins: what we had, or 0 where the host begins anew. */
  from: number
  totalBytes: number | null
  /** Where a host tells it: the Git LFS object id, as Hugging Face sends it. */
  sha256: string | null
}

const MOST_REDIRECTS = 5

/**
 * Opens a download from byte `have` on. Follows redirects itself, for two reasons: the checksum is in a header of the
 * first answer, and no step may leave https (this machine excepted).
 */
export async function openDownload(address: string, have: number): Promise<OpenDownload> {
  let url = safeUrl(address)
  let sha256: string | null = null
  for (let step = 0; step <= MOST_REDIRECTS; step++) {
    const response = await get(url, have)
    sha256 ??= checksumIn(response.headers)
    const target = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && target) {
      await response.body?.cancel()
      url = safeUrl(new URL(target, url).href)
      continue
    }
    return { ...(await opened(response, url, have)), sha256 }
  }
  throw new DownloadError('The address leads in circles.')
}

function safeUrl(address: string): URL {
  if (!URL.canParse(address)) throw new DownloadError(`${address} is no address.`)
  const url = new URL(address)
  const isHere = url.hostname === '127.0.0.1' || url.hostname === 'localhost'
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere)) {
    throw new DownloadError('Models are downloaded over https only.')
  }
  return url
}

async function get(url: URL, have: number): Promise<Response> {
  try {
    return await fetch(url, {
      redirect: 'manual',
      headers: { 'accept-encoding': 'identity', ...(have > 0 ? { range: `bytes=${have}-` } : {}) },
    })
  } catch {
    throw new DownloadError(
      `No connection to ${url.hostname}. Check the network and run the command again; what has come is kept.`,
    )
  }
}

async function opened(response: Response, url: URL, have: number): Promise<Omit<OpenDownload, 'sha256'>> {
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  if (response.status === 206) {
    const [, from, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '') ?? []
    if (Number(from) === have) return { body: response.body, from: have, totalBytes: numberOrNull(Number(total)) }
  }
  if (response.status === 200) return { body: response.body, from: 0, totalBytes: numberOrNull(length) }
  await response.body?.cancel()
  // Nothing lies beyond what we have: it is whole, and its checksum will tell.
  if (response.status === 416) return { body: null, from: have, totalBytes: have }
  if (response.status === 404) throw new DownloadError(`${url.hostname} does not have this file (404).`)
  if (response.status === 401 || response.status === 403) {
    throw new DownloadError(`${url.hostname} does not give out this file (${response.status}).`)
  }
  throw new DownloadError(`${url.hostname} answered with ${response.status}. Try again later.`)
}

function checksumIn(headers: Headers): string | null {
  const tag = headers.get('x-linked-etag')?.replace(/^W\//, '').replaceAll('"', '') ?? ''
  return /^[0-9a-f]{64}$/.test(tag) ? tag : null
}

function numberOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
