import type { Clock } from '../../platform/clock.ts'
import { canFallBack } from './fallback-model.ts'
import { delegatingModel } from './model-registry.ts'
import type { ConnectionProblem } from './model-source.ts'
import { createDeferredStream, startStream } from './started-stream.ts'
import { type TextModel, TextModelError, type TextModelReason, type TextModelRequest } from './text-model.ts'

export interface HealthState {
  state: 'ok' | 'failing' | 'untested'
  problem: ConnectionProblem | null
}

export interface ConnectionHistory {
  lastSuccessAt: Date | null
  failures: readonly { at: Date; reason: ConnectionProblem['reason'] }[]
}

const MAX_FAILURES = 5
const NO_HISTORY: ConnectionHistory = { lastSuccessAt: null, failures: [] }

const UNTESTED: HealthState = { state: 'untested', problem: null }

/** How each connection did when it was last used or tested in this process, by its fingerprint. */
export interface ConnectionHealth {
  stateOf(fingerprint: string): HealthState
  /** When it last answered, and its last failures, newest first. */
  history(fingerprint: string): ConnectionHistory
  report(fingerprint: string, problem: ConnectionProblem | null): void
  /** The model, with each reply reported. */
  watch(model: TextModel, fingerprint: string): TextModel
}

export function createConnectionHealth(
  clock: Clock,
  onChange: (fingerprint: string, problem: ConnectionProblem | null) => void,
): ConnectionHealth {
  const histories = new Map<string, ConnectionHistory>()
  const states = new Map<string, HealthState>()
  const report = (fingerprint: string, problem: ConnectionProblem | null) => {
    const before = states.get(fingerprint)
    const { lastSuccessAt, failures } = histories.get(fingerprint) ?? NO_HISTORY
    const at = clock.now()
    histories.set(fingerprint, {
      lastSuccessAt: problem ? lastSuccessAt : at,
      failures: problem ? [{ at, reason: problem.reason }, ...failures].slice(0, MAX_FAILURES) : failures,
    })
    states.set(fingerprint, { state: problem ? 'failing' : 'ok', problem })
    if ((before?.problem?.reason ?? null) !== (problem?.reason ?? null)) onChange(fingerprint, problem)
  }
  return {
    stateOf: (fingerprint) => states.get(fingerprint) ?? UNTESTED,
    history: (fingerprint) => histories.get(fingerprint) ?? NO_HISTORY,
    report,
    watch(model, fingerprint) {
      const begin = async (request: TextModelRequest) => {
        try {
          const started = await startStream(model.stream(request))
          if (!started.first.done) report(fingerprint, null)
          return started
        } catch (error) {
          if (canFallBack(error) && error instanceof TextModelError) report(fingerprint, problemOf(error))
          throw error
        }
      }
      return delegatingModel(() => model, { stream: (request) => createDeferredStream(() => begin(request)) })
    },
  }
}

const REASONS: Record<TextModelReason, ConnectionProblem['reason']> = {
  key: 'key',
  credit: 'quota',
  busy: 'quota',
  too_long: 'context',
  model: 'model',
  timeout: 'timeout',
  unreachable: 'address',
  server: 'server',
  refused: 'protocol',
  cut_off: 'server',
  empty: 'protocol',
  reasoning: 'protocol',
}

/** What a failed reply says about the connection. */
export function problemOf(error: TextModelError): ConnectionProblem {
  if (error.fault === 'garbled') return { reason: 'protocol', hint: 'page', detail: error.detail }
  return { reason: REASONS[error.reason], detail: error.detail }
}
