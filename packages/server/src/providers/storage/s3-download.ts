import type { ByteRange } from '../../modules/media/module.ts'
import { type S3Client, StorageUnavailable } from './s3-client.ts'

const ATTEMPTS = 3

/**
 * Downloads an object, or a range of it, under its full key. Null when there is none. Where a connection breaks, it
 * goes on from that byte, as long as the object is still the same.
 */
export async function downloadObject(
  client: S3Client,
  key: string,
  range: ByteRange | undefined,
): Promise<AsyncGenerator<Uint8Array> | null> {
  const first = await openObject(client, key, range, null)
  return first && readWithRetries(client, key, range, first)
}

async function* readWithRetries(
  client: S3Client,
  key: string,
  range: ByteRange | undefined,
  first: Response,
): AsyncGenerator<Uint8Array> {
  const end = range?.end ?? Number.POSITIVE_INFINITY
  let [position, failures] = [range?.start ?? 0, 0]
  const etag = first.headers.get('etag')
  for (let response: Response | null = first; response; ) {
    const expectedLength = Number(response.headers.get('content-length'))
    const start = position
    try {
      for await (const chunk of response.body ?? []) {
        position += chunk.length
        yield chunk
      }
      if (position - start >= expectedLength) return
      throw new Error('too short')
    } catch {
      failures += 1
      if (failures >= ATTEMPTS) throw new StorageUnavailable('away', 'a file broke off')
      response = await openObject(client, key, { start: position, end }, etag)
    }
  }
  throw new StorageUnavailable('away', 'a file was removed while it was read')
}

/** Null when there is no such object, or it ends before the range. With an ETag, only that version is read. */
function openObject(
  client: S3Client,
  key: string,
  range: ByteRange | undefined,
  etag: string | null,
): Promise<Response | null> {
  const headers = {
    ...(range && { range: `bytes=${range.start}-${Number.isFinite(range.end) ? range.end : ''}` }),
    ...(etag !== null && { 'if-match': etag }),
  }
  return client.open({ method: 'GET', key, headers, accepts: [404, 416] })
}
