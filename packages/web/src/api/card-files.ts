import type { ApiData } from '@everkin/contract/api-types.ts'
import { SUCCESS } from '@everkin/contract/errors.ts'
import { ApiError, apiHeaders, createNetworkError } from './client.ts'

/** A character as a file brought it. */
export type ImportedCard = ApiData<'POST /api/chat.Single/importCard'>
/** A lorebook that came alone. */
export type ImportedLorebook = ApiData<'POST /api/chat.Single/importLorebook'>

interface UploadOptions {
  signal: AbortSignal
  /** How much of the file has left, from 0 to 1; with 1 the server is reading it. */
  onSent(share: number): void
}

/** Sends a file to be read as a character. @throws ApiError; the signal's reason when it was aborted. */
export async function uploadCardFile(file: Blob, sending: UploadOptions): Promise<ImportedCard> {
  return (await uploadWithProgress('/api/chat.Single/importCard', file, sending)) as ImportedCard // the server validates its replies
}

/** The same for a lorebook that stands alone. */
export async function uploadLorebookFile(file: Blob, sending: UploadOptions): Promise<ImportedLorebook> {
  return (await uploadWithProgress('/api/chat.Single/importLorebook', file, sending)) as ImportedLorebook // the server validates its replies
}

/** By the older kind of request: `fetch` does not say how much of a body has left. */
function uploadWithProgress(path: string, file: Blob, { signal, onSent }: UploadOptions): Promise<unknown> {
  const form = new FormData()
  form.append('file', file)
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    request.open('POST', path)
    request.responseType = 'json'
    for (const [name, value] of Object.entries(apiHeaders(undefined))) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? Math.min(1, loaded / total) : 0)
    request.upload.onload = () => onSent(1)
    request.onerror = () => reject(createNetworkError())
    request.onabort = () => reject(signal.reason)
    request.onload = () => {
      const reply: unknown = request.response
      if (isSuccess(reply)) resolve(reply.data)
      else reject(ApiError.fromReply(reply) ?? createNetworkError())
    }
    request.onloadend = () => signal.removeEventListener('abort', stop)
    signal.addEventListener('abort', stop, { once: true })
    request.send(form)
  })
}

function isSuccess(reply: unknown): reply is { code: number; data: unknown } {
  return reply !== null && typeof reply === 'object' && 'code' in reply && reply.code === SUCCESS && 'data' in reply
}
