import type { ApiData } from '@everkin/contract/api-types.ts'
import { useFormat } from '../../i18n/format.ts'
import { useReaderClock } from '../../i18n/reader-clock.ts'
import { useText } from '../../i18n/use-text.ts'
import { Row } from './rows.tsx'

type Usage = ApiData<'GET /api/user/usage'>
type Totals = Usage['today']

/** This person’s model usage today and this month, and what is left of the day. */
export function UsageRows({ usage }: { usage: Usage }) {
  const text = useText()
  const format = useFormat()
  const { timeZone } = useReaderClock()
  const { limit, used, resets_at } = usage.budget
  const time = format.time(resets_at, timeZone)
  return (
    <>
      <Row label={text('settings.usage.today')} hint={text('settings.usage.days', { time })}>
        <Amount totals={usage.today} />
      </Row>
      {limit === null ? null : (
        <Row label={text('settings.usage.limit')} hint={text('settings.usage.resets', { time })}>
          <span className="set-value figures">
            {text('settings.usage.usedOf', { used: format.number(used), limit: format.number(limit) })}
          </span>
        </Row>
      )}
      <Row label={text('settings.usage.month')}>
        <Amount totals={usage.month} />
      </Row>
      {usage.models.length > 1
        ? usage.models.map((model) => (
            <Row key={model.model} label={<bdi>{model.model}</bdi>} hint={text('settings.usage.ofMonth')}>
              <Amount totals={model} />
            </Row>
          ))
        : null}
    </>
  )
}

function Amount({ totals }: { totals: Totals }) {
  const text = useText()
  const format = useFormat()
  const count = totals.prompt_tokens + totals.reply_tokens
  const costs = (totals.costs ?? []).map(({ micros, currency }) => format.cost(micros, currency))
  return (
    <span className="set-value figures">
      {[text('settings.usage.tokens', { count }), ...costs].map((line) => (
        <span key={line} className="set-line">
          {line}
        </span>
      ))}
    </span>
  )
}
