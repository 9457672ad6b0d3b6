import { type ImageModel, PictureFailed, type PictureRequest } from '../../domains/pictures/image-model.ts'
import { ask, askJson, within } from './ask.ts'
import { promptWords } from './prompt-words.ts'
import { sizeOfPicture } from './size-of-picture.ts'

export interface ImageEndpoint {
  /** Ends in /v1 with most servers; with or without a slash. */
  baseUrl: string
  apiKey: string | null
  /** The model; null lets the endpoint take its own. */
  name: string | null
  /** Milliseconds that one picture may take. */
  withinMs?: number
}

/** Models of this kind are slow, and tell nothing meanwhile. */
const WITHIN_MS = 180_000

const SIZES: Record<PictureRequest['size'], string> = {
  portrait: '1024x1536',
  square: '1024x1024',
  landscape: '1536x1024',
}

/**
 * Any `/images/generations` of OpenAI's kind. A picture comes in the answer itself (`b64_json`) or at an address, which
 * is followed only to the endpoint's own origin: an answer can send this server nowhere else.
 */
export function createOpenAiCompatibleImages(endpoint: ImageEndpoint): ImageModel {
  const url = new URL(`${endpoint.baseUrl.replace(/\/+$/, '')}/images/generations`)
  const key: Record<string, string> = endpoint.apiKey ? { authorization: `Bearer ${endpoint.apiKey}` } : {}
  return {
    kind: 'openai_compatible',
    make: (request, { signal }) =>
      within(endpoint.withinMs ?? WITHIN_MS, signal, async (signal) => {
        const body = JSON.stringify({
          ...(endpoint.name && { model: endpoint.name }),
          prompt: promptWords(request),
          n: 1,
          size: SIZES[request.size],
        })
        const headers = { 'content-type': 'application/json', ...key }
        const answer = await askJson(url, { method: 'POST', headers, body }, signal)
        const bytes = await pictureIn(answer, url, key, signal)
        return { bytes, ...sizeOfPicture(bytes) }
      }),
  }
}

async function pictureIn(
  answer: Record<string, unknown>,
  endpoint: URL,
  key: Record<string, string>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const first: unknown = Array.isArray(answer.data) ? answer.data[0] : null
  const { b64_json: base64, url } = (typeof first === 'object' && first !== null ? first : {}) as Record<
    string,
    unknown
  > // any object
  if (typeof base64 === 'string' && base64 !== '') return Buffer.from(base64, 'base64')
  if (typeof url !== 'string' || !URL.canParse(url, endpoint.href)) throw new PictureFailed('garbled')
  const address = new URL(url, endpoint)
  if (address.protocol === 'data:') return Buffer.from(address.pathname.split('base64,')[1] ?? '', 'base64')
  if (address.origin !== endpoint.origin) throw new PictureFailed('garbled')
  return ask(address, { method: 'GET', headers: key }, signal)
}
