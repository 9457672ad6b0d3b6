import { EmbeddingError, type EmbeddingFault, type EmbeddingModel } from '../../modules/memory/module.ts'
import { systemErrorCause } from '../../platform/system-error.ts'

export interface EmbeddingEndpoint {
  /** Ends in /v1 for most servers; with or without a trailing slash. */
  baseUrl: string
  apiKey: string | null
  name: string
}

const MAX_DIMENSIONS = 8_192
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024

/**
 * A model behind any OpenAI-compatible `/embeddings`. No error contains the key, the address or the upstream's words.
 */
export function createOpenAiCompatibleEmbeddings({ baseUrl, apiKey, name }: EmbeddingEndpoint): EmbeddingModel {
  const url = `${baseUrl.replace(/\/+$/, '')}/embeddings`
  return {
    name,
    async embed(texts, signal) {
      if (texts.length === 0) return []
      const response = await post(url, apiKey, { model: name, input: texts, encoding_format: 'float' }, signal)
      return readVectors(await readBody(response, signal), texts.length)
    },
  }
}

async function post(url: string, apiKey: string | null, body: unknown, signal: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) }
  let response: Response
  try {
    response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal, redirect: 'error' })
  } catch (error) {
    throw faultOf(error, signal)
  }
  if (response.ok) return response
  await response.body?.cancel().catch(() => undefined)
  throw new EmbeddingError(faultOfStatus(response.status), undefined, response.status)
}

async function readBody(response: Response, signal: AbortSignal): Promise<unknown> {
  try {
    const pieces: Uint8Array[] = []
    let size = 0
    for await (const piece of response.body ?? []) {
      size += piece.byteLength
      if (size > MAX_RESPONSE_BYTES) throw new EmbeddingError('garbled')
      pieces.push(piece)
    }
    return JSON.parse(Buffer.concat(pieces).toString('utf8'))
  } catch (error) {
    if (error instanceof EmbeddingError) throw error
    throw error instanceof SyntaxError ? new EmbeddingError('garbled') : faultOf(error, signal)
  }
}

/** A caller that aborts gets its own reason; a deadline is a fault of the model. */
function faultOf(error: unknown, signal: AbortSignal): unknown {
  if (!signal.aborted) return new EmbeddingError('unreachable', systemErrorCause(error))
  const { reason } = signal
  return reason instanceof DOMException && reason.name === 'TimeoutError' ? new EmbeddingError('timeout') : reason
}

function faultOfStatus(status: number): EmbeddingFault {
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'overloaded' : 'refused'
}

/** The vectors in the order of their texts, by `index` where the server gives it. */
function readVectors(body: unknown, count: number): Float32Array[] {
  const data: unknown = typeof body === 'object' && body !== null ? (body as { data?: unknown }).data : null // any object
  if (!Array.isArray(data) || data.length !== count) throw new EmbeddingError('garbled')
  const vectors: Float32Array[] = []
  for (const [place, item] of (data as { index?: unknown; embedding?: unknown }[]).entries()) {
    const index = typeof item?.index === 'number' ? item.index : place
    const embedding = item?.embedding
    if (!isVector(embedding) || !(index >= 0 && index < count) || vectors[index]) throw new EmbeddingError('garbled')
    vectors[index] = Float32Array.from(embedding)
  }
  if (vectors.some((vector) => vector.length !== vectors[0]?.length)) throw new EmbeddingError('garbled')
  return vectors
}

function isVector(value: unknown): value is number[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= MAX_DIMENSIONS &&
    value.every((number) => typeof number === 'number' && Number.isFinite(number))
  )
}
