import type { HelpLine } from '@everkin/contract/types.ts'
import { buttonClass } from './button.tsx'
import { Icon } from './icon.tsx'

interface HelpLinesProps {
  lines: HelpLine[]
  /** The name of a line's country, for a list that holds several; nothing for a directory of many. */
  placeOf?: ((country: string) => string | undefined) | undefined
}

/** People one can reach: name, place and hours, and the number as a call button, or the address as a link. */
export function HelpLines({ lines, placeOf }: HelpLinesProps) {
  return (
    <ul className="help-lines">
      {lines.map((line) => (
        <li className="help-line" key={`${line.country}-${line.name}-${line.phone}`}>
          <div>
            <b dir="auto">{line.name}</b>
            {placeOf?.(line.country) ? <p>{placeOf(line.country)}</p> : null}
            {line.hours ? <p dir="auto">{line.hours}</p> : null}
          </div>
          <HelpLineButton line={line} />
        </li>
      ))}
    </ul>
  )
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
