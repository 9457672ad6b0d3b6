import { z } from 'zod'
import { address, onOff } from '../setting-kinds.ts'

export interface TracingSettings {
  /** Where spans are posted. */
  url: string
  /** The share of traces that are kept, 0 to 1. */
  share: number
  /** Whether requests to language models name their trace. */
  reachesModels: boolean
}

/** The names that OpenTelemetry gives them, where it has one. Others of its variables are read by its SDK. */
export const tracingEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address,
  OTEL_SDK_DISABLED: z.enum(['true', 'false'], 'must be true or false').default('false'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .trim()
    .regex(/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1),
  TRACE_CONTEXT_TO_MODELS: onOff.default('off'),
}

/** Null while no endpoint is set: then nothing is traced. */
export function readTracing(env: z.output<z.ZodObject<typeof tracingEnvironment>>): TracingSettings | null {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`)
  if (url === null || env.OTEL_SDK_DISABLED === 'true') return null
  return { url, share: env.OTEL_TRACES_SAMPLER_ARG, reachesModels: env.TRACE_CONTEXT_TO_MODELS === 'on' }
}
