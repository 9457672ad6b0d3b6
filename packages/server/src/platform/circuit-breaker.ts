export type CircuitState = 'closed' | 'open' | 'half_open'

/** What a failed call says about the service behind the breaker. */
export type FailureKind =
  /** The service cannot be reached: five within 30 seconds open the breaker. */
  | 'outage'
  /** The service broke during this call, which its input may have caused: counts at most four times per subject. */
  | 'broken_call'
  /** The credentials are wrong: opens the breaker at once. */
  | 'unauthorized'
  /** The service works; nothing is counted. */
  | 'reachable'
  /** Says nothing about the service, such as a caller that went away. */
  | 'unknown'

export interface CircuitBreakerOptions<Failure extends Error> {
  classify(error: Failure): FailureKind
  /** Which errors are about the service; others are treated as `unknown`. */
  isFailure(error: unknown): error is Failure
  /** Milliseconds; only differences count. */
  now?: () => number
  /** For the log and the alarm; `cause` is the failure that opened the breaker. */
  onChange?: (state: CircuitState, cause: Failure | null) => void
}

const MAX_FAILURES = 5
const MAX_BROKEN_CALLS_PER_SUBJECT = MAX_FAILURES - 1
const WINDOW_MS = 30_000
const PROBE_AFTER_MS = 15_000

/** One call that the breaker let through. Exactly one of the three is called; later calls of any of them do nothing. */
export interface CircuitCall {
  succeeded(): void
  /** `subject` names who asked, if that is known: no single person can open the breaker with what they send. */
  failed(error: unknown, subject?: string): void
  /** The call ended without showing whether the service works. */
  abandoned(): void
}

/**
 * Stops calling a service that is down (UPS-08). While open, calls are not let through; after 15 seconds one call at a
 * time is let through as a probe: a success closes the breaker, an outage opens it for another 15 seconds.
 */
export class CircuitBreaker<Failure extends Error> {
  readonly #options: CircuitBreakerOptions<Failure>
  readonly #now: () => number
  #state: CircuitState = 'closed'
  #failures: { at: number; subject: string | null }[] = []
  #openedAt = 0
  #cause: Failure | null = null

  constructor(options: CircuitBreakerOptions<Failure>) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  get state(): CircuitState {
    return this.#state
  }

  /** The failure that opened the breaker last, or null. */
  get cause(): Failure | null {
    return this.#cause
  }

  /** How long until the next probe. */
  get retryAfterMs(): number {
    return Math.max(0, PROBE_AFTER_MS - (this.#now() - this.#openedAt))
  }

  /** A call to report on, or null while no call is let through. */
  tryCall(): CircuitCall | null {
    const isProbe = this.#state === 'open' && this.#now() - this.#openedAt >= PROBE_AFTER_MS
    if (isProbe) this.#setState('half_open', null)
    else if (this.#state !== 'closed') return null
    let isReported = false
    const once = (report: () => void) => {
      if (isReported) return
      isReported = true
      report()
    }
    return {
      succeeded: () =>
        once(() => {
          if (isProbe) this.#setState('closed', null)
        }),
      failed: (error, subject) => once(() => this.#recordFailure(error, subject, isProbe)),
      abandoned: () =>
        once(() => {
          if (isProbe) this.#setState('open', null)
        }),
    }
  }

  #recordFailure(error: unknown, subject: string | undefined, isProbe: boolean): void {
    const { isFailure, classify } = this.#options
    const kind = isFailure(error) ? classify(error) : 'unknown'
    if (!isFailure(error) || kind === 'unknown') return isProbe ? this.#setState('open', null) : undefined
    if (kind === 'unauthorized') return this.#open(error)
    if (kind === 'reachable') return isProbe ? this.#setState('closed', null) : undefined
    if (isProbe) return this.#open(error)
    if (this.#state !== 'closed') return
    const since = this.#now() - WINDOW_MS
    this.#failures = this.#failures.filter(({ at }) => at > since)
    const counted = { at: this.#now(), subject: kind === 'broken_call' ? (subject ?? 'unknown') : null }
    const sameSubject = this.#failures.filter((one) => one.subject === counted.subject)
    if (counted.subject !== null && sameSubject.length >= MAX_BROKEN_CALLS_PER_SUBJECT) return
    this.#failures.push(counted)
    if (this.#failures.length >= MAX_FAILURES) this.#open(error)
  }

  #open(cause: Failure): void {
    this.#cause = cause
    this.#setState('open', cause)
  }

  #setState(next: CircuitState, cause: Failure | null): void {
    if (next === 'open') this.#openedAt = this.#now()
    if (next === this.#state) return
    this.#state = next
    this.#failures = []
    this.#options.onChange?.(next, cause)
  }
}
