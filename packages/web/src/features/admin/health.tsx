import type { ApiData } from '@everkin/contract/api-types.ts'
import { LOCALES } from '@everkin/contract/locales.ts'
import type { ReactNode } from 'react'
import { sentenceGap } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'

type HealthData = ApiData<'GET /api/desk/health'>

/** The state and settings of this server process; values that are not measured are not shown. */
export function Health({ health }: { health: HealthData }) {
  const text = useText()
  const locale = useLocale()
  const milliseconds = useMilliseconds()
  return (
    <div className="desk-grid">
      <Fact
        title={text('admin.process.title')}
        value={text(`admin.process.${health.mode}`)}
        status={<Status ready={health.ready} />}
      >
        {text('admin.process.version', { version: health.version }) + sentenceGap(locale)}
        <RichText
          text={text('admin.process.since')}
          tags={{ time: () => <LocalTime iso={health.started_at} as="dateTime" /> }}
        />
      </Fact>
      <Fact
        title={text('admin.database.title')}
        value={health.database.kind === 'postgres' ? 'PostgreSQL' : text('admin.database.embedded')}
      >
        {text('admin.database.answered', { duration: milliseconds(health.database.answer_ms) })}
      </Fact>
      <Fact title={text('admin.model.title')} value={text(`admin.model.${MODELS[health.model.kind]}`)}>
        {health.model.kind === 'demo' ? text('admin.model.demoHint') : null}
      </Fact>
      <Fact title={text('admin.pictures.title')} value={text(`admin.pictures.${PAINTERS[health.pictures.kind]}`)}>
        {text('admin.pictures.open', { count: health.pictures.queued + health.pictures.running })}
      </Fact>
      <Fact title={text('admin.sockets.title')} value={text('admin.sockets.open', { count: health.sockets })}>
        {text('admin.ofThisProcess')}
      </Fact>
      <Fact title={text('admin.replies.title')} value={text('admin.replies.open', { count: health.replies })}>
        {text('admin.ofThisProcess')}
      </Fact>
      <Fact title={text('admin.reports.title')} value={text('admin.reports.open', { count: health.open_reports })}>
        {text('admin.reports.hint')}
      </Fact>
      <Fact title={text('admin.moderation.title')} value={text(`admin.moderation.${health.moderation}`)}>
        {health.moderation === 'ok' ? null : text(`admin.moderation.${health.moderation}Hint`)}
      </Fact>
      <LedgerFact ledger={health.ledger} />
      <Fact title={text('admin.mail.title')} value={text(`admin.mail.${health.mail}`)}>
        {health.mail === 'outbox' ? text('admin.mail.outboxHint') : null}
      </Fact>
      <Permission title={text('admin.open.mature')} setting="NSFW_ENABLED" isAllowed={health.nsfw_enabled} />
      <Permission
        title={text('admin.open.teens')}
        setting="AUDIENCE"
        isAllowed={health.audience === 'adults_and_teens'}
      />
    </div>
  )
}

const PAINTERS = { built_in: 'house', openai_compatible: 'server', stable_diffusion: 'webUi' } as const

const MODELS = {
  openai_compatible: 'server',
  anthropic: 'server',
  google: 'server',
  gguf: 'machine',
  demo: 'demo',
} as const

/** Whether every balance matches its ledger entries, and what to do if one does not. */
function LedgerFact({ ledger }: { ledger: HealthData['ledger'] }) {
  const text = useText()
  const locale = useLocale()
  const isWrong = ledger.frozen > 0 || ledger.unbalanced > 0
  const value =
    ledger.frozen > 0
      ? text('admin.ledger.frozen', { count: ledger.frozen })
      : ledger.unbalanced > 0
        ? text('admin.ledger.unbalanced', { count: ledger.unbalanced })
        : text(ledger.checked_at ? 'admin.ledger.right' : 'admin.ledger.notYet')
  return (
    <Fact title={text('admin.ledger.title')} value={value}>
      {ledger.checked_at ? (
        <RichText
          text={text('admin.ledger.checkedAt')}
          tags={{ time: () => <LocalTime iso={ledger.checked_at ?? ''} as="dateTime" /> }}
        />
      ) : null}
      {isWrong ? (
        <>
          {sentenceGap(locale)}
          <RichText
            text={text('admin.ledger.hint', { command: slot('command') })}
            tags={{ b: (command: ReactNode) => <bdi dir="ltr">{command}</bdi> }}
            names={{ command: ledger.reconcile_command }}
          />
        </>
      ) : null}
    </Fact>
  )
}

interface FactProps {
  title: string
  value: string
  status?: ReactNode
  children?: ReactNode
}

function Fact({ title, value, status, children }: FactProps) {
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>{title}</h2>
        {status}
      </div>
      <p className="desk-value figures">{value}</p>
      {children ? <p className="caption muted">{children}</p> : null}
    </section>
  )
}

function Status({ ready }: { ready: boolean }) {
  const text = useText()
  return (
    <span className={`desk-status${ready ? ' desk-status-well' : ' desk-status-bad'}`}>
      <Icon name={ready ? 'check' : 'warning-circle'} size="tiny" />
      {text(ready ? 'admin.process.ready' : 'admin.process.notReady')}
    </span>
  )
}

/** Whether the site allows something, and the setting that decides it. */
function Permission({ title, setting, isAllowed }: { title: string; setting: string; isAllowed: boolean }) {
  const text = useText()
  return (
    <Fact title={title} value={text(isAllowed ? 'admin.open.on' : 'admin.open.off')}>
      <bdi>{setting}</bdi>
    </Fact>
  )
}

/** Formats milliseconds, such as 3 ms. */
function useMilliseconds(): (value: number) => string {
  const { intl } = LOCALES[useLocale()]
  const format = new Intl.NumberFormat(intl, { style: 'unit', unit: 'millisecond' })
  return (value) => format.format(value)
}
