import type { Locale } from '@everkin/contract/locales.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { checkCardAccess, isProtected, loadPerson, type RatedCard } from '../accounts/module.ts'
import { type BlockableCard, isBlockedCard } from './blocked-cards.ts'
import type { CharacterServices } from './services.ts'
import type { CardRow } from './store.ts'

/** Where lists and search keep a card: by its rating, or where teens meet it too. */
type Shelf = 'teens' | 'sfw' | 'nsfw'

/** A card that someone requests, with what the rules for ratings and blocks need. */
type RequestedCard = RatedCard & BlockableCard

/** The reader of a list or a card, and what they may see. */
export interface Reader {
  personId: string | null
  locale: Locale
  /** The shelves of their lists (N4: anything else is absent, not hidden). */
  ratings: readonly Shelf[]
  /** The cards and creators that they have blocked; absent in the same way. */
  blockedIds: readonly string[]
  /** Whether they may see a card that they request by id. */
  cardAccess(card: RequestedCard): ReturnType<typeof checkCardAccess>
}

/** The reader of a request, read from the primary. Only the age that the server itself has stored counts (A2). */
export async function loadReader(
  services: Pick<CharacterServices, 'database' | 'settings'>,
  caller: Pick<Caller, 'identity' | 'locale' | 'country'>,
): Promise<Reader> {
  const person = caller.identity ? await loadPerson(services.database, caller.identity.personId) : null
  const viewer = { person, country: caller.country }
  const blockedIds = person?.blockedIds ?? []
  const ofRating = (card: RatedCard) => checkCardAccess(services.settings, viewer, card)
  // Own cards are open even where another's blocked character is a member.
  const cardAccess = (card: RequestedCard) => {
    const isOwn = card.creatorId !== null && card.creatorId === person?.id
    return !isOwn && isBlockedCard(blockedIds, card) ? 'absent' : ofRating(card)
  }
  const isTeen = person !== null && isProtected(person, services.settings)
  const forAdults: Shelf[] =
    ofRating({ rating: 'nsfw', suitsTeens: false }) === 'yes' ? ['teens', 'sfw', 'nsfw'] : ['teens', 'sfw']
  const ratings: readonly Shelf[] = isTeen ? ['teens'] : forAdults
  return { personId: person?.id ?? null, locale: caller.locale, ratings, blockedIds, cardAccess }
}

/**
 * Checks that the reader may see a card.
 * @throws AppError AgeNotOpen for an adult who has not confirmed their age yet, NotFound for everyone else who may not
 * see it.
 */
export function assertCardAccess(reader: Reader, card: RequestedCard): void {
  const answer = reader.cardAccess(card)
  if (answer === 'confirm_age') throw new AppError('AgeNotOpen', { reason: 'confirm_age' })
  if (answer === 'absent') throw new AppError('NotFound')
}

/** A row as the rules for ratings, teens and blocks read it. */
export const toRequestedCard = (row: Pick<CardRow, 'id' | 'rating' | 'suits_teens' | 'creator_id'>) => ({
  id: row.id,
  rating: row.rating,
  suitsTeens: row.suits_teens,
  creatorId: row.creator_id,
})
