/**
 * Spans of traces. Nothing of OpenTelemetry is here: while no tracer is set, a span costs one comparison, and its work
 * runs as if it were not there.
 */

/**
 * What a span says besides its name and times: numbers, and words from lists of ours. Never texts of people, ids of
 * people or chats, addresses or secrets: traces leave the machine.
 */
type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** `server`: answers a client. `client`: asks another server. */
export type SpanKind = 'internal' | 'server' | 'client'

export interface OpenSpan {
  /** Runs `work`; spans that it opens, even later, are children of this one. */
  run<Result>(work: () => Result): Result
  /** Ends it, once. Of an error only its code is kept. */
  end(attributes?: SpanAttributes, error?: unknown): void
}

export interface Tracer {
  /** Opens a child of the span in whose work the caller runs; without one, the first span of a new trace. */
  open(name: string, kind: SpanKind): OpenSpan
  /** Marks the current span as failed; of the error only its code is kept. */
  fail(error: unknown): void
  /** The current span in the format of W3C Trace Context; null outside of spans. */
  traceParent(): string | null
  /** Runs `work` as if it were called in the span that `traceParent` named, maybe in another process. */
  continueFrom<Result>(traceParent: string, work: () => Result): Result
  /** Whether language models are told which trace a request belongs to. */
  reachesModels: boolean
}

let tracer: Tracer | null = null

/** Turns tracing on for this process, or off again with null. */
export function setTracer(next: Tracer | null): void {
  tracer = next
}

/** A span that the caller ends; null while tracing is off. */
export function openSpan(name: string, kind: SpanKind = 'internal'): OpenSpan | null {
  return tracer?.open(name, kind) ?? null
}

/** Runs `work` in a span that ends with it: when it returns, or when its promise is settled. */
export function inSpan<Result>(name: string, work: () => Result, kind: SpanKind = 'internal'): Result {
  if (!tracer) return work()
  const span = tracer.open(name, kind)
  let result: Result
  try {
    result = span.run(work)
  } catch (error) {
    span.end({}, error)
    throw error
  }
  if (result instanceof Promise)
    result.then(
      () => span.end(),
      (error: unknown) => span.end({}, error),
    )
  else span.end()
  return result
}

/** Marks the span in which the caller works as failed, for work that handles its errors itself. */
export function failSpan(error: unknown): void {
  tracer?.fail(error)
}

/** Where in a trace the caller is, to be kept with work for later; null while tracing is off, and outside of spans. */
export function traceParent(): string | null {
  return tracer?.traceParent() ?? null
}

/** Runs `work` where `traceParent` was called; as it is for anything else, such as the payload of an older job. */
export function continueTrace<Result>(parent: unknown, work: () => Result): Result {
  return tracer && typeof parent === 'string' ? tracer.continueFrom(parent, work) : work()
}

/** The headers of a request to a language model that join its server’s spans to this trace; none by default. */
export function modelTraceHeaders(): Record<string, string> {
  const parent = tracer?.reachesModels ? tracer.traceParent() : null
  return parent === null ? {} : { traceparent: parent }
}
