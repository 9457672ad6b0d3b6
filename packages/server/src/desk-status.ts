import type { ApiData } from '@everkin/contract/api-types.ts'
import type { deskStatus, SERVICE_ADVICE } from '@everkin/contract/http/desk-status.ts'
import type { ImageModel } from './modules/image-tasks/module.ts'
import { sumStoredFiles } from './modules/media/module.ts'
import type { EmbeddingModel } from './modules/memory/module.ts'
import type { ModelStatus } from './modules/models/module.ts'
import { recordAudit } from './modules/operators/module.ts'
import type { SpeechEngine, Transcriber } from './modules/speech/module.ts'
import type { Clock } from './platform/clock.ts'
import type { Settings } from './platform/config.ts'
import type { Database } from './platform/db/database.ts'
import type { FreeSpace } from './platform/free-space.ts'
import type { Handlers } from './platform/http/handlers.ts'
import { countJobs, findOldestDue, reviveJobs, selectDeadJobs } from './platform/jobs/job-store.ts'
import type { RecurringJobStatus } from './platform/jobs/recurring-jobs.ts'
import { type EventLoopMonitor, MAX_PAUSE_MS } from './platform/monitoring/event-loop-monitor.ts'
import { checkDatabase } from './platform/monitoring/health.ts'
import type { ServiceMonitor, WatchedService } from './platform/monitoring/service-monitor.ts'
import type { StorageStatus } from './providers/storage/choose.ts'

type Status = ApiData<'GET /api/desk/status'>
type Service = Status['services'][number]
type Advice = (typeof SERVICE_ADVICE)[number]

interface StatusServices {
  settings: Pick<Settings, 'smtpUrl' | 'minFreeMb'>
  database: Database
  clock: Clock
  freeSpace: Pick<FreeSpace, 'freeBytes'>
  monitor: ServiceMonitor
  storage: StorageStatus
  eventLoop: Pick<EventLoopMonitor, 'pausesSinceStartup'>
  modelStatuses(): readonly ModelStatus[]
  image: Pick<ImageModel, 'kind'>
  speech(): Pick<SpeechEngine, 'kind'> | null
  transcriber(): Pick<Transcriber, 'isOnThisMachine'> | null
  embeddings(): Pick<EmbeddingModel, 'name'> | null
  clockSkewMs(): Promise<number | null>
  recurringJobs(): readonly RecurringJobStatus[]
}

const MAX_PAUSES_SHOWN = 8
const MIB = 1024 * 1024

/** What each code of a failed service suggests to do. */
const ADVICE: Readonly<Record<string, Advice>> = {
  key: 'key',
  refused: 'key',
  quota: 'quota',
  rate_limited: 'quota',
  address: 'address',
  unreachable: 'address',
  timeout: 'busy',
  overloaded: 'busy',
  server: 'busy',
  model: 'model',
  context: 'model',
  protocol: 'reply',
  garbled: 'reply',
  EAUTH: 'login',
  certificate: 'certificate',
  ECONNECTION: 'address',
  ECONNREFUSED: 'address',
  ENOTFOUND: 'address',
  EDNS: 'address',
  ESOCKET: 'address',
  ETIMEDOUT: 'address',
}

/** The operator's view of how the parts of this process do. No message, address or key of a service is in it. */
export function deskStatusHandlers(services: StatusServices): Handlers<typeof deskStatus> {
  const { database, clock } = services
  return {
    status: async () => {
      const state = await checkDatabase(database)
      const [jobs, storage, skewMs] = await Promise.all([
        loadJobs(services),
        loadStorage(services),
        state === 'ok' ? services.clockSkewMs() : null,
      ])
      return {
        services: listServices(services),
        jobs,
        storage,
        database: { state, clock_skew_ms: skewMs === null ? null : Math.round(skewMs) },
        event_loop: { limit_ms: MAX_PAUSE_MS, pauses: listPauses(services) },
      }
    },
    retryJobs: ({ body: { kind } }, { identity }) =>
      database.transaction(async (tx) => {
        const now = clock.now()
        const count = await reviveJobs(tx, kind, now)
        if (count > 0)
          await recordAudit(tx, {
            actorId: identity.personId,
            action: 'jobs.retried',
            targetType: 'job',
            targetId: kind,
            details: { count },
            now,
          })
        return { count }
      }),
  }
}

