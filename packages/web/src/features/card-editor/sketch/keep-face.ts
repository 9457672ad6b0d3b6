import { callApi } from '../../../api/client.ts'
import { randomUuid } from '../../../lib/random-uuid.ts'

const LOOK_AGAIN_MS = 400

/** What the server answers with when a face cannot be painted. */
export class FaceNotPainted extends Error {}

interface FaceToKeep {
  words: string
  seed: string
  /** The draft or card that it is for. */
  keepFor: string
  /** What the person was told about the price. */
  isFree: boolean
}

/**
 * Has the server paint a face that was drawn in the browser, and returns the picture's address.
 * @throws ApiError `Conflict` when the face is not free, or free, against what was told: nothing was charged then;
 * FaceNotPainted with the server's reason.
 */
export async function keepFace({ words, seed, keepFor, isFree }: FaceToKeep): Promise<string> {
  let task = await callApi('POST /api/task/create', {
    body: {
      kind: 'image',
      prompt: words.trim(),
      seed,
      style_id: 'lamplight',
      size: 'portrait',
      count: 1,
      keep: { for: keepFor, is_free: isFree },
      idempotency_key: randomUuid(),
    },
  })
  while (task.status === 'queued' || task.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    task = await callApi('GET /api/task/getTaskInfo', { query: { id: task.id } })
  }
  const picture = task.images[0]
  if (!picture) throw new FaceNotPainted(task.error ?? '')
  return picture.url
}
