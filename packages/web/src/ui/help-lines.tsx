import type { HelpLine } from '@everkin/contract/types.ts'
import { useText } from '../i18n/use-text.ts'
import { buttonClass } from './button.tsx'
import { Icon } from './icon.tsx'

/** The name of a country, by its code, in the reader's language. */
export type CountryNameOf = (country: string) => string

/** Code of the directories that belong to no country. */
const INTERNATIONAL = 'INT'

interface EmergencyCallProps {
  /** Null where the reader's country is not known: then no number is guessed. */
  emergency: { phone: string; country: string } | null
  placeOf: CountryNameOf
}

/** What to do in danger: the emergency number, and whose it is. */
export function EmergencyCall({ emergency, placeOf }: EmergencyCallProps) {
  const text = useText()
  return (
    <div className="help-emergency">
      <p>
        <b>{text('safety.help.danger')}</b>
        <span className="small">{text(emergency ? 'safety.help.dangerCall' : 'safety.help.dangerAnywhere')}</span>
        {emergency ? <span className="small help-place">{placeOf(emergency.country)}</span> : null}
      </p>
      {emergency ? (
        <a className={buttonClass('danger')} href={`tel:${emergency.phone}`}>
          <Icon name="phone" size="small" />
          <bdi dir="ltr">{emergency.phone}</bdi>
        </a>
      ) : null}
    </div>
  )
}

/** People one can reach: name, country and hours, and the number as a call button, or the address as a link. */
export function HelpLines({ lines, placeOf }: { lines: readonly HelpLine[]; placeOf: CountryNameOf }) {
  const text = useText()
  return (
    <ul className="help-lines">
      {lines.map((line) => (
        <li className="help-line" key={`${line.country}-${line.name}-${line.phone}`}>
          <div>
            <b dir="auto">{line.name}</b>
            <p>{line.country === INTERNATIONAL ? text('safety.help.international') : placeOf(line.country)}</p>
            {line.hours ? <p dir="auto">{hoursOf(line.hours, text('safety.help.always'))}</p> : null}
          </div>
          <HelpLineButton line={line} />
        </li>
      ))}
    </ul>
  )
}

/** The reviewed file writes round the clock as `24/7`; other hours stand as their country writes them. */
function hoursOf(hours: string, always: string): string {
  return hours === '24/7' ? always : hours
}

function HelpLineButton({ line }: { line: HelpLine }) {
  if (line.phone) {
    return (
      <a className={buttonClass('quiet')} href={`tel:${line.phone.replace(/[^\d+*#]/g, '')}`}>
        <Icon name="phone" size="small" />
        <bdi dir="ltr">{line.phone}</bdi>
      </a>
    )
  }
  if (!line.url) return null
  return (
    <a className={buttonClass('quiet')} href={line.url} target="_blank" rel="noreferrer">
      <Icon name="arrow-square-out" size="small" mirror />
      <bdi dir="ltr">{hostOf(line.url)}</bdi>
    </a>
  )
}

function hostOf(url: string): string {
  try {
    return new URL(url).host.replace(/^www\./, '')
  } catch {
    return url // shown as it stands in the reviewed file
  }
}
