import type { ApiData } from '@everkin/contract/api-types.ts'
import { ApiError, apiHeaders, createNetworkError, requestData } from './client.ts'

/** A file that the server has taken in. */
export type UploadedFile = ApiData<'POST /api/common/upload'>

/**
 * Sends a file as a form; with a video a frame of it may go along. Gives the reply's data; throws `ApiError` as
 * `callApi` does.
 */
export async function uploadFile(
  file: Blob,
  purpose: 'avatar' | 'card' | 'locked_image' | 'locked_video',
  poster?: Blob,
): Promise<UploadedFile> {
  const form = new FormData()
  form.append('purpose', purpose)
  form.append('file', file)
  if (poster) form.append('poster', poster)
  const request = { method: 'POST', headers: apiHeaders(undefined), body: form, credentials: 'same-origin' as const }
  return (await requestData('/api/common/upload', request)) as UploadedFile // the server validates its replies
}

/** A chat that was made of a file, and what was not taken over as it was. */
export type ImportedChat = ApiData<'POST /api/chat/importChat'>

/** Makes a chat of a file, with a card or (null) with the one that the file names. Throws as `callApi` does. */
export async function uploadChat(
  file: Blob,
  card: { id: string; type: 'single' | 'multiple' } | null,
): Promise<ImportedChat> {
  const form = new FormData()
  if (card) form.append(card.type === 'single' ? 'card_id' : 'group_id', card.id)
  form.append('file', file)
  const request = { method: 'POST', headers: apiHeaders(undefined), body: form, credentials: 'same-origin' as const }
  return (await requestData('/api/chat/importChat', request)) as ImportedChat // the server validates its replies
}

/** A file that has come whole, and the name that the server gave it. */
export interface DownloadedFile {
  blob: Blob
  name: string
}

/**
 * Fetches a file, telling how much of it has come. Nothing is given before all of it is there.
 * @throws ApiError for a refusal and for a connection that breaks; the signal's own reason when it was aborted.
 */
export async function downloadFile(
  path: `/api/${string}`,
  { signal, onBytes }: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<DownloadedFile> {
  const request = { headers: apiHeaders(undefined), signal, credentials: 'same-origin' as const }
  try {
    const response = await fetch(path, request)
    if (!response.ok || !response.body) throw await parseApiError(response)
    const parts: BlobPart[] = []
    let bytes = 0
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read()
      if (done) break
      parts.push(value)
      bytes += value.length
      onBytes(bytes)
    }
    const name = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
    return { blob: new Blob(parts, { type: response.headers.get('content-type') ?? '' }), name: name ?? 'everkin.zip' }
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error
    throw createNetworkError()
  }
}

async function parseApiError(response: Response): Promise<ApiError> {
  const reply: unknown = await response.json()
  return ApiError.fromReply(reply) ?? createNetworkError()
}
