import type { SingleCard } from '@everkin/contract/types.ts'
import type { TextFunction } from '../../i18n/use-text.ts'

/** Just what a landing page shows of a character. */
export interface Speaker {
  id: string
  name: string
  tagline: string
  picture: string | null
  /** What they say first, short; null where it can not be cut to a line. */
  line: string | null
}

export function toSpeaker(card: SingleCard, line: string | null): Speaker {
  return { id: card.id, name: card.name, tagline: card.tagline, picture: card.cover ?? card.avatar, line }
}

/** What they say in the reader's quotation marks; in Japanese these take the place of the full stop. */
export function quoted(text: TextFunction, { line, tagline }: Speaker): string {
  return line ? text('landing.quote', { line }).replace('。」', '」') : tagline
}
