import { Link } from 'react-router'
import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useText } from '../../i18n/use-text.ts'
import { ResponsiveImage } from '../../ui/avatar.tsx'
import { patternClass } from '../../ui/pattern.ts'
import type { ShelfCard } from './shelf.ts'

interface FeaturePanelProps {
  card: ShelfCard & { line: string }
  to: string
}

/** The featured character with their first line. */
export function FeaturePanel({ card, to }: FeaturePanelProps) {
  const text = useText()
  return (
    <Link className={`feature ${patternClass(card.id)}`} to={to} prefetch="intent">
      {card.cover ? <ResponsiveImage url={card.cover} alt="" sizes="(min-width: 48rem) 30rem, 94vw" eager /> : null}
      <div className="feature-text">
        <p className="feature-kind">{text('explore.sections.tonight')}</p>
        <blockquote dir="auto">{card.line}</blockquote>
        <div className="feature-by">
          <span dir="auto">{card.name}</span>
          <span className="button">
            <span>
              <RichText text={text('explore.meet', { name: slot('name') })} names={{ name: card.name }} />
            </span>
          </span>
        </div>
      </div>
    </Link>
  )
}
