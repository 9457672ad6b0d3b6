import { type ImageFault, ImageModelError, type ImageRequest, loadTemplates } from '../../modules/image-tasks/module.ts'
import { systemErrorCause } from '../../platform/system-error.ts'

/** The largest accepted response with an image. */
const MAX_IMAGE_BYTES = 48 * 1024 * 1024

/** The longest accepted Retry-After. */
const MAX_RETRY_AFTER_SECONDS = 600

/** One request, with its response read whole up to a size limit. @throws ImageModelError; the signal's own reason. */
export async function requestBytes(
  url: URL | string,
  init: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
  signal: AbortSignal,
  maxBytes = MAX_IMAGE_BYTES,
): Promise<Uint8Array> {
  try {
    const response = await fetch(url, { ...init, signal, redirect: 'error' })
    if (!response.ok) {
      await response.body?.cancel().catch(() => undefined)
      throw new ImageModelError(faultOf(response.status), { retryAfterMs: retryAfterOf(response) })
    }
    const pieces: Uint8Array[] = []
    let size = 0
    for await (const piece of response.body ?? []) {
      size += piece.byteLength
      if (size > maxBytes) throw new ImageModelError('garbled')
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  } catch (error) {
    if (error instanceof ImageModelError) throw error
    if (signal.aborted) throw signal.reason
    throw new ImageModelError('unreachable', { cause: systemErrorCause(error) })
  }
}

/** The response as an object. @throws ImageModelError `garbled` for anything else. */
export async function requestJson(
  url: URL | string,
  init: Parameters<typeof requestBytes>[1],
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const bytes = await requestBytes(url, init, signal)
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown> // any object
  } catch {
    // not JSON: treated like a wrong shape
  }
  throw new ImageModelError('garbled')
}

/** The caller's signal with an additional deadline, which is a fault of the provider. */
export async function withTimeout<Result>(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(new ImageModelError('timeout')), ms)
  try {
    return await work(AbortSignal.any([signal, timeout.signal]))
  } finally {
    clearTimeout(timer)
  }
}

function faultOf(status: number): ImageFault {
  if (status === 429) return 'rate_limited'
  if (status === 401) return 'refused'
  return status >= 500 ? 'overloaded' : 'rejected'
}

function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, seconds)) * 1000 : null
}

/** What an image must not show, for models that take a negative prompt. */
export const NEGATIVE_PROMPT = 'child, teenager, nude, text, watermark, signature, extra fingers'

/** The full prompt for a model: the request, the style in words, and what holds for all our images. */
export function buildImagePrompt({ prompt, styleId }: Pick<ImageRequest, 'prompt' | 'styleId'>): string {
  const style = loadTemplates().styles.find(({ id }) => id === styleId)
  const look = style ? ` Style: ${style.names.en}. ${style.descriptions.en}` : ''
  return `${prompt.trim()}\n${look.trim()} Everyone in it is an adult, fully dressed. No text in the picture.`.trim()
}

/** A number for models that take one: the same seed and index give the same number. */
export function numericSeed(seed: string, index: number): number {
  let hash = 2166136261
  for (const unit of `${seed}.${index}`) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 16777619) >>> 0
  return hash % 2_147_483_647
}

/**
 * Width and height from the header of a PNG; 0 for any other file. The stored size is measured when the image is
 * re-encoded.
 */
export function readPngSize(bytes: Uint8Array): { width: number; height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 24 || view.getUint32(0) !== 0x89504e47) return { width: 0, height: 0 }
  return { width: view.getUint32(16), height: view.getUint32(20) }
}
