import { createHash } from 'node:crypto'
import type { ByteRange } from '../../modules/media/module.ts'
import type { Log } from '../../platform/log.ts'
import type { S3Settings } from '../../platform/storage-setting.ts'
import { createS3Client, type StorageResult, StorageUnavailable } from './s3-client.ts'

/** An object in a bucket; its key is without the prefix of the settings. */
interface StoredObject {
  key: string
  size: number
  modifiedMs: number
}

/** Files of a bucket. Every function throws StorageUnavailable when the service does not do its part. */
export interface S3Objects {
  /** For the log and the terminal. */
  readonly name: string
  /** @throws StorageUnavailable when the bucket cannot be used. */
  check(): Promise<void>
  /** All objects whose keys begin with this. */
  list(prefix: string): AsyncGenerator<StoredObject>
  /** Null when there is none. */
  sizeOf(key: string): Promise<number | null>
  /** The bytes while they arrive, or of a range; continued where a connection broke. Null when there is none. */
  read(key: string, range?: ByteRange): Promise<AsyncGenerator<Uint8Array> | null>
  /** Stores all or nothing; at most a part of it is in memory. The service checks a hash of every part. */
  write(key: string, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, contentType: string): Promise<void>
  /** Stores a small file if there is none under this key, as far as the service can tell. */
  create(key: string, text: string): Promise<void>
  /** Copies within the bucket. A missing object is ignored; returns whether there was one. */
  copy(from: string, to: string): Promise<boolean>
  /** A missing object is ignored. */
  remove(key: string): Promise<void>
  /** A URL that reads the object until it expires. */
  presign(key: string, seconds: number, headers: Readonly<Record<string, string>>): Promise<string>
}

/** S3 refuses parts below 5 MiB, but for the last one. */
const PART_BYTES = 8 * 1024 * 1024
const READ_ATTEMPTS = 3

