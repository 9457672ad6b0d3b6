import type { CardForChat } from '../../characters/module.ts'
import { mentionsTrade } from '../../safety/module.ts'
import type { ReplyContext } from './reply-context.ts'

/** How many of the last messages are read. */
const TURNS_READ = 4
/** How much of each part of a card is read. */
const MAX_READ_LENGTH = 20_000

/** A card does not change: a saved one is another object. */
const tradingCards = new WeakMap<CardForChat, boolean>()

/**
 * Whether a reply may come to sell something of this site: its card, the scene or what was said last speaks of buying.
 * Such a reply is sent sentence by sentence (H5); others stream without delay.
 */
export function isSaleExpected({ path, speaker, loadedCard, note }: ReplyContext): boolean {
  if (path.slice(-TURNS_READ).some(({ text }) => mentionsTrade(text))) return true
  if (note && mentionsTrade(note.text)) return true
  return [speaker.card, loadedCard.card].some((card) => {
    const known = tradingCards.get(card) ?? isTradingCard(card)
    tradingCards.set(card, known)
    return known
  })
}

function isTradingCard({ definition, casting, tagline }: CardForChat): boolean {
  const texts = [
    tagline,
    casting?.scenario,
    definition?.description,
    definition?.personality,
    definition?.scenario,
    definition?.system_prompt,
    definition?.post_history_instructions,
    definition?.mes_example,
  ]
  return texts.some((text) => text !== undefined && mentionsTrade(text.slice(0, MAX_READ_LENGTH)))
}
