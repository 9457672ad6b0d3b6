import type { ApiData } from '@everkin/contract/api-types.ts'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { RichText } from '../../i18n/rich-text.tsx'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import './services.css'

type Status = ApiData<'GET /api/desk/status'>

/** Differences of clocks up to this are usual. */
const MAX_SKEW_MS = 2_000

interface ServicesProps {
  status: Status
  mayRetry: boolean
  onChange: () => Promise<void>
}

/** Every service with its last failures, and what to do about them. */
export function Services({ status, mayRetry, onChange }: ServicesProps) {
  const text = useText()
  return (
    <section aria-labelledby="services-title">
      <h2 className="title-2 services-title" id="services-title">
        {text('desk-health.services')}
      </h2>
      <p className="small muted services-lead">{text('desk-health.servicesLead')}</p>
      <div className="desk-grid">
        {status.services.map((service, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: connections may have the same name
          <ServiceCard key={index} service={service} />
        ))}
        <Jobs jobs={status.jobs} mayRetry={mayRetry} onChange={onChange} />
        <Storage storage={status.storage} />
        <EventLoop status={status} />
      </div>
    </section>
  )
}

function ServiceCard({ service }: { service: Status['services'][number] }) {
  const text = useText()
  const { kind, name, source, state, last_success_at, failures, advice } = service
  return (
    <section className="desk-card" data-service={kind}>
      <div className="desk-card-head">
        <h3>{text(`desk-health.kinds.${kind}`)}</h3>
        <State state={state} />
      </div>
      <p className="desk-value">{name ? <bdi>{name}</bdi> : text(`desk-health.sources.${source}`)}</p>
      {advice ? <p className="small services-advice">{text(`desk-health.advice.${advice}`)}</p> : null}
      {last_success_at ? (
        <p className="caption muted">
          <RichText
            text={text('desk-health.lastSuccess')}
            tags={{ time: () => <LocalTime iso={last_success_at} as="dateTime" /> }}
          />
        </p>
      ) : null}
      <Failures failures={failures} />
    </section>
  )
}

function State({ state }: { state: Status['services'][number]['state'] }) {
  const text = useText()
  const look = state === 'ok' ? ' desk-status-well' : state === 'failing' ? ' desk-status-bad' : ''
  return (
    <span className={`desk-status${look}`}>
      {look ? <Icon name={state === 'ok' ? 'check' : 'warning-circle'} size="tiny" /> : null}
      {text(`desk-health.states.${state}`)}
    </span>
  )
}

