import type { ApiBody, ApiData } from '@everkin/contract/api-types.ts'
import { ADULT_AGE } from '@everkin/contract/limits.ts'
import type { ImportedCard } from './use-imports.ts'

export type Visibility = 'private' | 'unlisted' | 'public'

/** What holds for all characters that are saved together. */
export interface SaveChoices {
  /** Age of every character that does not state its own; null saves those as drafts. */
  age: number | null
  visibility: Visibility
}

/**
 * What is sent to save an imported character. Its own age wins over the common one; a stated age under 18 is never
 * replaced, so such a card stays a draft (B5).
 */
export function bodyToSave(card: ImportedCard['card'], { age, visibility }: SaveChoices): SaveBody {
  const stated = card.age === null ? age : card.age
  return {
    ...card,
    age: stated !== null && stated >= ADULT_AGE ? stated : null,
    visibility,
    idempotency_key: card.import_id,
  }
}

export type SaveBody = ApiBody<'POST /api/chat.Single/saveCard'>
export type SavedCard = ApiData<'POST /api/chat.Single/saveCard'>

/** Parses a whole number of at least 18, also in Arabic digits; null for anything else. */
export function parseAge(typed: string): number | null {
  const latin = typed.trim().replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
  const number = /^\d{1,5}$/.test(latin) ? Number(latin) : 0
  return number >= ADULT_AGE ? number : null
}
