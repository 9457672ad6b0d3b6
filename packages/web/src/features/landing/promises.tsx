import { sentenceGap } from '../../i18n/format.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'

interface PromisesProps {
  /** What the operator says of the site's reach, in their own words; null where they say nothing. */
  reach: string | null
  hasMature: boolean
  isForAdults: boolean
}

/** What is true of this site, and what everyone should know before they start. */
export function Promises({ reach, hasMature, isForAdults }: PromisesProps) {
  const text = useText()
  const gap = sentenceGap(useLocale())
  const facts = [
    text('landing.trust.noCard'),
    ...(hasMature ? [text('landing.trust.adultOff')] : []),
    text('landing.trust.deleteAnytime'),
  ]
  return (
    <section className="landing-promises">
      <ul className="small">
        {reach ? (
          <li>
            <Icon name="users-three" size="small" />
            <bdi>{reach}</bdi>
          </li>
        ) : null}
        {facts.map((fact) => (
          <li key={fact}>
            <Icon name="check" size="small" />
            {fact}
          </li>
        ))}
      </ul>
      <p className="small muted landing-fiction">
        <Icon name="book-open" size="small" />
        <span>
          {text('landing.fiction') + gap}
          {isForAdults ? text('landing.adults') + gap : ''}
          {text('safety.suitability')}
        </span>
      </p>
    </section>
  )
}
