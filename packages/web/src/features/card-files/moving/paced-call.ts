import { isApiError } from '../../../api/api-error.ts'

export interface RetryOptions {
  signal: AbortSignal
  /** Called before a longer wait, with the time at which the call is repeated, and with null afterwards. */
  onWait?: (until: Date | null) => void
  /** For tests. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

const UNAVAILABLE_SECONDS = 10
const MAX_UNAVAILABLE = 30

/**
 * Repeats a call that the server refuses for now: until the rate limit lets it through, and for some minutes while the
 * server or the network is away. So a move with hundreds of files gets through, however long it takes.
 * @throws the error of any other refusal, and the signal's reason.
 */
export async function callWithRetry<Result>(call: () => Promise<Result>, options: RetryOptions): Promise<Result> {
  const { signal, onWait, sleep = wait } = options
  for (let failures = 0; ; ) {
    signal.throwIfAborted()
    try {
      return await call()
    } catch (error) {
      signal.throwIfAborted()
      const seconds = secondsToWait(error)
      const isRefusal = isApiError(error, 'TooManyRequests')
      if (seconds === null || (!isRefusal && ++failures > MAX_UNAVAILABLE)) throw error
      onWait?.(new Date(Date.now() + seconds * 1000))
      await sleep(seconds * 1000, signal)
      onWait?.(null)
    }
  }
}

function secondsToWait(error: unknown): number | null {
  if (isApiError(error, 'TooManyRequests')) return Math.max(1, error.data?.retry_after ?? UNAVAILABLE_SECONDS)
  return isApiError(error, 'Unavailable') || isApiError(error, 'Network') ? UNAVAILABLE_SECONDS : null
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
