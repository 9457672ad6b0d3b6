import type { HelpLine } from '@everkin/contract/types.ts'
import { useText } from '../i18n/use-text.ts'
import { buttonClass } from './button.tsx'
import { Icon } from './icon.tsx'

/** Returns the name of a country in the reader's language. */
export type CountryNameOf = (country: string) => string

/** Country code of international directories. */
const INTERNATIONAL = 'INT'

interface EmergencyCallProps {
  /** Null if the reader's country is unknown: a number is never guessed. */
  emergency: { phone: string; country: string } | null
  placeOf: CountryNameOf
}

/** What to do in danger: the emergency number and the country it is for. */
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

/** Help lines with name, country and hours; each with call buttons or a link. */
export function HelpLines({ lines, placeOf }: { lines: readonly HelpLine[]; placeOf: CountryNameOf }) {
  const text = useText()
  return (
    <ul className="help-lines">
      {groupLines(lines).map(({ line, all }) => (
        <li className="help-line" key={`${line.country}-${line.name}-${line.phone}`}>
          <div>
            <b dir="auto">{line.name}</b>
            <p>{line.country === INTERNATIONAL ? text('safety.help.international') : placeOf(line.country)}</p>
            {line.hours ? <p dir="auto">{hoursOf(line.hours, text('safety.help.always'))}</p> : null}
          </div>
          <span className="help-calls">
            {all.map((one) => (
              <HelpLineButton key={`${one.phone}-${one.url}`} line={one} />
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** A service with several numbers is listed once. */
function groupLines(lines: readonly HelpLine[]): { line: HelpLine; all: HelpLine[] }[] {
  const groups: { line: HelpLine; all: HelpLine[] }[] = []
  for (const line of lines) {
    const same = groups.find(
      ({ line: { name, country, hours } }) => name === line.name && country === line.country && hours === line.hours,
    )
    if (same) same.all.push(line)
    else groups.push({ line, all: [line] })
  }
  return groups
}

/** The reviewed file uses `24/7`; other hours are shown as written there. */
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
    return url // shown as written in the reviewed file
  }
}
