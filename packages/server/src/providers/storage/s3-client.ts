import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { AppError } from '../../platform/app-error.ts'
import { CircuitBreaker } from '../../platform/circuit-breaker.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import type { Log } from '../../platform/log.ts'
import { objectUrl, type S3Settings } from '../../platform/storage-setting.ts'

/** Why the storage did not do what was asked. */
export type StorageFault =
  /** It cannot be reached, or fails. */
  | 'away'
  /** The keys are wrong, or may not do this. */
  | 'refused'
  /** The keys were right until now. */
  | 'expired'
  | 'no_bucket'
  | 'full'

/** The storage of files is not available now; people see error 9002. `detail` has no key and no URL in it. */
export class StorageUnavailable extends AppError {
  readonly why: StorageFault
  readonly detail: string

  constructor(why: StorageFault, detail: string, retryAfterSeconds = RETRY_AFTER_SECONDS) {
    super('Unavailable', { retry_after: retryAfterSeconds })
    this.why = why
    this.detail = detail
  }
}

/** How a request to the bucket ended, for metrics. */
export type StorageResult = 'ok' | StorageFault

interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Null: the bucket itself. */
  key: string | null
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: Uint8Array<ArrayBuffer> | string
  /** Statuses besides 2xx that the caller handles. */
  accepts?: readonly number[]
}

/** An answer that was read to its end; `ok` as of a Response. */
interface S3Answer extends Pick<Response, 'ok' | 'headers'> {
  text: string
}

export interface S3Client {
  /** Repeats what failed or broke off on the way. @throws StorageUnavailable */
  send(request: S3Request): Promise<S3Answer>
  /** Leaves the body to the caller; null where the status is one that the caller accepts. @throws StorageUnavailable */
  open(request: S3Request): Promise<Response | null>
  /** A URL with which anyone can read this file, for so many seconds. */
  presign(key: string, seconds: number, headers: Readonly<Record<string, string>>): Promise<string>
}

const ATTEMPTS = 3
const RETRY_DELAY_MS = 100
const RESPONSE_TIMEOUT_MS = 20_000
const RETRY_AFTER_SECONDS = 15
const LOG_INTERVAL_MS = MINUTE_MS

/**
 * Signs requests (AWS Signature Version 4), repeats those that failed on the way or with 5xx with growing pauses, and
 * stops asking a service that is down (UPS-08).
 */