function listServices(services: StatusServices): Service[] {
  const { monitor, settings, image } = services
  const watched = (kind: WatchedService, source: Service['source']): Service => {
    const { state, lastSuccessAt, failures } = monitor.stateOf(kind)
    return {
      kind,
      name: null,
      source,
      state: source === 'none' ? 'off' : state,
      last_success_at: lastSuccessAt?.toISOString() ?? null,
      failures: failures.map(({ at, code }) => ({ at: at.toISOString(), code })),
      advice: state === 'failing' ? adviceOf(failures[0]?.code) : null,
    }
  }
  const speech = services.speech()
  return [
    ...services.modelStatuses().map(modelView),
    watched('images', image.kind === 'built_in' ? 'built_in' : 'server'),
    watched('speech', speech ? (speech.kind === 'built_in' ? 'built_in' : 'server') : 'none'),
    watched('transcription', services.transcriber() ? 'server' : 'none'),
    watched('embeddings', services.embeddings() ? 'server' : 'none'),
    watched('mail', settings.smtpUrl ? 'server' : 'built_in'),
  ]
}

function modelView({ name, kind, state, lastSuccessAt, failures }: ModelStatus): Service {
  return {
    kind: 'text_model',
    name: kind === 'demo' ? null : name,
    source: kind === 'demo' || kind === 'gguf' ? 'built_in' : 'server',
    state,
    last_success_at: lastSuccessAt?.toISOString() ?? null,
    failures: failures.map(({ at, reason }) => ({ at: at.toISOString(), code: reason })),
    advice: state === 'failing' ? adviceOf(failures[0]?.reason ?? 'key') : null,
  }
}

function adviceOf(code: string | undefined): Advice {
  return ADVICE[code?.split(' ')[0] ?? ''] ?? 'other'
}

async function loadJobs({ database, clock, recurringJobs }: StatusServices): Promise<Status['jobs']> {
  const now = clock.now()
  const [counts, oldest, dead] = await Promise.all([
    countJobs(database),
    findOldestDue(database, now),
    selectDeadJobs(database),
  ])
  return {
    ...counts,
    oldest_due_seconds: oldest && Math.max(0, Math.round((now.getTime() - oldest.getTime()) / 1_000)),
    dead_kinds: dead.map(({ kind, count, error, diedAt }) => ({ kind, count, error, died_at: diedAt.toISOString() })),
    recurring: recurringJobs().flatMap(({ name, failures, lastSuccessAt, lastFailure }) =>
      lastFailure
        ? {
            name,
            failures,
            last_success_at: lastSuccessAt?.toISOString() ?? null,
            last: { at: lastFailure.at.toISOString(), code: lastFailure.code },
          }
        : [],
    ),
  }
}

async function loadStorage({ settings, freeSpace, database, storage }: StatusServices): Promise<Status['storage']> {
  const [error, free, stored] = await Promise.all([
    storage.findError(),
    freeSpace.freeBytes(),
    sumStoredFiles(database),
  ])
  return {
    kind: storage.kind,
    writable: error === null,
    error,
    free_bytes: free,
    min_free_bytes: settings.minFreeMb * MIB,
    media_files: stored.files,
    media_bytes: stored.bytes,
  }
}

/** The operations that have held the event loop longest since the process started up. */
function listPauses({ eventLoop }: StatusServices): Status['event_loop']['pauses'] {
  return [...eventLoop.pausesSinceStartup()]
    .map(([operation, { longestMs, tooLong }]) => ({ operation, longest_ms: Math.round(longestMs), too_long: tooLong }))
    .sort((one, other) => other.longest_ms - one.longest_ms)
    .slice(0, MAX_PAUSES_SHOWN)
}
