import type { EmergencyNumber, HelpLine } from '@everkin/contract/types.ts'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { countryName } from '../i18n/country-name.ts'
import { useLocale, useText } from '../i18n/use-text.ts'
import { EmergencyCall, HelpLines } from './help-lines.tsx'
import { Icon } from './icon.tsx'
import './styles/house-card.css'

interface CrisisCardProps {
  /** The name of the character whose reply the card replaces. */
  name: string
  /** The emergency number comes first (C2). */
  isImminent: boolean
  emergency: EmergencyNumber | null
  lines: readonly HelpLine[]
  safetyLink: string
  /** What else there is to say, at the end. */
  children?: ReactNode
}

/** Where help is, from Everkin, square and sans serif, so that it cannot be mistaken for a character (C1, C2). */
export function CrisisCard({ name, isImminent, emergency, lines, safetyLink, children }: CrisisCardProps) {
  const text = useText()
  const id = useId()
  const locale = useLocale()
  const placeOf = (country: string) => countryName(country, locale)
  const call = <EmergencyCall emergency={emergency} placeOf={placeOf} />
  return (
    <section className="house-card" role="alert" aria-labelledby={id} data-notice="crisis">
      <p className="house-from">
        <Icon name="hand-heart" size="tiny" />
        {text('chats.ai.from', { name })}
      </p>
      <h2 id={id}>{text('safety.crisis.title')}</h2>
      {isImminent ? call : null}
      <p className="house-text" dir="auto">
        {text('safety.crisis.text')}
      </p>
      {isImminent ? null : call}
      <HelpLines lines={lines} placeOf={placeOf} />
      <Link className="text-button" to={safetyLink}>
        {text('chats.help.more')}
      </Link>
      {children}
    </section>
  )
}
