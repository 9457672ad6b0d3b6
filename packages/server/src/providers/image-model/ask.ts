import { PictureFailed, type PictureFault } from '../../domains/pictures/image-model.ts'

/** Most that an answer with a picture may hold. */
export const MOST_BYTES = 48 * 1024 * 1024

/** Most that anybody's request to leave them alone counts for. */
const MOST_WAIT_SECONDS = 600

/** One request, its answer read whole and no further than so many bytes. @throws PictureFailed; the signal's own reason. */
export async function ask(
  url: URL | string,
  init: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
  signal: AbortSignal,
  mostBytes = MOST_BYTES,
): Promise<Uint8Array> {
  try {
    const response = await fetch(url, { ...init, signal, redirect: 'error' })
    if (!response.ok) {
      await response.body?.cancel().catch(() => undefined)
      throw new PictureFailed(faultOf(response.status), { retryAfterMs: retryAfterOf(response) })
    }
    const pieces: Uint8Array[] = []
    let size = 0
    for await (const piece of response.body ?? []) {
      size += piece.byteLength
      if (size > mostBytes) throw new PictureFailed('garbled')
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  } catch (error) {
    if (error instanceof PictureFailed) throw error
    if (signal.aborted) throw signal.reason
    throw new PictureFailed('unreachable', { cause: codeOf(error) })
  }
}

/** The answer as an object. @throws PictureFailed `garbled` for anything else. */
export async function askJson(
  url: URL | string,
  init: Parameters<typeof ask>[1],
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const bytes = await ask(url, init, signal)
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown> // any object
  } catch {
    // not JSON: the same as another shape
  }
  throw new PictureFailed('garbled')
}

/** The signal of the caller with a deadline of its own, which is a fault of the provider. */
export async function within<Result>(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new PictureFailed('timeout')), ms)
  try {
    return await work(AbortSignal.any([signal, late.signal]))
  } finally {
    clearTimeout(timer)
  }
}

function faultOf(status: number): PictureFault {
  if (status === 429) return 'rate_limited'
  if (status === 401 || status === 403) return 'refused'
  return status >= 500 ? 'overloaded' : 'rejected'
}

function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.min(MOST_WAIT_SECONDS, Math.max(1, seconds)) * 1000 : null
}

/** The system's code is a fact worth keeping; messages name the address. */
function codeOf(error: unknown): Error | undefined {
  const code = (error as { cause?: { code?: unknown } } | null)?.cause?.code // of undici's errors
  return typeof code === 'string' ? new Error(code) : undefined
}
