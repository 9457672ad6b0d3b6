import type { ApiData } from '@everkin/contract/api-types.ts'
import { LOCALES } from '@everkin/contract/locales.ts'
import type { ReactNode } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useReaderClock } from '../../i18n/reader-clock.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import './usage.css'

type Usage = ApiData<'GET /api/admin/usage'>
type Totals = Pick<Usage['days'][number], 'requests' | 'prompt_tokens' | 'cached_tokens' | 'reply_tokens' | 'costs'>

/** Model usage of all people in the last days: by day, model, purpose and person. */
export function UsageTables({ usage }: { usage: Usage }) {
  const text = useText()
  const { intl } = LOCALES[useLocale()]
  const dayName = new Intl.DateTimeFormat(intl, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  if (usage.days.length === 0) {
    return (
      <>
        <Limits usage={usage} />
        <p className="muted usage-none">{text('admin.usage.none')}</p>
      </>
    )
  }
  return (
    <>
      <Limits usage={usage} />
      <Table
        caption={text('admin.usage.byDay')}
        rows={usage.days.map((day) => ({ key: day.day, name: dayName.format(new Date(day.day)), ...day }))}
      />
      <Table
        caption={text('admin.usage.byModel')}
        rows={usage.models.map((model) => ({ key: model.model_id, name: <bdi>{model.model}</bdi>, ...model }))}
      />
      <Table
        caption={text('admin.usage.byKind')}
        rows={usage.kinds.map((kind) => ({ key: kind.kind, name: text(`admin.usage.kinds.${kind.kind}`), ...kind }))}
      />
      <Table
        caption={text('admin.usage.byPerson')}
        rows={usage.people.map((person) => ({
          key: person.person_id,
          name: <bdi>{person.nickname || person.person_id}</bdi>,
          ...person,
        }))}
      />
    </>
  )
}

/** The daily limits that are set, and how close today is to them. */
function Limits({ usage: { budget, person_limit, people_at_limit } }: { usage: Usage }) {
  const text = useText()
  const format = useFormat()
  const { timeZone } = useReaderClock()
  const isSpent = budget.limit !== null && budget.used >= budget.limit
  return (
    <div className="desk-grid usage-limits">
      <section className="desk-card">
        <h2>{text('admin.usage.ofServer')}</h2>
        <p className={`desk-value${isSpent ? ' usage-spent' : ''}`}>
          {budget.limit === null
            ? text('admin.usage.tokens', { count: budget.used })
            : text('admin.usage.usedOf', { used: format.number(budget.used), limit: format.number(budget.limit) })}
        </p>
        <p className="small muted">
          {isSpent
            ? text('admin.usage.spent', { time: format.time(budget.resets_at, timeZone) })
            : text(budget.limit === null ? 'admin.usage.noLimit' : 'admin.usage.limitHint')}
        </p>
      </section>
      <section className="desk-card">
        <h2>{text('admin.usage.ofPerson')}</h2>
        <p className="desk-value">
          {person_limit === null
            ? text('admin.usage.noPersonLimit')
            : text('admin.usage.tokens', { count: person_limit })}
        </p>
        <p className="small muted">
          {person_limit === null
            ? text('admin.usage.personLimitHint')
            : text('admin.usage.peopleAtLimit', { count: people_at_limit })}
        </p>
      </section>
    </div>
  )
}

function Table({ caption, rows }: { caption: string; rows: ({ key: string; name: ReactNode } & Totals)[] }) {
  const text = useText()
  const format = useFormat()
  return (
    // Where its columns do not fit, the table scrolls by itself, so the keyboard must reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
    <section className="desk-card usage-table" aria-label={caption} tabIndex={0}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{text('admin.usage.requests')}</th>
            <th scope="col">{text('admin.usage.tokensIn')}</th>
            <th scope="col">{text('admin.usage.cached')}</th>
            <th scope="col">{text('admin.usage.tokensOut')}</th>
            <th scope="col">{text('admin.usage.cost')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, requests, prompt_tokens, cached_tokens, reply_tokens, costs }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <Cell label={text('admin.usage.requests')}>{format.number(requests)}</Cell>
              <Cell label={text('admin.usage.tokensIn')}>{format.number(prompt_tokens)}</Cell>
              <Cell label={text('admin.usage.cached')}>
                {cached_tokens === 0 ? null : format.percent(cached_tokens / prompt_tokens)}
              </Cell>
              <Cell label={text('admin.usage.tokensOut')}>{format.number(reply_tokens)}</Cell>
              <Cell label={text('admin.usage.cost')}>
                {costs && costs.length > 0
                  ? format.list(costs.map(({ micros, currency }) => format.cost(micros, currency)))
                  : null}
              </Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** On a phone a line of its own, left out where there is nothing to say. */
function Cell({ label, children }: { label: string; children: string | null }) {
  return (
    <td data-label={label} className={children === null ? 'usage-nothing' : undefined}>
      {children ?? '–'}
    </td>
  )
}
