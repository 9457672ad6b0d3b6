import type { Locale } from '@everkin/contract/locales.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { loadPerson, ratingSettingsOf, viewerOf } from '../accounts/module.ts'
import { checkRatingAccess } from '../safety/module.ts'
import type { CharacterServices } from './services.ts'

export type Rating = 'sfw' | 'nsfw'

/** Who reads a list or a card, and what exists for them. */
export interface Reader {
  personId: string | null
  locale: Locale
  /** Ratings that lists hold for them (N4: anything else is absent, not hidden). */
  ratings: readonly Rating[]
  /** Whether a card of this rating, named by its id, exists for them. */
  ratingAccess(rating: Rating): 'yes' | 'absent' | 'confirm_age'
}

/** The reader behind a call; only what the server itself knows of their age counts (A2). */
export async function readerOf(
  services: Pick<CharacterServices, 'database' | 'settings'>,
  caller: Pick<Caller, 'identity' | 'locale' | 'country'>,
): Promise<Reader> {
  const person = caller.identity ? await loadPerson(services.database, caller.identity.personId) : null
  const viewer = viewerOf(person, caller.country)
  const settings = ratingSettingsOf(services.settings)
  const ratingAccess = (rating: Rating) => checkRatingAccess(viewer, rating, settings)
  const ratings: Rating[] = ratingAccess('nsfw') === 'yes' ? ['sfw', 'nsfw'] : ['sfw']
  return { personId: person?.id ?? null, locale: caller.locale, ratings, ratingAccess }
}

/**
 * Lets a card of this rating pass.
 * @throws AppError AgeNotOpen for an adult who only has yet to confirm, NotFound for everyone else it is not for.
 */
export function assertRatingAccess(reader: Reader, rating: Rating): void {
  const answer = reader.ratingAccess(rating)
  if (answer === 'confirm_age') throw new AppError('AgeNotOpen', { reason: 'confirm_age' })
  if (answer === 'absent') throw new AppError('NotFound')
}
