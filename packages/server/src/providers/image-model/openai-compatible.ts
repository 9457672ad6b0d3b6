import { type ImageModel, ImageModelError, type ImageRequest } from '../../modules/image-tasks/module.ts'
import { buildImagePrompt, readPngSize, requestBytes, requestJson, withTimeout } from './image-endpoint.ts'

export interface ImageEndpoint {
  /** Ends in /v1 for most servers; with or without a trailing slash. */
  baseUrl: string
  apiKey: string | null
  /** The model; null uses the endpoint's default. */
  name: string | null
  /** The timeout of one image, in milliseconds. */
  timeoutMs?: number
}

/** Such models are slow and report no progress. */
const IMAGE_TIMEOUT_MS = 180_000

const SIZES: Record<ImageRequest['size'], string> = {
  portrait: '1024x1536',
  square: '1024x1024',
  landscape: '1536x1024',
}

/**
 * Any OpenAI-compatible `/images/generations`. An image is in the response itself (`b64_json`) or at a URL, which is
 * followed only to the endpoint's own origin: a response cannot send this server anywhere else.
 */
export function createOpenAiCompatibleImages(endpoint: ImageEndpoint): ImageModel {
  const url = new URL(`${endpoint.baseUrl.replace(/\/+$/, '')}/images/generations`)
  const key: Record<string, string> = endpoint.apiKey ? { authorization: `Bearer ${endpoint.apiKey}` } : {}
  return {
    kind: 'openai_compatible',
    generate: (request, { signal }) =>
      withTimeout(endpoint.timeoutMs ?? IMAGE_TIMEOUT_MS, signal, async (signal) => {
        const body = JSON.stringify({
          ...(endpoint.name && { model: endpoint.name }),
          prompt: buildImagePrompt(request),
          n: 1,
          size: SIZES[request.size],
        })
        const headers = { 'content-type': 'application/json', ...key }
        const answer = await requestJson(url, { method: 'POST', headers, body }, signal)
        const bytes = await extractImage(answer, url, key, signal)
        return { bytes, ...readPngSize(bytes) }
      }),
  }
}

async function extractImage(
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
  if (typeof url !== 'string' || !URL.canParse(url, endpoint.href)) throw new ImageModelError('garbled')
  const address = new URL(url, endpoint)
  if (address.protocol === 'data:') return Buffer.from(address.pathname.split('base64,')[1] ?? '', 'base64')
  if (address.origin !== endpoint.origin) throw new ImageModelError('garbled')
  return requestBytes(address, { method: 'GET', headers: key }, signal)
}
