import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { AppError } from '../app-error.ts'
import { MINUTE_MS } from '../durations.ts'
import type { Log } from '../log.ts'
import { errorCodeOf } from '../monitoring/service-monitor.ts'
import { type OpenSpan, setTracer, type Tracer } from './span.ts'
import type { TracingSettings } from './tracing-settings.ts'

/** The only file that loads OpenTelemetry: import it when tracing is on, and not before. */

const KINDS = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT } as const
const LOG_INTERVAL_MS = MINUTE_MS
/** The end of a process does not wait longer for a collector. */
const SHUTDOWN_TIMEOUT_MS = 2_000

interface TracedProcess {
  version: string
  processId: string
  log: Log
}

/**
 * Sends the spans of this process to a collector by OTLP over HTTP (JSON), in batches, from now until `stop`. A collector
 * that does not answer costs spans, and nothing else.
 */
export function startTracing(settings: TracingSettings, process: TracedProcess): { stop(): Promise<void> } {
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(
        resourceFromAttributes({
          'service.name': 'everkin',
          'service.version': process.version,
          'service.instance.id': process.processId,
        }),
      )
      // What OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say is more precise.
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportFailures(new OTLPTraceExporter({ url: settings.url }), process.log),
        scheduledDelayMillis: 1_000,
      }),
    ],
  })
  setTracer(createTracer(provider, settings.reachesModels))
  return {
    stop: async () => {
      setTracer(null)
      const late = new Promise<void>((resolve) => setTimeout(resolve, SHUTDOWN_TIMEOUT_MS).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), late])
    },
  }
}

function createTracer(provider: TracerProvider, reachesModels: boolean): Tracer {
  const contexts = new AsyncLocalStorage<Context>()
  const opened = provider.getTracer('everkin')
  const current = () => contexts.getStore() ?? ROOT_CONTEXT
  return {
    reachesModels,
    open(name, kind): OpenSpan {
      const parent = current()
      const span = opened.startSpan(name, { kind: KINDS[kind] }, parent)
      return {
        run: (work) => contexts.run(trace.setSpan(parent, span), work),
        end: (attributes, error) => {
          if (attributes) span.setAttributes(attributes)
          if (error !== undefined) markFailed(span, error)
          span.end()
        },
      }
    },
    fail(error) {
      const span = trace.getSpan(current())
      if (span) markFailed(span, error)
    },
    traceParent() {
      const span = trace.getSpanContext(current())
      if (!span) return null
      return `00-${span.traceId}-${span.spanId}-${span.traceFlags & TraceFlags.SAMPLED ? '01' : '00'}`
    },
    continueFrom(traceParent, work) {
      const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-(0[01])$/.exec(traceParent) ?? []
      if (!traceId || !spanId) return work()
      const traceFlags = flags === '01' ? TraceFlags.SAMPLED : TraceFlags.NONE
      return contexts.run(trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true }), work)
    },
  }
}

/** A refusal that the contract names is an answer, not a failure of the server. */
function markFailed(span: Span, error: unknown): void {
  if (error instanceof AppError) span.setAttribute('error.type', error.errorName)
  else span.setAttribute('error.type', errorCodeOf(error)).setStatus({ code: SpanStatusCode.ERROR })
}

/** Logs, once a minute, that a collector does not take what it is sent. */
function reportFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let loggedAt = Number.NEGATIVE_INFINITY
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        done(result)
        if (result.code === 0 || performance.now() - loggedAt < LOG_INTERVAL_MS) return
        loggedAt = performance.now()
        log.warn({ error: result.error, spans: spans.length }, 'traces could not be sent to the collector')
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}