function Failures({ failures }: { failures: readonly { at: string; code: string }[] }) {
  const text = useText()
  if (failures.length === 0) return null
  return (
    <details className="services-failures caption">
      <summary>{text('desk-health.lastFailures')}</summary>
      <ul>
        {failures.map(({ at, code }) => (
          <li key={`${at} ${code}`}>
            <bdi dir="ltr">{code}</bdi> <LocalTime iso={at} as="dateTime" />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Jobs({ jobs, mayRetry, onChange }: { jobs: Status['jobs'] } & Omit<ServicesProps, 'status'>) {
  const text = useText()
  const format = useFormat()
  const toasts = useToast()
  const retry = useMutation(
    async (kind: string) => {
      await callApi('POST /api/desk/retryJobs', { body: { kind } })
      toasts.show(text('desk-health.jobs.retried'))
      await onChange()
    },
    { toastsErrors: true },
  )
  const { oldest_due_seconds: oldest } = jobs
  const isLate = oldest !== null && oldest >= 60
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h3>{text('desk-health.jobs.title')}</h3>
        <State state={jobs.dead > 0 || isLate ? 'failing' : 'ok'} />
      </div>
      <p className="desk-value figures">{text('desk-health.jobs.waiting', { count: jobs.waiting })}</p>
      <p className="caption muted">
        {isLate
          ? text('desk-health.jobs.oldest', { duration: format.duration(oldest * 1_000) })
          : text('desk-health.jobs.ok')}
      </p>
      {jobs.dead > 0 ? (
        <>
          <p className="small services-advice">
            <b>{text('desk-health.jobs.dead', { count: jobs.dead })}</b> {text('desk-health.jobs.deadHint')}
          </p>
          <ul className="services-list caption">
            {jobs.dead_kinds.map(({ kind, count, error, died_at }) => (
              <li key={kind}>
                <span>
                  <bdi dir="ltr">
                    {kind} × {format.number(count)} {error}
                  </bdi>{' '}
                  <LocalTime iso={died_at} as="dateTime" />
                </span>
                {mayRetry ? (
                  <Button size="small" busy={retry.isBusy} onClick={() => void retry.run(kind)}>
                    {text('desk-health.jobs.retry')}
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {jobs.recurring.length > 0 ? (
        <>
          <p className="small services-advice">{text('desk-health.jobs.recurring')}</p>
          <ul className="services-list caption">
            {jobs.recurring.map(({ name, last }) => (
              <li key={name}>
                <bdi dir="ltr">
                  {name} {last.code}
                </bdi>
                <LocalTime iso={last.at} as="dateTime" />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  )
}

function stateOf({ kind, writable }: Status['storage']) {
  if (kind === 'bucket') return writable ? 'bucket' : 'bucketAway'
  return writable ? 'folder' : 'readOnly'
}

function Storage({ storage }: { storage: Status['storage'] }) {
  const text = useText()
  const format = useFormat()
  const { kind, writable, error, free_bytes: free, min_free_bytes: least } = storage
  const isBucket = kind === 'bucket'
  const isFull = free !== null && free < least
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h3>{text('desk-health.storage.title')}</h3>
        <State state={!writable || isFull ? 'failing' : 'ok'} />
      </div>
      <p className="desk-value">{text(`desk-health.storage.${stateOf(storage)}`)}</p>
      {writable ? null : (
        <p className="small services-advice">
          {text(isBucket ? 'desk-health.storage.bucketHint' : 'desk-health.storage.readOnlyHint')}{' '}
          <bdi dir="ltr">{error}</bdi>
        </p>
      )}
      {isFull ? <p className="small services-advice">{text('desk-health.storage.full')}</p> : null}
      {free === null ? null : (
        <p className="caption muted">
          {text('desk-health.storage.free', { free: format.size(free), least: format.size(least) })}
        </p>
      )}
      <p className="caption muted">
        {format.list([
          text('desk-health.storage.files', { count: storage.media_files }),
          format.size(storage.media_bytes),
        ])}
      </p>
    </section>
  )
}

function EventLoop({ status: { event_loop: loop, database } }: { status: Status }) {
  const text = useText()
  const format = useFormat()
  const slow = loop.pauses.filter(({ too_long }) => too_long > 0)
  const limit = format.duration(loop.limit_ms, true)
  const skewMs = Math.abs(database.clock_skew_ms ?? 0)
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h3>{text('desk-health.loop.title')}</h3>
        <State state={slow.length > 0 ? 'failing' : 'ok'} />
      </div>
      <p className="small services-advice">
        {text(slow.length > 0 ? 'desk-health.loop.slow' : 'desk-health.loop.ok', { limit })}
      </p>
      <ul className="services-list caption">
        {slow.map(({ operation, longest_ms }) => (
          <li key={operation}>
            {operation === 'page' || operation === 'other' ? (
              <span>{text(`desk-health.loop.${operation}`)}</span>
            ) : (
              <bdi dir="ltr">{operation}</bdi>
            )}
            <span>{text('desk-health.loop.pause', { longest: format.duration(longest_ms, true) })}</span>
          </li>
        ))}
      </ul>
      {skewMs > MAX_SKEW_MS ? (
        <p className="small services-advice">{text('desk-health.skew', { duration: format.duration(skewMs) })}</p>
      ) : null}
    </section>
  )
}
