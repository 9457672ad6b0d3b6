import type { ApiDownload, ApiFileType, ApiQuery } from '@everkin/contract/api-types.ts'
import { createNetworkError } from './api-error.ts'
import { readApiError, sendCall } from './client.ts'

/** A complete file and its name from the server. */
export interface DownloadedFile {
  blob: Blob
  name: string
}

interface DownloadOptions<Call extends ApiDownload> {
  query?: ApiQuery<Call>
  signal: AbortSignal
  /** Number of bytes received so far. */
  onBytes?: (bytes: number) => void
}

/**
 * Downloads a complete file.
 * @throws ApiError for an error response and for a connection that breaks; the signal's reason if it was aborted.
 */
export async function downloadFile<Call extends ApiDownload>(
  call: Call,
  { query, signal, onBytes }: DownloadOptions<Call>,
): Promise<DownloadedFile> {
  const response = await sendCall(call, { query, signal })
  if (!response.ok || !response.body) throw await readApiError(response, signal)
  try {
    const parts: BlobPart[] = []
    let bytes = 0
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read()
      if (done) break
      parts.push(value)
      bytes += value.length
      onBytes?.(bytes)
    }
    const name = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
    return { blob: new Blob(parts, { type: response.headers.get('content-type') ?? '' }), name: name ?? 'everkin.zip' }
  } catch (error) {
    throw signal.aborted ? error : createNetworkError()
  }
}

/**
 * Opens a streamed file; `type` is the expected media type. Throws `ApiError` for every other response and for a
 * missing one; an aborted call rejects with the signal's reason.
 */
export async function streamFile<Call extends ApiDownload>(
  call: Call,
  type: ApiFileType<Call>,
  { query, signal }: { query: ApiQuery<Call>; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  const response = await sendCall(call, { query, signal })
  if (response.ok && response.body && response.headers.get('content-type') === type) return response.body
  throw await readApiError(response, signal)
}
