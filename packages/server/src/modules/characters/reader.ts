import type { Locale } from '@everkin/contract/locales.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { checkCardAccess, isProtected, loadPerson, type RatedCard } from '../accounts/module.ts'
import type { CharacterServices } from './services.ts'
import type { CardRow } from './store.ts'

/** Where lists and search keep a card: by its rating, or where teens meet it too. */
export type Shelf = 'teens' | 'sfw' | 'nsfw'

/** The reader of a list or a card, and what they may see. */
export interface Reader {
  personId: string | null
  locale: Locale
  /** The shelves of their lists (N4: anything else is absent, not hidden). */
  ratings: readonly Shelf[]
  /** Whether they may see a card that they request by id. */
  cardAccess(card: RatedCard): ReturnType<typeof checkCardAccess>
}

/** The reader of a request. Only the age that the server itself has stored counts (A2). */
export async function readerOf(
  services: Pick<CharacterServices, 'database' | 'settings'>,
  caller: Pick<Caller, 'identity' | 'locale' | 'country'>,
): Promise<Reader> {
  const person = caller.identity ? await loadPerson(services.database, caller.identity.personId) : null
  const viewer = { person, country: caller.country }
  const cardAccess = (card: RatedCard) => checkCardAccess(services.settings, viewer, card)
  const ratings: Shelf[] =
    cardAccess({ rating: 'nsfw', suitsTeens: false }) === 'yes' ? ['teens', 'sfw', 'nsfw'] : ['teens', 'sfw']
  const isTeen = person !== null && isProtected(person, services.settings)
  return { personId: person?.id ?? null, locale: caller.locale, ratings: isTeen ? ['teens'] : ratings, cardAccess }
}

/**
 * Checks that the reader may see a card.
 * @throws AppError AgeNotOpen for an adult who has not confirmed their age yet, NotFound for everyone else who may not
 * see it.
 */
export function assertCardAccess(reader: Reader, card: RatedCard): void {
  const answer = reader.cardAccess(card)
  if (answer === 'confirm_age') throw new AppError('AgeNotOpen', { reason: 'confirm_age' })
  if (answer === 'absent') throw new AppError('NotFound')
}

/** A row as the rules for who may see a card read it. */
export const ratedCard = (row: Pick<CardRow, 'rating' | 'suits_teens' | 'creator_id'>): RatedCard => ({
  rating: row.rating,
  suitsTeens: row.suits_teens,
  creatorId: row.creator_id,
})
