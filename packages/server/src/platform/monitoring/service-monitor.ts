import type { Clock } from '../clock.ts'

export type WatchedService = 'mail' | 'images' | 'speech' | 'transcription' | 'embeddings'

interface ServiceFailure {
  at: Date
  /** See `errorCodeOf`. */
  code: string
}

interface ServiceState {
  state: 'ok' | 'failing' | 'untested'
  lastSuccessAt: Date | null
  /** Newest first. */
  failures: readonly ServiceFailure[]
}

/** How services that are not language models did when this process last used them. */
export interface ServiceMonitor {
  succeeded(service: WatchedService): void
  /** What was asked for may be at fault, or the asker went away: that says nothing about the service. */
  failed(service: WatchedService, error: unknown, signal?: AbortSignal): void
  /** Runs and reports a piece of work. */
  watch<Result>(service: WatchedService, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
  stateOf(service: WatchedService): ServiceState
}

const MAX_FAILURES = 5
/** The service works, but not for this picture or text. */
const FAULTS_OF_THE_REQUEST = ['rejected', 'unsupported']

export function createServiceMonitor(clock: Clock): ServiceMonitor {
  const states = new Map<WatchedService, ServiceState>()
  const stateOf = (service: WatchedService): ServiceState =>
    states.get(service) ?? { state: 'untested', lastSuccessAt: null, failures: [] }
  const succeeded = (service: WatchedService) =>
    void states.set(service, { ...stateOf(service), state: 'ok', lastSuccessAt: clock.now() })
  const failed = (service: WatchedService, error: unknown, signal?: AbortSignal) => {
    const code = errorCodeOf(error)
    if (signal?.aborted || FAULTS_OF_THE_REQUEST.includes(code)) return
    const known = stateOf(service)
    const failures = [{ at: clock.now(), code }, ...known.failures].slice(0, MAX_FAILURES)
    states.set(service, { ...known, state: 'failing', failures })
  }
  return {
    succeeded,
    failed,
    stateOf,
    async watch(service, work, signal) {
      try {
        const result = await work()
        succeeded(service)
        return result
      } catch (error) {
        failed(service, error, signal)
        throw error
      }
    },
  }
}

/**
 * What may be shown of an error: its fault or code where it has one that looks like a name, else the name of its class.
 * Never its message, which can quote addresses, keys and texts.
 */
export function errorCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { fault, reason, code, responseCode } = error as { [key: string]: unknown } & Error // read with care below
  for (const name of [fault, reason, code])
    if (typeof name === 'string' && /^[A-Za-z][A-Za-z_]{1,39}$|^[0-9A-Z]{5}$/.test(name))
      return typeof responseCode === 'number' ? `${name} ${responseCode}` : name
  return /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : 'Error'
}
