import type { SingleCard } from '@everkin/contract/types.ts'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useText } from '../../i18n/use-text.ts'

/** The writer's notes, and facts that help readers choose. */
export function CardFacts({ card }: { card: SingleCard }) {
  const text = useText()
  const format = useFormat()
  const language = card.creator_notes_language
  const facts = [
    card.age === null ? null : { label: text('characters.card.ageLabel'), value: format.number(card.age) },
    { label: text('characters.card.language'), value: format.language(card.language) },
    { label: text('characters.card.rating'), value: text(`characters.rating.${card.rating}`) },
    card.chat_count > 0 ? { label: text('characters.card.chats'), value: format.number(card.chat_count) } : null,
  ].filter((fact) => fact !== null)
  return (
    <div className="card-columns">
      {card.creator_notes ? (
        <section>
          <div className="card-notes-head">
            <h2 className="title-2">{text('characters.card.notes')}</h2>
            {language ? <span className="caption faint">{format.language(language)}</span> : null}
          </div>
          <p className="serif card-notes" dir="auto" lang={language}>
            {card.creator_notes}
          </p>
          <p className="caption faint card-updated">
            {text('characters.card.updated')} <LocalTime iso={card.updated_at} />
          </p>
        </section>
      ) : null}
      <dl className="facts">
        {facts.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd className="figures">{fact.value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
