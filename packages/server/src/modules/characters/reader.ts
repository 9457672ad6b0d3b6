import type { Locale } from '@everkin/contract/locales.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { loadPerson, ratingSettingsOf, viewerOf } from '../accounts/module.ts'
import { checkRatingAccess } from '../safety/module.ts'
import type { CharacterServices } from './services.ts'

export type Rating = 'sfw' | 'nsfw'

/** The reader of a list or a card, and what they may see. */
export interface Reader {
  personId: string | null
  locale: Locale
  /** The ratings in their lists (N4: anything else is absent, not hidden). */
  ratings: readonly Rating[]
  /** Whether they may see a card of this rating when they request it by id. */
  ratingAccess(rating: Rating): 'yes' | 'absent' | 'confirm_age'
}

/** The reader of a request. Only the age that the server itself has stored counts (A2). */
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
 * Checks that the reader may see a card of this rating.
 * @throws AppError AgeNotOpen for an adult who has not confirmed their age yet, NotFound for everyone else who may not
 * see it.
 */
export function assertRatingAccess(reader: Reader, rating: Rating): void {
  const answer = reader.ratingAccess(rating)
  if (answer === 'confirm_age') throw new AppError('AgeNotOpen', { reason: 'confirm_age' })
  if (answer === 'absent') throw new AppError('NotFound')
}
