import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as it arrived. */
export interface CollectedSpan {
  name: string
  traceId: string
  spanId: string
  /** Null for the first span of a trace. */
  parentSpanId: string | null
  attributes: Record<string, unknown>
  /** Marked as failed. */
  isError: boolean
  /** In nanoseconds since 1970. */
  endedAt: bigint
}

/** A real OTLP/HTTP receiver that keeps every span. */
export interface TraceCollector {
  /** The value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string
  /** In the order in which they arrived: on a busy machine a later batch may overtake an earlier one. */
  readonly spans: readonly CollectedSpan[]
  /** What the process said of itself. */
  readonly resource: Record<string, unknown>
  /** Every request body, as it arrived. */
  readonly bodies: readonly string[]
  close(): Promise<void>
}

interface OtlpAttribute {
  key: string
  value: Record<string, unknown>
}

interface OtlpSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  endTimeUnixNano: string
  attributes: OtlpAttribute[]
  status: { code?: number }
}

/** `ExportTraceServiceRequest` of OTLP 1.x in its JSON encoding, as far as it is read here. */
interface OtlpRequest {
  resourceSpans: { resource: { attributes: OtlpAttribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[]
}

const STATUS_ERROR = 2

/** Starts a collector on a free port of 127.0.0.1. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = []
  const bodies: string[] = []
  const resource: Record<string, unknown> = {}
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => {
      body += piece
    })
    request.on('end', () => {
      if (request.method !== 'POST' || request.url !== '/v1/traces') return response.writeHead(404).end()
      bodies.push(body)
      const { resourceSpans } = JSON.parse(body) as OtlpRequest // what the exporter sends
      for (const of of resourceSpans) {
        Object.assign(resource, valuesOf(of.resource.attributes))
        spans.push(...of.scopeSpans.flatMap((scope) => scope.spans.map(readSpan)))
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server's address
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    resource,
    bodies,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function readSpan(span: OtlpSpan): CollectedSpan {
  const { name, traceId, spanId, parentSpanId } = span
  return {
    name,
    traceId,
    spanId,
    parentSpanId: parentSpanId || null,
    attributes: valuesOf(span.attributes),
    isError: span.status.code === STATUS_ERROR,
    endedAt: BigInt(span.endTimeUnixNano),
  }
}

function valuesOf(attributes: readonly OtlpAttribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
