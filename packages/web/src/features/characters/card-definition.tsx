import type { CardDefinition } from '@everkin/contract/types.ts'
import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'

/** The definition of an open character as plain text, collapsed by default. */
export function CardDefinitionFold({ definition }: { definition: CardDefinition }) {
  const text = useText()
  const entries = entriesOf(definition.character_book)
  const greetings = [definition.first_mes, ...definition.alternate_greetings]
  const written = [
    { label: text('card-editor.who.description'), words: [definition.description] },
    { label: text('card-editor.who.personality'), words: [definition.personality] },
    { label: text('card-editor.who.scenario'), words: [definition.scenario] },
    { label: text('characters.written.greetings'), words: greetings },
  ]
  const parts = written
    .map(({ label, words }) => ({ label, words: [...new Set(words.map((each) => each.trim()))].filter(Boolean) }))
    .filter(({ words }) => words.length > 0)
  return (
    <details className="card-written">
      <summary>
        <span className="title-3">{text('characters.written.title')}</span>
        <Icon name="caret-down" size="small" />
      </summary>
      <dl>
        {parts.map(({ label, words }) => (
          <div key={label}>
            <dt>{label}</dt>
            {words.map((each) => (
              <dd key={each} dir="auto">
                {each}
              </dd>
            ))}
          </div>
        ))}
        {entries > 0 ? (
          <div>
            <dt>{text('card-editor.lore.title')}</dt>
            <dd>{text('characters.written.entries', { count: entries })}</dd>
          </div>
        ) : null}
      </dl>
    </details>
  )
}

/** Number of entries of a lorebook, as far as it can be read in the formats of other programs. */
function entriesOf(book: unknown): number {
  if (book === null || typeof book !== 'object' || !('entries' in book)) return 0
  const { entries } = book
  if (Array.isArray(entries)) return entries.length
  return entries !== null && typeof entries === 'object' ? Object.keys(entries).length : 0
}
