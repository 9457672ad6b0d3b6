import type { ApiData } from '@everkin/contract/api-types.ts'
import { SUCCESS } from '@everkin/contract/errors.ts'
import { ApiError, callHeaders, networkFailure } from './call.ts'

/** A character as a file brought it. */
export type ImportedCard = ApiData<'POST /api/chat.Single/importCard'>
/** A lorebook that came alone. */
export type BroughtBook = ApiData<'POST /api/chat.Single/importLorebook'>

interface Sending {
  signal: AbortSignal
  /** How much of the file has left, from 0 to 1; with 1 the server is reading it. */
  onSent(share: number): void
}

/** Sends a file to be read as a character. @throws ApiError; the signal's reason when it was aborted. */
export async function sendCard(file: Blob, sending: Sending): Promise<ImportedCard> {
  return (await send('/api/chat.Single/importCard', file, sending)) as ImportedCard // the server validates its replies
}

/** The same for a lorebook that stands alone. */
export async function sendBook(file: Blob, sending: Sending): Promise<BroughtBook> {
  return (await send('/api/chat.Single/importLorebook', file, sending)) as BroughtBook // the server validates its replies
}

/** By the older kind of request: `fetch` does not say how much of a body has left. */
function send(path: string, file: Blob, { signal, onSent }: Sending): Promise<unknown> {
  const form = new FormData()
  form.append('file', file)
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    request.open('POST', path)
    request.responseType = 'json'
    for (const [name, value] of Object.entries(callHeaders(undefined))) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? Math.min(1, loaded / total) : 0)
    request.upload.onload = () => onSent(1)
    request.onerror = () => reject(networkFailure())
    request.onabort = () => reject(signal.reason)
    request.onload = () => {
      const reply: unknown = request.response
      if (isSuccess(reply)) resolve(reply.data)
      else reject(ApiError.of(reply) ?? networkFailure())
    }
    request.onloadend = () => signal.removeEventListener('abort', stop)
    signal.addEventListener('abort', stop, { once: true })
    request.send(form)
  })
}

function isSuccess(reply: unknown): reply is { code: number; data: unknown } {
  return reply !== null && typeof reply === 'object' && 'code' in reply && reply.code === SUCCESS && 'data' in reply
}
