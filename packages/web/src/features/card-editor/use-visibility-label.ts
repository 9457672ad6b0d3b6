import { useText } from '../../i18n/use-text.ts'
import type { OwnCard } from './own-card.ts'

/** Returns why a card is not public, in a word or two; undefined for a public card. */
export function useVisibilityLabel(): (card: OwnCard) => string | undefined {
  const text = useText()
  return (card) => {
    if (card.restriction) return text(`moderation.restrictions.${card.restriction}`)
    if (card.state === 'draft')
      return text(
        card.type === 'single' && card.age === null ? 'card-editor.mine.ageMissing' : 'card-editor.mine.draft',
      )
    if (card.state === 'in_review') return text('card-editor.mine.inReview')
    return card.visibility === 'public' ? undefined : text(`card-editor.shelf.visibilities.${card.visibility}`)
  }
}
