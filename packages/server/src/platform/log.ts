import { type Logger, pino, stdSerializers } from 'pino'

export type Log = Logger

/**
 * Structured lines on standard output. A request is logged by method, route pattern, status and duration, never by its
 * URL, because queries can contain tokens. Errors keep their type and stack and lose all other properties, since
 * drivers attach parameters (D3, OPS-06).
 */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    serializers: {
      error: (error: unknown) => safeError(error),
      err: (error: unknown) => safeError(error),
    },
  })
}

function safeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const { type, stack } = stdSerializers.errWithCause(error)
  const code = (error as { code?: unknown }).code // system and database errors carry one
  // The first line of a stack repeats the message, and drivers' messages can quote values.
  const frames = String(stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 12)
    .map((line) => line.trim())
  return { type, code: typeof code === 'string' ? code : undefined, frames }
}
