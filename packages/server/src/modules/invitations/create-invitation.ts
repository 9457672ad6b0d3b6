import { createHash, randomBytes } from 'node:crypto'
import type { ApiData } from '@everkin/contract/api-types.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import type { SingleCard } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { tooManyRequests } from '../../platform/http/rate-limit.ts'
import { newId } from '../../platform/ids.ts'
import { reachOf } from '../../platform/private-hosts.ts'
import { identifyDevice, keyedHash, loadPerson, lockPersonRow } from '../accounts/module.ts'
import { loadReader, loadSingleCard } from '../characters/module.ts'
import { isAdult, isMinor } from '../safety/module.ts'
import { INVITATION_LIFETIME_MS, invitationRules } from './rules.ts'
import type { InvitationServices } from './services.ts'
import { INVITATION_DEVICES, insertInvitation, lockCounts, selectNthNewest } from './store.ts'

/**
 * Creates an invitation to a character and returns its link. Only a digest of the code is stored, so the link cannot be
 * shown again.
 * @throws AppError AgeNotOpen when the age is unknown or under 18, NotFound for a card that is not public or not for
 * everyone, TooManyRequests after as many as the operator allows within a day, by default fifty.
 */
export async function createInvitation(
  services: InvitationServices,
  cardId: string,
  caller: SignedInCaller,
): Promise<ApiData<'POST /api/invitation/create'>> {
  const { database, clock, appSecret } = services
  const person = await loadPerson(database, caller.identity.personId)
  if (!person) throw new AppError('NotSignedIn')
  if (isMinor(person.ageState)) throw new AppError('AgeNotOpen', { reason: 'under_18' })
  // The friend is greeted with this name.
  if (!isAdult(person.ageState) || person.nickname === '') throw new AppError('AgeNotOpen', { reason: 'age_unknown' })
  if (!(await findPublicCard(services, cardId, caller.locale))) throw new AppError('NotFound')
  const now = clock.now()
  const code = createCode()
  const codeHash = hashCode(code)
  if (!codeHash) throw new Error('the new code is invalid')
  const expiresAt = new Date(now.getTime() + INVITATION_LIFETIME_MS)
  const deviceHash = await identifyDevice({ appSecret, invitations: INVITATION_DEVICES }, database, caller)
  await database.transaction(async (tx) => {
    await lockCounts(tx, [keyedHash(appSecret, 'device', `inviter ${person.id}`)])
    // After the counts, as where an inviter is rewarded.
    if (!(await lockPersonRow(tx, person.id))) throw new AppError('NotSignedIn')
    const { gift, invitations_per_day: limit } = (await invitationRules.load(tx)).value
    if (services.settings.rateLimits) {
      const since = new Date(now.getTime() - DAY_MS)
      const nth = await selectNthNewest(tx, person.id, { limit, since })
      if (nth) throw tooManyRequests(nth.getTime() + DAY_MS - now.getTime())
    }
    const invitation = { id: newId(now), codeHash, inviterId: person.id, cardId, deviceHash, gift, now, expiresAt }
    await insertInvitation(tx, invitation)
  })
  const url = `${services.siteUrl()}/invitation?code=${code}`
  return { code, url, expires_at: expiresAt.toISOString(), reach: reachOf(url) }
}

const CODE = /^[A-Za-z0-9_-]{22}$/

/** 128 random bits, short enough for a QR code that is easy to scan. */
function createCode(): string {
  return randomBytes(16).toString('base64url')
}

/** The stored form of a code, or null for a malformed one. It has enough random bits for a plain digest. */
export function hashCode(code: string): Buffer | null {
  return CODE.test(code) ? createHash('sha256').update(code, 'utf8').digest() : null
}

/**
 * A character as any visitor may see it, or null: an invitation shows nothing that a signed-out visitor may not see
 * (N4).
 */
export async function findPublicCard(
  services: Pick<InvitationServices, 'database' | 'settings' | 'tagNames'>,
  cardId: string,
  locale: Locale,
): Promise<SingleCard | null> {
  const visitor = { identity: null, locale, country: null }
  const reader = await loadReader(services, visitor)
  try {
    const card = await loadSingleCard({ db: services.database, reader, tagNames: services.tagNames }, cardId)
    return card.visibility === 'public' ? card : null
  } catch (error) {
    if (error instanceof AppError && error.errorName === 'NotFound') return null
    throw error
  }
}
