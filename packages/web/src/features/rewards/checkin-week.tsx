import { LOCALES } from '@everkin/contract/locales.ts'
import type { CheckinDay } from '@everkin/contract/types.ts'
import { useFormat } from '../../i18n/format.ts'
import { useReaderClock } from '../../i18n/reader-clock.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'

const DAYS = 7

interface CheckinWeekProps {
  /** Null renders placeholders while the week is loading. */
  week: CheckinDay[] | null
  /** When the person joined: an ISO time. Null if nobody is signed in any more. */
  joinedAt: string | null
  /** Today's window is being lit. */
  isLighting: boolean
}

/**
 * Seven windows: lit with a tick after a check-in, ringed for today, with rewards from today on, and dark without a
 * comment where a check-in was missed. Days before the person joined are smaller, since nothing was missed.
 */
export function CheckinWeek({ week, joinedAt, isLighting }: CheckinWeekProps) {
  const joinedOn = useCalendarDay(joinedAt)
  if (!week) {
    return (
      <div className="checkin-week" aria-hidden="true">
        {Array.from({ length: DAYS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: seven placeholders that never move
          <div key={index} className="checkin-day">
            <span className="checkin-pane" />
            <span>&nbsp;</span>
          </div>
        ))}
      </div>
    )
  }
  const today = week.find((day) => day.is_today)?.date ?? ''
  return (
    <ol className={`checkin-week${isLighting ? ' checkin-lights' : ''}`}>
      {week.map((day) => (
        <Day key={day.date} day={day} isPast={day.date < today} isBefore={!day.is_checkin && day.date < joinedOn} />
      ))}
    </ol>
  )
}

function Day({ day, isPast, isBefore }: { day: CheckinDay; isPast: boolean; isBefore: boolean }) {
  const text = useText()
  const format = useFormat()
  const weekday = useWeekday(day.date)
  const state = `${day.is_checkin ? ' checkin-lit' : ''}${day.is_today ? ' checkin-today' : ''}${isBefore ? ' checkin-before' : ''}`
  const name = day.is_today ? text('rewards.checkin.today') : weekday.long
  const amounts = [
    text('wallet.messages', { count: day.message_num }),
    ...(day.coin_num > 0 ? [text('wallet.coins', { count: day.coin_num })] : []),
  ]
  const words = day.is_checkin
    ? text('rewards.checkin.dayChecked', { day: name })
    : isPast
      ? isBefore
        ? text('rewards.checkin.dayBefore', { day: name })
        : name
      : text('rewards.checkin.dayGives', { day: name, amount: format.list(amounts) })
  return (
    <li className={`checkin-day${state}`} aria-current={day.is_today ? 'date' : undefined}>
      <span className="checkin-pane" aria-hidden="true">
        {day.is_checkin ? <Icon name="check" /> : null}
        {day.is_checkin || isPast ? null : (
          <>
            <Amount icon="chat-circle-text" amount={day.message_num} />
            {day.coin_num > 0 ? <Amount icon="coins" amount={day.coin_num} /> : null}
          </>
        )}
      </span>
      <span className="checkin-name" aria-hidden="true">
        {day.is_today ? name : weekday.short}
      </span>
      <span className="visually-hidden">{words}</span>
    </li>
  )
}

function Amount({ icon, amount }: { icon: 'chat-circle-text' | 'coins'; amount: number }) {
  const format = useFormat()
  return (
    <span className="checkin-amount figures">
      <Icon name={icon} size="tiny" />
      {format.number(amount)}
    </span>
  )
}

/** The calendar day of a moment in the reader's zone, as `CheckinDay.date` has it; empty for none. */
function useCalendarDay(moment: string | null): string {
  const { timeZone } = useReaderClock()
  if (moment === null) return ''
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    .formatToParts(Date.parse(moment))
    .map(({ type, value }): [string, string] => [type, value])
  const { year, month, day } = Object.fromEntries(parts)
  return `${year}-${month}-${day}`
}

/**
 * The weekday, short for display and in full for screen readers. It belongs to a date, so it is the same in every zone.
 */
function useWeekday(date: string): { short: string; long: string } {
  const { intl } = LOCALES[useLocale()]
  const named = (weekday: 'short' | 'long') =>
    new Intl.DateTimeFormat(intl, { weekday, timeZone: 'UTC' }).format(Date.parse(date))
  return { short: named('short'), long: named('long') }
}
