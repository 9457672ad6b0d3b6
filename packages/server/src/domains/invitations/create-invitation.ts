import { isAdult, isMinor } from '../../modules/safety/age-state.ts'
import { AppError } from '../../platform/app-error.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { tooManyRequests } from '../../platform/http/rate-limit.ts'
import { newId } from '../../platform/ids.ts'
import { deviceHashOf } from '../accounts/device-cookie.ts'
import { keyedHash } from '../accounts/keyed-hash.ts'
import { loadPerson } from '../accounts/person.ts'
import { hashOfCode, newCode } from './code.ts'
import { findPublicCard } from './find-public-card.ts'
import { DAY_MS, INVITATION_LIFE_MS, MOST_INVITATIONS_A_DAY } from './rules.ts'
import type { InvitationServices } from './services.ts'
import { insertInvitation, lockCounts, selectNthNewest } from './store.ts'

/**
 * Makes an invitation to a character and gives its link, once: the code is kept as a digest only.
 * @throws AppError AgeNotOpen for those whose age is not known or under 18, NotFound for a card that is not public or
 * not for everyone, TooManyRequests after fifty within a day.
 */
export async function createInvitation(
  services: InvitationServices,
  cardId: string,
  caller: SignedInCaller,
): Promise<{ code: string; url: string; expires_at: string }> {
  const { database, clock, appSecret } = services
  const person = await loadPerson(database, caller.identity.personId)
  if (!person) throw new AppError('NotSignedIn')
  if (isMinor(person.ageState)) throw new AppError('AgeNotOpen', { reason: 'under_18' })
  // The friend is greeted by this name.
  if (!isAdult(person.ageState) || person.nickname === '') throw new AppError('AgeNotOpen', { reason: 'age_unknown' })
  if (!(await findPublicCard(services, cardId, caller.locale))) throw new AppError('NotFound')
  const now = clock.now()
  const code = newCode()
  const codeHash = hashOfCode(code)
  if (!codeHash) throw new Error('a new code is none')
  const expiresAt = new Date(now.getTime() + INVITATION_LIFE_MS)
  await database.transaction(async (tx) => {
    await lockCounts(tx, [keyedHash(appSecret, 'device', `inviter ${person.id}`)])
    if (services.settings.rateLimits) {
      const since = new Date(now.getTime() - DAY_MS)
      const nth = await selectNthNewest(tx, person.id, { most: MOST_INVITATIONS_A_DAY, since })
      if (nth) throw tooManyRequests(nth.getTime() + DAY_MS - now.getTime())
    }
    const deviceHash = deviceHashOf(appSecret, caller)
    await insertInvitation(tx, { id: newId(now), codeHash, inviterId: person.id, cardId, deviceHash, now, expiresAt })
  })
  return { code, url: `${services.siteUrl()}/invitation?code=${code}`, expires_at: expiresAt.toISOString() }
}
