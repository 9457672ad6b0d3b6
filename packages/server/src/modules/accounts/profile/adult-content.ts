import { AppError } from '../../../platform/app-error.ts'
import { onlyRow } from '../../../platform/db/database.ts'
import { confirmAge as mayConfirm, setNsfw as maySwitch } from '../../safety/module.ts'
import { type Person, personFromRow } from '../person.ts'
import { lockPerson, updateAdultContent } from '../person-store.ts'
import type { AccountServices } from '../services.ts'
import { ratingSettingsOf, viewerOf } from '../viewer.ts'

type Services = Pick<AccountServices, 'database' | 'clock' | 'settings'>

/**
 * Records "I'm over 18" and turns adult content on (N2). It never changes the age state.
 * @throws AppError AgeNotOpen with the reason, when the age state or the country's rule does not allow it.
 */
export function confirmAge(services: Services, personId: string, country: string | null | undefined): Promise<Person> {
  return changeAdultContent(services, personId, (person) => {
    const answer = mayConfirm(viewerOf(person, country), ratingSettingsOf(services.settings))
    if (!answer.allowed) throw new AppError(answer.name, { reason: answer.reason })
    return { on: true, confirmedAt: services.clock.now() }
  })
}

/**
 * Turns adult content off for anyone at once, or on after the confirmation (N3).
 * @throws AppError AgeNotOpen with the reason.
 */
export function setNsfw(
  services: Services,
  personId: string,
  on: boolean,
  country: string | null | undefined,
): Promise<Person> {
  return changeAdultContent(services, personId, (person) => {
    const answer = maySwitch(viewerOf(person, country), on, ratingSettingsOf(services.settings))
    if (!answer.allowed) throw new AppError(answer.name, { reason: answer.reason })
    return { on: answer.nsfw, confirmedAt: null }
  })
}

/**
 * Checks and changes under the person's lock, so that a profile saved at the same time is not checked with its old age.
 */
async function changeAdultContent(
  services: Services,
  personId: string,
  decide: (person: Person) => { on: boolean; confirmedAt: Date | null },
): Promise<Person> {
  return services.database.transaction(async (tx) => {
    const row = onlyRow(await lockPerson(tx, personId))
    if (!row) throw new AppError('NotSignedIn')
    const saved = onlyRow(await updateAdultContent(tx, personId, decide(personFromRow(row))))
    return personFromRow(saved ?? row)
  })
}
