import { dateFormat } from '../../i18n/date-formats.ts'
import { useReaderClock } from '../../i18n/reader-clock.ts'
import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useText } from '../../i18n/use-text.ts'

/** A greeting by the reader's clock; the evening greeting while that is unknown. Visitors read what the site is. */
export function Greeting({ name }: { name: string | null }) {
  const text = useText()
  const { timeZone, nowMs, isKnown } = useReaderClock()
  if (name === null) {
    return (
      <div className="hello">
        <h1 className="title-1">{text('explore.landing')}</h1>
        <p className="muted small">{text('explore.intro')}</p>
      </div>
    )
  }
  const hour = isKnown ? hourIn(timeZone, nowMs) : 18
  const part = hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
  return (
    <div className="hello">
      <h1 className="title-1">
        <RichText text={text(`explore.greeting.${part}`, { name: slot('name') })} names={{ name }} />
      </h1>
    </div>
  )
}

function hourIn(timeZone: string | undefined, nowMs: number): number {
  return Number(dateFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(nowMs))
}
