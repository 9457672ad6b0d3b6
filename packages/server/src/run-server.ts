import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { type Context, createContext, type ServiceOverrides } from './context.ts'
import { seedLibraryAlbums } from './modules/albums/module.ts'
import { claimImportFolder } from './modules/card-files/module.ts'
import { seedLibrary } from './modules/characters/module.ts'
import { handleFrame, ReplyStopped, recoverReplies, sendReady, watchReplies } from './modules/chats/module.ts'
import { claimMediaFolder } from './modules/media/module.ts'
import { detectCrisis, screenText } from './modules/safety/module.ts'
import type { Settings } from './platform/config.ts'
import { MAX_CLOCK_SKEW_MS } from './platform/db/clock-skew.ts'
import { MINUTE_MS } from './platform/durations.ts'
import { createHostCheck } from './platform/http/host-check.ts'
import { networkPrefix, parseCountry } from './platform/http/request-metadata.ts'
import { scheduleRecurringJobs } from './platform/jobs/recurring-jobs.ts'
import type { Log } from './platform/log.ts'
import { openSocketGateway } from './platform/realtime/socket-gateway.ts'
import { libraryAlbums } from './providers/image-model/library-albums.ts'
import { recurringJobs } from './recurring-jobs.ts'
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
  /** `built` draws pages from the build; `none` serves the API alone; a function puts pages in place itself (dev). */
  /** False where a test moves the clock itself: nothing is purged or reconciled on a schedule. */
  recurringJobs?: boolean
  pages?: 'built' | 'none' | ((app: Awaited<ReturnType<typeof buildApp>>, context: Context) => Promise<void>)
}

const REPLY_SHUTDOWN_TIMEOUT_MS = 20_000
const CONNECTION_SHUTDOWN_TIMEOUT_MS = 3_000
const CLOCK_CHECK_INTERVAL_MS = 15 * MINUTE_MS

/** Starts everything: database, library, recovery of broken replies, HTTP and websocket. */
export async function runServer(settings: Settings, log: Log, options: RunOptions = {}): Promise<RunningServer> {
  const context = await createContext(settings, log, options)
  if (context.database.kind === 'embedded' && !options.database)
    log.info(
      'The embedded database survives a crash of this process, but not a power cut: set DATABASE_URL for PostgreSQL.',
    )
  if (settings.mode === 'local' && settings.localModeOpen)
    log.warn('LOCAL_MODE_OPEN is on: whoever reaches the port gets in without real mail or payments.')
  if (settings.mode === 'production' && settings.sandboxPayments)
    log.warn('SANDBOX_PAYMENTS is on: whoever knows a test card gets coins and membership without paying.')
  await seedLibrary(context.database, context.clock)
  await seedLibraryAlbums(context.database, context.clock, libraryAlbums)
  await claimMediaFolder(context.media)
  await claimImportFolder(context.cardFiles)
  const recovered = await recoverReplies(context.chats)
  if (recovered > 0) log.warn({ recovered }, 'replies of a process that died were ended')

  const app = await buildApp(context)
  const pages = options.pages ?? 'built'
  if (pages === 'built') await serveBuiltPages(app, context)
  else if (pages !== 'none') await pages(app, context)
  const gateway = openGateway(context, app.server)
  const leaseRenewal = watchReplies(context.chats)
  if (options.recurringJobs ?? true)
    context.recurringJobs = await scheduleRecurringJobs(context, recurringJobs(context))
  context.jobs.start()
  const clockCheck = watchClock(context)
  await app.listen({ host: settings.host, port: settings.port })
  const { port } = app.server.address() as AddressInfo // it listens on a port, not on a pipe
  if (!settings.publicUrl) context.siteUrl = `http://localhost:${port}`
  setImmediate(warmUpSafetyRules)

  return {
    context,
    url: context.siteUrl,
    port,
    stop: async () => {
      context.isDraining = true
      context.hub.closeAll()
      gateway.close()
      clockCheck.stop()
      await finishReplies(context)
      leaseRenewal.stop()
      await context.jobs.stop()
      gateway.terminate()
      await closeApp(app)
      await context.close()
    },
  }
}

function openGateway(context: Context, server: Parameters<typeof openSocketGateway>[0]) {
  const { settings } = context
  const { countryHeader } = settings
  return openSocketGateway(server, {
    hub: context.hub,
    texts: context.texts,
    log: context.log,
    limitsEnabled: settings.rateLimits,
    publicUrl: settings.publicUrl,
    isOwnHost: createHostCheck(settings),
    identify: context.identify,
    welcome: (caller) => sendReady(context.chats, caller),
    handle: (frame, caller) => handleFrame(context.chats, frame, caller),
    countryOf: (request) => (countryHeader === null ? undefined : parseCountry(request.headers[countryHeader])),
    addressOf: (request) => {
      const forwarded = settings.trustProxy ? request.headers['x-forwarded-for'] : undefined
      const first = Array.isArray(forwarded) ? forwarded[0] : forwarded?.split(',')[0]?.trim()
      return networkPrefix(first || request.socket.remoteAddress || '')
    },
  })
}

/** Compares this machine's clock with the database's now and then: rewards of a day depend on it. */
function watchClock({ clockSkewMs, log }: Context): { stop(): void } {
  const timer = setInterval(() => {
    clockSkewMs()
      .then((skewMs) => {
        if (skewMs !== null && Math.abs(skewMs) > MAX_CLOCK_SKEW_MS)
          log.error({ skewMs: Math.round(skewMs) }, 'the clock of this machine differs from that of the database')
      })
      .catch((error: unknown) => log.warn({ error }, 'the clock could not be compared with that of the database'))
  }, CLOCK_CHECK_INTERVAL_MS)
  return { stop: () => clearInterval(timer) }
}

/** Builds the word machines now: else the first person to write would wait a tenth of a second for them. */
function warmUpSafetyRules(): void {
  screenText('', { surface: 'user_message', adultMode: false })
  detectCrisis('', 'en')
}

/** Answers under way may end; a file or a sound that somebody has paused would keep the house open for ever. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), CONNECTION_SHUTDOWN_TIMEOUT_MS)
  await app.close()
  clearTimeout(timer)
}

/** Replies under way may finish; those that take too long are stopped, and what they said so far is kept. */
async function finishReplies(context: Context): Promise<void> {
  const { replies } = context.chats
  const timer = setTimeout(() => {
    for (const reply of replies.all()) reply.abort.abort(new ReplyStopped('shutdown'))
  }, REPLY_SHUTDOWN_TIMEOUT_MS)
  // What was said while a reply streamed is answered next, so there may be more of them after the first have ended.
  while (replies.all().length > 0) {
    await Promise.all(replies.all().map((reply) => reply.ended))
    await new Promise((resolve) => setImmediate(resolve))
  }
  clearTimeout(timer)
}
