import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { type Context, createContext } from './context.ts'
import type { ServiceOverrides } from './infrastructure.ts'
import { findEndedSessions } from './modules/accounts/module.ts'
import type { Settings } from './platform/config.ts'
import { MAX_CLOCK_SKEW_MS } from './platform/db/clock-skew.ts'
import { vacuumJobs } from './platform/db/vacuum.ts'
import { MINUTE_MS } from './platform/durations.ts'
import { createHostCheck } from './platform/http/host-check.ts'
import { parseCountry } from './platform/http/request-metadata.ts'
import { scheduleRecurringJobs } from './platform/jobs/recurring-jobs.ts'
import type { Log } from './platform/log.ts'
import { openSocketGateway } from './platform/realtime/socket-gateway.ts'
import { settingWarnings } from './platform/setting-warnings.ts'
import { serveBuiltPages } from './serve-pages.ts'

export interface RunningServer {
  context: Context
  /** Where it is reached on this machine, with the port it got. */
  url: string
  /** Where it listens. */
  port: number
  /** Lets replies finish for a while, sends clients elsewhere, and closes everything (OPS-01). */
  stop(): Promise<void>
}

export interface RunOptions extends ServiceOverrides {
  /** False in tests that move the clock: nothing is purged or reconciled on a schedule. */
  recurringJobs?: boolean
  /** `built` renders pages from the build, `none` serves the API alone, a function binds pages itself (dev). */
  pages?: 'built' | 'none' | ((app: Awaited<ReturnType<typeof buildApp>>, context: Context) => Promise<void>)
}

const CONNECTION_SHUTDOWN_TIMEOUT_MS = 3_000
const CLOCK_CHECK_INTERVAL_MS = 15 * MINUTE_MS

/** Starts everything: database, modules, HTTP, websocket and recurring jobs. */
export async function runServer(settings: Settings, log: Log, options: RunOptions = {}): Promise<RunningServer> {
  const context = await createContext(settings, log, options)
  const tracing = await traceProcess(context)
  for (const warning of settingWarnings(settings)) log.warn(warning)
  await context.modules.start()

  const app = await buildApp(context)
  const pages = options.pages ?? 'built'
  if (pages === 'built') await serveBuiltPages(app, context)
  else if (pages !== 'none') await pages(app, context)
  const gateway = openGateway(context, app.server)
  if (options.recurringJobs ?? true)
    context.recurringJobs = await scheduleRecurringJobs(context, [
      ...context.modules.recurringJobs(),
      ...vacuumJobs(context.database),
    ])
  context.jobs.start()
  const clockCheck = watchClock(context)
  await app.listen({ host: settings.host, port: settings.port })
  const { port } = app.server.address() as AddressInfo // it listens on a port, not on a pipe
  if (!settings.publicUrl) context.setSiteUrl(`http://localhost:${port}`)
  setImmediate(() => context.modules.warmUp())

  return {
    context,
    url: context.siteUrl(),
    port,
    stop: async () => {
      context.isDraining = true
      context.live.closeAll()
      gateway.close()
      clockCheck.stop()
      await context.modules.drain()
      await context.jobs.stop()
      gateway.terminate()
      await closeApp(app)
      await tracing?.stop()
      await context.close()
    },
  }
}

function openGateway(context: Context, server: Parameters<typeof openSocketGateway>[0]) {
  const { settings } = context
  const { countryHeader } = settings
  return openSocketGateway(server, {
    hub: context.live,
    texts: context.texts,
    log: context.log,
    limitsEnabled: settings.rateLimits,
    publicUrl: settings.publicUrl,
    isOwnHost: createHostCheck(settings),
    // Who is suspended has no socket; the page then shows why (4401).
    identify: async (credentials) => {
      const identity = await context.identify(credentials)
      return identity?.isSuspended ? null : identity
    },
    findEndedSessions: (ids) => findEndedSessions(context.database, ids, context.clock.now()),
    onConnect: (caller) => context.modules.onConnect(caller),
    handle: (frame, caller) => context.modules.handleFrame(frame, caller),
    countryOf: (request) => (countryHeader === null ? undefined : parseCountry(request.headers[countryHeader])),
    forwarded: context.forwarded,
  })
}

/** Null while tracing is off; then nothing of OpenTelemetry is loaded. */
async function traceProcess({ settings, version, processId, log }: Context): Promise<{ stop(): Promise<void> } | null> {
  if (!settings.tracing) return null
  const { startTracing } = await import('./platform/tracing/otlp-tracer.ts')
  return startTracing(settings.tracing, { version, processId, log })
}

/** Compares this machine's clock with the database's: daily rewards depend on it. */
function watchClock({ clockSkewMs, log }: Context): { stop(): void } {
  const timer = setInterval(() => {
    clockSkewMs()
      .then((skewMs) => {
        if (skewMs !== null && Math.abs(skewMs) > MAX_CLOCK_SKEW_MS)
          log.error({ skewMs: Math.round(skewMs) }, 'the clock of this machine differs from that of the database')
      })
      .catch((error: unknown) => log.warn({ error }, 'failed to compare the clock with that of the database'))
  }, CLOCK_CHECK_INTERVAL_MS)
  return { stop: () => clearInterval(timer) }
}

/** Lets responses finish for a while; a paused download would otherwise keep the server open without end. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), CONNECTION_SHUTDOWN_TIMEOUT_MS)
  await app.close()
  clearTimeout(timer)
}
