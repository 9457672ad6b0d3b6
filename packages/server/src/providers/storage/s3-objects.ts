import type { ByteRange } from '../../modules/media/module.ts'
import type { Log } from '../../platform/log.ts'
import type { S3Settings } from '../../platform/storage-setting.ts'
import { createS3Client, readXmlTag, type StorageResult, StorageUnavailable } from './s3-client.ts'
import { downloadObject } from './s3-download.ts'
import { bodyHeaders, uploadObject } from './s3-upload.ts'

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

export function createS3Objects(settings: S3Settings, log: Log, onResult?: (result: StorageResult) => void): S3Objects {
  const client = createS3Client(settings, log, onResult)
  const { prefix } = settings
  const fullKey = (key: string) => {
    if (!/^[A-Za-z0-9_./-]+$/.test(key)) throw new Error('not the key of a file')
    return `${prefix}${key}`
  }
  const listPage = async (query: Record<string, string>) =>
    (await client.send({ method: 'GET', key: null, query: { 'list-type': '2', ...query } })).text

  return {
    name: `s3://${settings.bucket}/${prefix}`,
    async check() {
      await listPage({ prefix: `${prefix}media/`, 'max-keys': '1' })
    },
    async *list(start) {
      for (let token: string | null = ''; token !== null; ) {
        const page = await listPage({ prefix: `${prefix}${start}`, ...(token && { 'continuation-token': token }) })
        for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const key = readXmlTag(entry, 'Key') ?? ''
          if (!key.startsWith(prefix)) continue
          const modifiedMs = Date.parse(readXmlTag(entry, 'LastModified') ?? '')
          yield { key: key.slice(prefix.length), size: Number(readXmlTag(entry, 'Size')), modifiedMs }
        }
        token = readXmlTag(page, 'IsTruncated') === 'true' ? readXmlTag(page, 'NextContinuationToken') : null
      }
    },
    async sizeOf(key) {
      const response = await client.send({ method: 'HEAD', key: fullKey(key), accepts: [404] })
      return response.ok ? Number(response.headers.get('content-length')) : null
    },
    read: async (key, range) => downloadObject(client, fullKey(key), range),
    write: async (key, chunks, contentType) => uploadObject(client, fullKey(key), chunks, contentType),
    async create(key, text) {
      if ((await this.sizeOf(key)) !== null) return
      const body = new TextEncoder().encode(text)
      const headers = { ...bodyHeaders(body, 'text/plain'), 'if-none-match': '*' }
      await client.send({ method: 'PUT', key: fullKey(key), body, headers, accepts: [409, 412] })
    },
    async copy(from, to) {
      const headers = { 'x-amz-copy-source': `/${settings.bucket}/${fullKey(from)}` }
      const { ok, text } = await client.send({ method: 'PUT', key: fullKey(to), headers, accepts: [404] })
      if (!ok) return false
      if (readXmlTag(text, 'Code') !== null) throw new StorageUnavailable('away', 'a file was not copied')
      return true
    },
    async remove(key) {
      await client.send({ method: 'DELETE', key: fullKey(key), accepts: [404] })
    },
    presign: (key, seconds, headers) => client.presign(fullKey(key), seconds, headers),
  }
}
