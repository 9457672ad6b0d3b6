import { sentenceGap } from '../../i18n/format.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'

interface PromisesProps {
  /** The operator's own text about the site's audience; null if there is none. */
  reach: string | null
  hasMature: boolean
  isForAdults: boolean
}

/** Facts about this site, and what everyone should know before they start. */
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