export function createS3Objects(settings: S3Settings, log: Log, onResult?: (result: StorageResult) => void): S3Objects {
  const client = createS3Client(settings, log, onResult)
  const { prefix } = settings
  const at = (key: string) => {
    if (!/^[A-Za-z0-9_./-]+$/.test(key)) throw new Error('not the key of a file')
    return `${prefix}${key}`
  }
  const listPage = async (query: Record<string, string>) =>
    (await client.send({ method: 'GET', key: null, query: { 'list-type': '2', ...query } })).text

  function open(key: string, range: ByteRange | undefined, match: string | null): Promise<Response | null> {
    const headers = {
      ...(range && { range: `bytes=${range.start}-${Number.isFinite(range.end) ? range.end : ''}` }),
      ...(match !== null && { 'if-match': match }),
    }
    return client.open({ method: 'GET', key: at(key), headers, accepts: [404, 416] })
  }

  async function* resume(key: string, range: ByteRange | undefined, first: Response): AsyncGenerator<Uint8Array> {
    const end = range?.end ?? Number.POSITIVE_INFINITY
    let [position, failures] = [range?.start ?? 0, 0]
    const match = first.headers.get('etag')
    for (let response: Response | null = first; response; ) {
      const expected = Number(response.headers.get('content-length'))
      const begin = position
      try {
        for await (const chunk of response.body ?? []) {
          position += chunk.length
          yield chunk
        }
        if (position - begin >= expected) return
        throw new Error('too short')
      } catch {
        failures += 1
        if (failures >= READ_ATTEMPTS) throw new StorageUnavailable('away', 'a file broke off')
        response = await open(key, { start: position, end }, match)
      }
    }
    throw new StorageUnavailable('away', 'a file was removed while it was read')
  }

  const put = (key: string, body: Uint8Array, contentType: string) =>
    client.send({ method: 'PUT', key: at(key), body: toBuffer(body), headers: bodyHeaders(body, contentType) })

  async function putParts(key: string, contentType: string, pieces: AsyncGenerator<Uint8Array>): Promise<void> {
    const begun = await client.send({
      method: 'POST',
      key: at(key),
      query: { uploads: '' },
      headers: { 'content-type': contentType },
    })
    const uploadId = tagOf(begun.text, 'UploadId')
    if (uploadId === null) throw new StorageUnavailable('away', 'no id of an upload')
    try {
      const parts: string[] = []
      for await (const piece of pieces) {
        const partNumber = String(parts.length + 1)
        const sent = await client.send({
          method: 'PUT',
          key: at(key),
          query: { partNumber, uploadId },
          body: toBuffer(piece),
          headers: bodyHeaders(piece, contentType),
        })
        parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${sent.headers.get('etag') ?? ''}</ETag></Part>`)
      }
      const done = await client.send({
        method: 'POST',
        key: at(key),
        query: { uploadId },
        body: `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
        headers: { 'content-type': 'application/xml' },
      })
      // The service may answer 200 before it has put the parts together.
      if (tagOf(done.text, 'Code') !== null) throw new StorageUnavailable('away', 'the parts were not joined')
    } catch (error) {
      const abort = { method: 'DELETE', key: at(key), query: { uploadId }, accepts: [404] } as const
      await client.send(abort).catch(() => undefined)
      throw error
    }
  }

  return {
    name: `s3://${settings.bucket}/${prefix}`,
    async check() {
      await listPage({ prefix: `${prefix}media/`, 'max-keys': '1' })
    },
    async *list(start) {
      for (let token: string | null = ''; token !== null; ) {
        const page = await listPage({ prefix: `${prefix}${start}`, ...(token && { 'continuation-token': token }) })
        for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const key = tagOf(entry, 'Key') ?? ''
          if (!key.startsWith(prefix)) continue
          const modifiedMs = Date.parse(tagOf(entry, 'LastModified') ?? '')
          yield { key: key.slice(prefix.length), size: Number(tagOf(entry, 'Size')), modifiedMs }
        }
        token = tagOf(page, 'IsTruncated') === 'true' ? tagOf(page, 'NextContinuationToken') : null
      }
    },
    async sizeOf(key) {
      const response = await client.send({ method: 'HEAD', key: at(key), accepts: [404] })
      return response.ok ? Number(response.headers.get('content-length')) : null
    },
    async read(key, range) {
      const first = await open(key, range, null)
      return first && resume(key, range, first)
    },
    async write(key, chunks, contentType) {
      const pieces = inParts(chunks)
      try {
        const { value: head = new Uint8Array(), done } = await pieces.next()
        if (done || head.length < PART_BYTES) await put(key, head, contentType)
        else await putParts(key, contentType, startingWith(head, pieces))
      } finally {
        // Closes the source when the service refused before all of it was read.
        await pieces.return(undefined)
      }
    },
    async create(key, text) {
      if ((await this.sizeOf(key)) !== null) return
      const body = new TextEncoder().encode(text)
      const headers = { ...bodyHeaders(body, 'text/plain'), 'if-none-match': '*' }
      await client.send({ method: 'PUT', key: at(key), body, headers, accepts: [409, 412] })
    },
    async copy(from, to) {
      const headers = { 'x-amz-copy-source': `/${settings.bucket}/${at(from)}` }
      const { ok, text } = await client.send({ method: 'PUT', key: at(to), headers, accepts: [404] })
      if (!ok) return false
      if (tagOf(text, 'Code') !== null) throw new StorageUnavailable('away', 'a file was not copied')
      return true
    },
    async remove(key) {
      await client.send({ method: 'DELETE', key: at(key), accepts: [404] })
    },
    presign: (key, seconds, headers) => client.presign(at(key), seconds, headers),
  }
}

/** The first value of a tag in an answer; keys of ours contain nothing that is escaped. */
function tagOf(xml: string, tag: string): string | null {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? null
}

function bodyHeaders(body: Uint8Array, contentType: string): Record<string, string> {
  return { 'content-type': contentType, 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') }
}

/** Only changes the type: `fetch` accepts no shared memory, and our bytes are never in any. */
function toBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes as Uint8Array<ArrayBuffer>
}

async function* startingWith(head: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head
  yield* rest
}

/** Regroups bytes into pieces of the size of a part; the last may be smaller. */
async function* inParts(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let [waiting, size]: [Uint8Array[], number] = [[], 0]
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; ) {
      const piece = chunk.subarray(from, from + PART_BYTES - size)
      waiting.push(piece)
      size += piece.length
      from += piece.length
      if (size < PART_BYTES) continue
      yield waiting.length === 1 ? piece : Buffer.concat(waiting, size)
      waiting = []
      size = 0
    }
  }
  if (size > 0) yield waiting.length === 1 && waiting[0] ? waiting[0] : Buffer.concat(waiting, size)
}
