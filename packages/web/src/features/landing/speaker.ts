import type { SingleCard } from '@everkin/contract/types.ts'
import type { TextFunction } from '../../i18n/page-translator.ts'

/** The fields of a character that a landing page shows. */
export interface Speaker {
  id: string
  name: string
  tagline: string
  picture: string | null
  /** Their first line; null if it cannot be shortened to one. */
  line: string | null
}

export function toSpeaker(card: SingleCard, line: string | null): Speaker {
  return { id: card.id, name: card.name, tagline: card.tagline, picture: card.cover ?? card.avatar, line }
}

/** The first line in the reader's quotation marks; in Japanese these replace the full stop. */
export function quoted(text: TextFunction, { line, tagline }: Speaker): string {
  return line ? text('landing.quote', { line }).replace('。」', '」') : tagline
}
