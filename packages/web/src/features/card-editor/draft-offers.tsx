import { Link } from 'react-router'
import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'
import './draft-offers.css'

interface DraftOffersProps {
  /** Drafts of new cards, last changed first. */
  drafts: { id: string; name: string }[]
  pathOf: (id: string) => string
}

const SHOWN = 3

/** Unfinished cards, offered on the empty form: one goes on where one left off. */
export function DraftOffers({ drafts, pathOf }: DraftOffersProps) {
  const text = useText()
  if (drafts.length === 0) return null
  return (
    <nav className="draft-offers" aria-label={text('sketch.drafts.label')}>
      {drafts.slice(0, SHOWN).map(({ id, name }) => (
        <Link key={id} className="draft-offer" to={pathOf(id)}>
          <Icon name="feather" size="small" />
          <span>
            {name.trim() === '' ? (
              text('sketch.drafts.unnamed')
            ) : (
              <RichText text={text('sketch.drafts.named', { name: slot('name') })} names={{ name }} />
            )}
          </span>
          <Icon name="caret-right" size="tiny" mirror />
        </Link>
      ))}
    </nav>
  )
}
