import type { SingleCard } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import { onlyRow } from '../../platform/db/database.ts'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { loadPerson, type Person } from '../accounts/module.ts'
import { isMinor } from '../safety/module.ts'
import { isBlockedBetween } from './claim-invitation.ts'
import { findPublicCard, hashCode } from './create-invitation.ts'
import { giftView } from './rules.ts'
import type { InvitationServices } from './services.ts'
import { giftOf, type InvitationRow, isProfileRestricted, selectByCode } from './store.ts'

type Reader = 'visitor' | 'inviter' | 'invitee' | 'new' | 'member'

interface InvitationInfo {
  friend_name: string
  friend_avatar: string | null
  friend_id: string | null
  card: SingleCard | null
  gift: { coin_num: number; message_num: number }
  expires_at: string
  server_time: string
  state: 'open' | 'expired' | 'claimed'
  reader: Reader
}

/** Per network: a school or an office shares one, and each page asks twice. */
const LIMIT = { max: 600, windowMs: HOUR_MS }

/**
 * What a link shows to the person who opens it. A card that is no longer public is left out, and so are the nickname and
 * the picture of an inviter whose profile moderation has hidden.
 * @throws AppError InvitationExpired, for every invalid code, for those of suspended people, and where either person has
 * blocked the other, without a difference; TooManyRequests.
 */
export async function invitationInfo(
  services: InvitationServices,
  code: string,
  caller: Caller,
): Promise<InvitationInfo> {
  const { database, clock, limiter } = services
  await limiter.consume(`invitation:${caller.network}`, LIMIT)
  const codeHash = hashCode(code)
  const invitation = codeHash && onlyRow(await selectByCode(database, codeHash))
  const inviter = invitation?.inviter_id ? await loadPerson(database, invitation.inviter_id) : null
  if (!invitation || !inviter || inviter.suspensionId !== null) throw new AppError('InvitationExpired')
  const person = caller.identity && (await loadPerson(database, caller.identity.personId))
  if (person && (await isBlockedBetween(database, person, inviter.id))) throw new AppError('InvitationExpired')
  const now = clock.now()
  const reader = loadReader(invitation, person, now)
  const isShown = reader === 'inviter' || !(await isProfileRestricted(database, inviter.id))
  return {
    friend_name: isShown ? inviter.nickname : '',
    friend_avatar: isShown ? inviter.avatar : null,
    friend_id: reader === 'visitor' || reader === 'inviter' ? null : inviter.id,
    card: await findPublicCard(services, invitation.card_id, caller.locale),
    gift: giftView(giftOf(invitation)),
    expires_at: invitation.expires_at.toISOString(),
    server_time: now.toISOString(),
    state: stateOf(invitation, now),
    reader,
  }
}

export function stateOf(
  invitation: Pick<InvitationRow, 'claimed_at' | 'expires_at'>,
  now: Date,
): InvitationInfo['state'] {
  if (invitation.claimed_at) return 'claimed'
  return now < invitation.expires_at ? 'open' : 'expired'
}

function loadReader(invitation: InvitationRow, person: Person | null, now: Date): Reader {
  if (!person) return 'visitor'
  if (person.id === invitation.inviter_id) return 'inviter'
  if (person.id === invitation.invitee_id) return 'invitee'
  const isNew = now.getTime() - person.createdAt.getTime() < DAY_MS
  return isNew && !isMinor(person.ageState) ? 'new' : 'member'
}
