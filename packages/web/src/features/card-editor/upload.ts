import type { ApiData } from '@everkin/contract/api-types.ts'
import { apiHeaders, requestData } from '../../api/client.ts'

/** What became of an upload. */
export interface Uploaded {
  id: string
  url: string
  thumbnail: string
  kind: 'image' | 'video'
}

/** Sends a picture or a video of a card. @throws ApiError */
export async function uploadMedia(file: Blob, purpose: 'card' | 'locked_image' | 'locked_video'): Promise<Uploaded> {
  return (await sendForm('/api/common/upload', { purpose, file })) as Uploaded // the server validates its replies
}

/** Has a lorebook read. @throws ApiError */
export async function uploadLorebook(file: Blob): Promise<ApiData<'POST /api/chat.Single/importLorebook'>> {
  const read = await sendForm('/api/chat.Single/importLorebook', { file })
  return read as ApiData<'POST /api/chat.Single/importLorebook'> // the server validates its replies
}

function sendForm(path: string, parts: Record<string, string | Blob>): Promise<unknown> {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) form.append(name, part)
  return requestData(path, { method: 'POST', headers: apiHeaders(undefined), body: form, credentials: 'same-origin' })
}