export function createS3Client(
  settings: S3Settings,
  log: Log,
  onResult: (result: StorageResult) => void = () => undefined,
): S3Client {
  const { accessKey, secretKey, sessionToken, region } = settings
  const signer = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    ...(sessionToken !== null && { sessionToken }),
    service: 's3',
    region,
  })
  const breaker = new CircuitBreaker<StorageUnavailable>({
    isFailure: (error): error is StorageUnavailable => error instanceof StorageUnavailable,
    classify: ({ why }) => (why === 'away' ? 'outage' : 'reachable'),
    onChange: (state, cause) => {
      if (state === 'open')
        log.error({ detail: cause?.detail }, 'the file storage is away, so it is not asked for a while')
      if (state === 'closed') log.info('the file storage is back')
    },
  })
  let loggedAt = Number.NEGATIVE_INFINITY
  const logFailure = ({ why, detail }: StorageUnavailable, method: string) => {
    if (performance.now() - loggedAt < LOG_INTERVAL_MS) return
    loggedAt = performance.now()
    log.error({ why, detail, method }, FAULT_LINES[why])
  }

  async function attempt(request: S3Request, isStreamed: boolean): Promise<{ response: Response; text: string }> {
    const { method, key, query = {}, headers = {}, body, accepts = [] } = request
    const url = objectUrl(settings.endpoint, settings, key)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const signed = await signer.sign(url.href, { method, headers: { ...headers }, ...(body !== undefined && { body }) })
    const abort = new AbortController()
    // For the headers, then for the body; not for a body that is streamed, which may be long.
    const timer = setTimeout(() => abort.abort(), RESPONSE_TIMEOUT_MS)
    let response: Response
    let text = ''
    try {
      response = await fetch(signed, { signal: abort.signal, redirect: 'error' })
      timer.refresh()
      if (!isStreamed || !response.ok) text = await response.text()
    } catch (error) {
      throw new StorageUnavailable('away', abort.signal.aborted ? 'no answer in time' : systemCode(error))
    } finally {
      clearTimeout(timer)
    }
    if (response.ok) return { response, text }
    const failure = failureOf(response.status, text)
    // A 404 may also mean that the bucket is gone.
    if (accepts.includes(response.status) && failure.why !== 'no_bucket') return { response, text }
    throw failure
  }

  async function repeat(request: S3Request, isStreamed: boolean): ReturnType<typeof attempt> {
    for (let count = 1; ; count++) {
      const call = breaker.tryCall()
      if (!call) onResult('away')
      if (!call) throw new StorageUnavailable('away', 'not asked', Math.ceil(breaker.retryAfterMs / 1000) || 1)
      try {
        const answer = await attempt(request, isStreamed)
        call.succeeded()
        onResult('ok')
        return answer
      } catch (error) {
        call.failed(error)
        if (!(error instanceof StorageUnavailable)) throw error
        onResult(error.why)
        logFailure(error, request.method)
        if (error.why !== 'away' || count >= ATTEMPTS || breaker.state !== 'closed') throw error
        await sleep(RETRY_DELAY_MS * 3 ** (count - 1) * (0.5 + Math.random()))
      }
    }
  }

  return {
    async send(request) {
      const { response, text } = await repeat(request, false)
      return { ok: response.ok, headers: response.headers, text }
    },
    async open(request) {
      const { response } = await repeat(request, true)
      return response.ok ? response : null
    },
    async presign(key, seconds, headers) {
      const url = objectUrl(settings.publicEndpoint, settings, key)
      url.searchParams.set('X-Amz-Expires', String(seconds))
      for (const [name, value] of Object.entries(headers)) url.searchParams.set(name, value)
      return (await signer.sign(url.href, { method: 'GET', aws: { signQuery: true } })).url
    },
  }
}

const FAULT_LINES: Readonly<Record<StorageFault, string>> = {
  away: 'the file storage cannot be reached: check STORAGE_URL and the service',
  refused: 'the file storage refused the keys: check STORAGE_ACCESS_KEY, STORAGE_SECRET_KEY and what they may do',
  expired: 'the keys of the file storage have expired: set new ones and restart',
  no_bucket: 'the bucket of the file storage does not exist: check STORAGE_URL',
  full: 'the file storage is full',
}

/** Answered with 400 or 404, and not about the keys: what broke off or was damaged, and an upload that has ended. */
const TEMPORARY_CODES = new Set(['RequestTimeout', 'XAmzContentSHA256Mismatch', 'BadDigest', 'NoSuchUpload'])

const EXPIRED_CODES = new Set(['ExpiredToken', 'ExpiredTokenException', 'TokenRefreshRequired'])

function failureOf(status: number, text: string): StorageUnavailable {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? ''
  const detail = `${status} ${code}`.trim()
  if (status === 507 || /Quota|StorageFull|InsufficientCapacity/.test(code))
    return new StorageUnavailable('full', detail)
  if (EXPIRED_CODES.has(code)) return new StorageUnavailable('expired', detail)
  if (code === 'NoSuchBucket') return new StorageUnavailable('no_bucket', detail)
  const isTemporary = status >= 500 || [408, 429].includes(status) || TEMPORARY_CODES.has(code)
  if (isTemporary) return new StorageUnavailable('away', detail)
  if ([400, 401, 403, 404].includes(status)) return new StorageUnavailable('refused', detail)
  return new StorageUnavailable('away', detail)
}

/** The system's code of a failed `fetch`; its message contains the URL. */
function systemCode(error: unknown): string {
  const { code } = (error as { cause?: { code?: unknown } }).cause ?? {} // undici's errors
  return typeof code === 'string' ? code : 'the connection failed'
}

/** The first value of a tag in an answer; keys of ours contain nothing that is escaped. */
export function readXmlTag(xml: string, tag: string): string | null {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? null
}
