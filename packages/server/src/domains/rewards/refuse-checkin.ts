import { isAdult, isMinor } from '../../modules/safety/age-state.ts'
import { canShowOffers } from '../../modules/safety/detect-crisis.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Person } from '../accounts/person.ts'

/** Whether the check-in is shown to a person: not under 18 (A5), not for a day after a crisis message (C3). */
export function isCheckinOffered(person: Pick<Person, 'ageState' | 'lastCrisisAt'>, now: Date): boolean {
  return !isMinor(person.ageState) && canShowOffers(person.lastCrisisAt, now)
}

/**
 * Lets pass who may check in now.
 * @throws AppError AgeNotOpen under 18 or before the age is known (A3, A5), NotAllowed while gifts rest (C3).
 */
export function refuseCheckin(person: Pick<Person, 'ageState' | 'lastCrisisAt'>, now: Date): void {
  if (isMinor(person.ageState)) throw new AppError('AgeNotOpen', { reason: 'under_18' })
  if (!canShowOffers(person.lastCrisisAt, now)) throw new AppError('NotAllowed', { reason: 'rests' }, 'checkinRests')
  if (!isAdult(person.ageState)) throw new AppError('AgeNotOpen', { reason: 'age_unknown' })
}
