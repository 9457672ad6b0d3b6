import { LOCALES } from '@everkin/contract/locales.ts'
import { useDateTime } from '../../i18n/local-time.tsx'
import { useReaderClock } from '../../i18n/reader-clock.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'

/** Until when the gift can be claimed, as a date and as the remaining time. The wording never becomes urgent. */
export function Deadline({ expiresAt, nowMs }: { expiresAt: string; nowMs: number }) {
  const text = useText()
  const locale = useLocale()
  const seconds = Math.max(0, Math.floor((Date.parse(expiresAt) - nowMs) / 1000))
  const number = new Intl.NumberFormat(LOCALES[locale].intl, { minimumIntegerDigits: 2 })
  const date = useDateTime(expiresAt)
  const { isKnown } = useReaderClock()
  const parts = [
    [Math.floor(seconds / 3600), 'landing.invitation.units.hours'],
    [Math.floor(seconds / 60) % 60, 'landing.invitation.units.minutes'],
    [seconds % 60, 'landing.invitation.units.seconds'],
  ] as const
  return (
    <div className="invitation-clock" role="timer" aria-live="off" data-seconds={seconds}>
      <p className={`small${isKnown ? '' : ' time-pending'}`}>{text('landing.invitation.heldUntil', { date })}</p>
      <span className="invitation-left figures" aria-hidden="true">
        {parts.map(([value, unit]) => (
          <span key={unit}>
            <b>{number.format(value)}</b> <i>{text(unit)}</i>
          </span>
        ))}
      </span>
    </div>
  )
}
