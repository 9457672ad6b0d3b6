import { createHash } from 'node:crypto'
import { readXmlTag, type S3Client, StorageUnavailable } from './s3-client.ts'

/** S3 refuses parts below 5 MiB, but for the last one. */
const PART_BYTES = 8 * 1024 * 1024

/** Stores an object under its full key, all or nothing: a small one in one request, a large one in parts. */
export async function uploadObject(
  client: S3Client,
  key: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<void> {
  const parts = splitIntoParts(chunks)
  try {
    const { value: head = new Uint8Array(), done } = await parts.next()
    if (done || head.length < PART_BYTES)
      await client.send({ method: 'PUT', key, body: toBuffer(head), headers: bodyHeaders(head, contentType) })
    else await uploadParts(client, key, contentType, startingWith(head, parts))
  } finally {
    // Closes the source when the service refused before all of it was read.
    await parts.return(undefined)
  }
}

/** A multipart upload, which is aborted when a part fails. */
async function uploadParts(
  client: S3Client,
  key: string,
  contentType: string,
  parts: AsyncGenerator<Uint8Array>,
): Promise<void> {
  const begun = await client.send({
    method: 'POST',
    key,
    query: { uploads: '' },
    headers: { 'content-type': contentType },
  })
  const uploadId = readXmlTag(begun.text, 'UploadId')
  if (uploadId === null) throw new StorageUnavailable('away', 'no id of an upload')
  try {
    const sentParts: string[] = []
    for await (const part of parts) {
      const partNumber = String(sentParts.length + 1)
      const sent = await client.send({
        method: 'PUT',
        key,
        query: { partNumber, uploadId },
        body: toBuffer(part),
        headers: bodyHeaders(part, contentType),
      })
      const etag = sent.headers.get('etag') ?? ''
      sentParts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag}</ETag></Part>`)
    }
    const done = await client.send({
      method: 'POST',
      key,
      query: { uploadId },
      body: `<CompleteMultipartUpload>${sentParts.join('')}</CompleteMultipartUpload>`,
      headers: { 'content-type': 'application/xml' },
    })
    // The service may answer 200 before it has put the parts together.
    if (readXmlTag(done.text, 'Code') !== null) throw new StorageUnavailable('away', 'the parts were not joined')
  } catch (error) {
    const abort = { method: 'DELETE', key, query: { uploadId }, accepts: [404] } as const
    await client.send(abort).catch(() => undefined)
    throw error
  }
}

/** Headers of a body; the service checks the hash. */
export function bodyHeaders(body: Uint8Array, contentType: string): Record<string, string> {
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

/** Regroups bytes into parts; the last may be smaller. */
async function* splitIntoParts(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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
