import { describe, expect, it } from 'vitest'
import { readSettings } from '../config.ts'

const BASE = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' }
const tracing = (settings: Record<string, string>) => readSettings(settings).tracing

describe('settings of tracing', () => {
  it('prefers the address for traces, which is whole', () => {
    const OTEL_EXPORTER_OTLP_TRACES_ENDPOINT = 'http://traces.example/spans'
    expect(tracing({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT })?.url).toBe('http://traces.example/spans')
    expect(tracing({ ...BASE, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT })?.url).toBe('http://traces.example/spans')
  })

  it('keeps every trace, tells no model, and is on with an endpoint unless it is disabled', () => {
    expect(tracing(BASE)).toMatchObject({ share: 1, reachesModels: false })
    expect(tracing({ ...BASE, OTEL_TRACES_SAMPLER_ARG: '0.05' })?.share).toBe(0.05)
    expect(tracing({ ...BASE, TRACE_CONTEXT_TO_MODELS: 'on' })?.reachesModels).toBe(true)
    expect(tracing({ ...BASE, OTEL_SDK_DISABLED: 'true' })).toBeNull()
    expect(tracing({ OTEL_TRACES_SAMPLER_ARG: '1', TRACE_CONTEXT_TO_MODELS: 'on' })).toBeNull()
  })

  it.each([
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', '-1'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half'],
    ['OTEL_SDK_DISABLED', 'yes'],
    ['TRACE_CONTEXT_TO_MODELS', 'true'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'collector:4318'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => tracing({ ...BASE, [name]: value })).toThrow(name)
  })
})
