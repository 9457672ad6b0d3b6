import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { AppError } from '../app-error.ts'
import type { WorkerLink } from '../cluster/worker-link.ts'
import { MAX_CLOCK_SKEW_MS } from '../db/clock-skew.ts'
import type { Database } from '../db/database.ts'
import { isMigrated } from '../db/migrate.ts'
import { isDirectLocalRequest } from '../http/host-check.ts'
import type { PageCacheStats } from '../http/pages/page-cache.ts'
import type { RecurringJobStatus } from '../jobs/recurring-jobs.ts'
import { mergeMetrics } from './merge-metrics.ts'

export interface HealthServices {
  database: Database
  /** A request with it may read the metrics from anywhere; null: only this machine may. */
  metricsToken: string | null
  /** True from the moment the process starts to stop. */
  isDraining(): boolean
  /** Additional details that do not affect readiness. */
  report(): Record<string, string | number | boolean>
  socketCount(): number
  generationCount(): number
  pageCache(): PageCacheStats
  /** The difference between this process's clock and the database's; null when a test controls the time. */
  clockSkewMs(): Promise<number | null>
  recurringJobs(): readonly RecurringJobStatus[]
  /** Lines about the delay and the pauses of the event loop. */
  eventLoopMetrics(): string[]
  /** Counters and histograms of this process. */
  registry: Registry
  /** Gauges that are queried from the database. */
  storedGauges(): Promise<Gauge[]>
  /** The other workers of this machine; null for a process of its own. */
  workerLink: Pick<WorkerLink, 'worker' | 'metricsOfOthers' | 'provideMetrics'> | null
}

/** A gauge of `/metrics`. */
export interface Gauge {
  name: string
  help: string
  value: number
}

const DATABASE_TIMEOUT_MS = 2_000

/** Load balancers and monitors ask these under the address of the process, not under the site's name. */
export const MONITORING_PATHS: readonly string[] = ['/healthz', '/readyz', '/metrics']

/** Serves `MONITORING_PATHS`. */
export function bindHealth(app: FastifyInstance, services: HealthServices): void {
  const requests = new Map<string, number>()

  app.addHook('onResponse', async (request, reply) => {
    const key = `${request.method} ${request.routeOptions.url ?? 'none'} ${reply.statusCode}`
    if (requests.size < 2_000 || requests.has(key)) requests.set(key, (requests.get(key) ?? 0) + 1)
  })

  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const database = services.isDraining() ? 'not asked' : await checkDatabase(services.database)
    const ready = database === 'ok'
    const skewMs = ready ? await withTimeout(services.clockSkewMs(), null) : null
    const clock = skewMs !== null && Math.abs(skewMs) > MAX_CLOCK_SKEW_MS ? 'skewed' : 'ok'
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready, draining: services.isDraining(), database, clock, ...services.report() })
  })

  app.get('/metrics', async (request, reply) => {
    if (!canReadMetrics(request.raw, services.metricsToken)) throw new AppError('NotAllowed')
    reply.type('text/plain; version=0.0.4')
    const gauges = await withTimeout(services.storedGauges(), [])
    const stored = gauges.map(({ name, help, value }) => `${gauge(name, help, value)}\n`).join('')
    const { workerLink } = services
    if (!workerLink) return stored + (await processMetrics())
    // The database's figures are the same for all workers; everything else is counted by each.
    const own = { worker: workerLink.worker, text: await processMetrics() }
    return stored + mergeMetrics([own, ...(await workerLink.metricsOfOthers())])
  })
  services.workerLink?.provideMetrics(processMetrics)

  async function processMetrics(): Promise<string> {
    const memory = process.memoryUsage()
    const pages = services.pageCache()
    const lines = [
      gauge('everkin_sockets', 'Open websockets.', services.socketCount()),
      gauge('everkin_generations', 'Replies being written.', services.generationCount()),
      gauge('process_resident_memory_bytes', 'Resident memory.', memory.rss),
      gauge('nodejs_heap_used_bytes', 'Used heap.', memory.heapUsed),
      gauge('process_uptime_seconds', 'Seconds since start.', process.uptime()),
      '# HELP everkin_process_info Always 1; names the process.',
      '# TYPE everkin_process_info gauge',
      `everkin_process_info{process_id="${process.pid}"} 1`,
      gauge('everkin_page_cache_pages', 'Pages kept for visitors.', pages.pages),
      gauge('everkin_page_cache_bytes', 'Memory of those pages.', pages.bytes),
      '# HELP everkin_page_cache_requests_total Requests for such pages: kept, kept but old, drawn.',
      '# TYPE everkin_page_cache_requests_total counter',
      ...(['hits', 'stale', 'misses'] as const).map(
        (result) => `everkin_page_cache_requests_total{result="${result}"} ${pages[result]}`,
      ),
      ...services.eventLoopMetrics(),
      ...recurringJobMetrics(services.recurringJobs()),
      '# HELP everkin_http_requests_total Requests by method, route and status.',
      '# TYPE everkin_http_requests_total counter',
      ...[...requests].map(([key, count]) => {
        const [method, route, status] = key.split(' ')
        return `everkin_http_requests_total{method="${method}",route="${route}",status="${status}"} ${count}`
      }),
    ]
    const counted = (await services.registry.metrics()).split('\n').filter((line) => line !== '')
    return `${[...lines, ...counted].join('\n')}\n`
  }
}

