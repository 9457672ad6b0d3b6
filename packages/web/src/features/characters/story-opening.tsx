import type { MultipleCard } from '@everkin/contract/types.ts'
import { useText } from '../../i18n/use-text.ts'
import { clothClass } from '../../ui/cloth.ts'
import { Speech } from '../../ui/speech.tsx'

/** Where the story stands and how it begins. */
export function StoryOpening({ card }: { card: Pick<MultipleCard, 'id' | 'scenario' | 'opening' | 'tagline'> }) {
  const text = useText()
  const words = card.opening || card.scenario
  if (!words) return null
  return (
    <section className={`opening ${clothClass(card.id)}`}>
      <h2 className="title-3">{text('characters.card.opening')}</h2>
      <p className="serif card-notes opening-words" dir="auto">
        <Speech words={words} />
      </p>
    </section>
  )
}
