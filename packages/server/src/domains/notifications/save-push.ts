import type { ApiBody } from '@everkin/contract/api-types.ts'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { loadPerson } from '../accounts/person.ts'
import { isAdult } from '../safety/age-state.ts'
import type { NotificationServices } from './services.ts'
import { deleteSubscription, saveSubscription } from './store.ts'

/**
 * Switches on what the device of this session is told of, and in which language; with both switches off it is forgotten.
 * @throws AppError InvalidInput (no push service that browsers use), AgeNotOpen (not known to be an adult).
 */
export async function savePush(
  services: NotificationServices,
  caller: SignedInCaller,
  wish: ApiBody<'POST /api/user/savePush'>,
): Promise<void> {
  const { personId, sessionId } = caller.identity
  if (!services.push.knows(wish.endpoint)) throw invalidInput('endpoint', 'not_allowed')
  if (!wish.replies && !wish.remarks) return deleteSubscription(services.database, sessionId)
  const person = await loadPerson(services.database, personId)
  if (!person) throw new AppError('NotSignedIn')
  if (!isAdult(person.ageState)) {
    throw new AppError('AgeNotOpen', { reason: person.ageState === 'unknown' ? 'age_unknown' : 'under_18' })
  }
  const { endpoint, keys, replies, remarks } = wish
  await saveSubscription(
    services.database,
    { sessionId, personId, endpoint, ...keys, replies, remarks, locale: caller.locale },
    services.clock.now(),
  )
}
