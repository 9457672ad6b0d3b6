import type { User, Wallet } from '@everkin/contract/types.ts'
import type { Settings } from '../../platform/config.ts'
import { canShowOffers, isMinor } from '../safety/module.ts'
import { isProtected } from './age/protected-mode.ts'
import { type OperatorSettings, operatorRoleOf } from './operator.ts'
import { isMember, type Person } from './person.ts'

/** The wire form of a person, for themselves. */
export function userView(
  person: Person,
  wallet: Wallet,
  settings: OperatorSettings & Pick<Settings, 'audience'>,
  now: Date,
): User {
  // Where teens are served, “Under 18” alone is not the whole answer.
  const isAgeKnown = person.ageScope !== null && (person.teenAge !== null || !isProtected(person, settings))
  const role = operatorRoleOf(person, settings)
  return {
    id: person.id,
    email: person.email,
    nickname: person.nickname,
    avatar: person.avatar,
    gender: person.gender,
    age_scope: person.ageScope,
    profile_complete: person.nickname !== '' && isAgeKnown,
    lang: person.lang,
    teen: isMinor(person.ageState),
    nsfw: person.nsfw && !isMinor(person.ageState),
    ...(person.blockedIds.length > 0 && { has_blocks: true }),
    ...(!canShowOffers(person.lastCrisisAt, now) && { offers_paused: true as const }),
    member: { active: isMember(person, now), update_time: person.memberUntilSeconds },
    wallet,
    is_admin: role !== null,
    operator_role: role,
    suspended: person.suspensionId !== null,
    created_at: person.createdAt.toISOString(),
  }
}
