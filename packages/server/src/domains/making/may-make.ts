import { AppError, invalidInput } from '../../platform/app-error.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { loadPerson, type Person } from '../accounts/person.ts'
import { ratingSettingsOf, viewerOf } from '../accounts/viewer.ts'
import { isAdult, isMinor } from '../safety/age-state.ts'
import { maySeeRating } from '../safety/who-may-see.ts'
import type { MakingServices } from './services.ts'

/**
 * Whoever makes cards is an adult (A3, A5).
 * @throws AppError NotSignedIn when they are gone, AgeNotOpen.
 */
export async function findMaker(services: Pick<MakingServices, 'database'>, caller: SignedInCaller): Promise<Person> {
  const person = await loadPerson(services.database, caller.identity.personId)
  if (!person) throw new AppError('NotSignedIn')
  if (isMinor(person.ageState)) throw new AppError('AgeNotOpen', { reason: 'under_18' })
  if (!isAdult(person.ageState)) throw new AppError('AgeNotOpen', { reason: 'age_unknown' })
  return person
}

/**
 * Cards for adults alone are made by those who may see them (N2).
 * @throws AppError AgeNotOpen before the confirmation, InvalidInput on `rating` where there are none.
 */
export function refuseRating(
  services: Pick<MakingServices, 'settings'>,
  maker: Person,
  caller: Pick<SignedInCaller, 'country'>,
  rating: 'sfw' | 'nsfw',
): void {
  const answer = maySeeRating(viewerOf(maker, caller.country), rating, ratingSettingsOf(services.settings))
  if (answer === 'confirm_age') throw new AppError('AgeNotOpen', { reason: 'confirm_age' })
  if (answer === 'absent') throw invalidInput('rating', 'not_available')
}
