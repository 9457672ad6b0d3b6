import type { ReactNode } from 'react'
import { useText } from '../../i18n/use-text.ts'
import type { FeatureName } from './campaigns.ts'
import { type DrawingOf, Languages, Moods, Row, UnsentMessage, Versions, Writing } from './drawings.tsx'

const DRAWINGS: Record<FeatureName, (facts: DrawingOf) => ReactNode> = {
  moods: Moods,
  versions: Versions,
  language: Languages,
  outbox: UnsentMessage,
  thumb: Writing,
  everywhere: Row,
}

interface FeaturesProps {
  names: readonly FeatureName[]
  facts: DrawingOf
}

/** The product's features, each illustrated with real components. */
export function Features({ names, facts }: FeaturesProps) {
  const text = useText()
  return (
    <section className="landing-features">
      {names.map((name) => {
        const Drawing = DRAWINGS[name]
        return (
          <article key={name}>
            <div className="landing-drawing" aria-hidden="true">
              <Drawing {...facts} />
            </div>
            <h2 className="title-2">{text(`landing.features.${name}.title`)}</h2>
            <p className="muted">{text(`landing.features.${name}.text`)}</p>
          </article>
        )
      })}
    </section>
  )
}