/** Metrics show how many people are online and what they do, so not everyone may read them. */
function canReadMetrics(request: IncomingMessage, token: string | null): boolean {
  if (isDirectLocalRequest(request)) return true
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return token !== null && timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`))
}

function recurringJobMetrics(jobs: readonly RecurringJobStatus[]): string[] {
  return [
    '# HELP everkin_recurring_job_runs_total Runs of recurring jobs in this process.',
    '# TYPE everkin_recurring_job_runs_total counter',
    ...jobs.flatMap(({ name, runs, failures }) => [
      `everkin_recurring_job_runs_total{job="${name}",result="ok"} ${runs - failures}`,
      `everkin_recurring_job_runs_total{job="${name}",result="failed"} ${failures}`,
    ]),
    '# HELP everkin_recurring_job_duration_seconds Duration of the last run.',
    '# TYPE everkin_recurring_job_duration_seconds gauge',
    ...jobs.flatMap(({ name, lastDurationMs }) =>
      lastDurationMs === null
        ? []
        : [`everkin_recurring_job_duration_seconds{job="${name}"} ${lastDurationMs / 1_000}`],
    ),
    '# HELP everkin_recurring_job_last_success_seconds Unix time of the last run that succeeded.',
    '# TYPE everkin_recurring_job_last_success_seconds gauge',
    ...jobs.flatMap(({ name, lastSuccessAt }) =>
      lastSuccessAt === null
        ? []
        : [`everkin_recurring_job_last_success_seconds{job="${name}"} ${lastSuccessAt.getTime() / 1_000}`],
    ),
  ]
}

/** The state of the database, determined within two seconds. */
export async function checkDatabase(database: Database): Promise<'ok' | 'away' | 'migrating'> {
  const query = isMigrated(database).then((migrated) => (migrated ? ('ok' as const) : ('migrating' as const)))
  return withTimeout<'ok' | 'away' | 'migrating'>(query, 'away')
}

/** The result of a query, or `otherwise` when it fails or takes more than two seconds. */
async function withTimeout<Value>(query: Promise<Value>, otherwise: Value): Promise<Value> {
  const late = new Promise<Value>((resolve) => setTimeout(resolve, DATABASE_TIMEOUT_MS, otherwise).unref())
  return Promise.race([query.catch(() => otherwise), late])
}

function gauge(name: string, help: string, value: number): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}`
}
