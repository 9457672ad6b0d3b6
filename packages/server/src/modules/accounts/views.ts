import type { User, Wallet } from '@everkin/contract/types.ts'
import { isMinor } from '../safety/module.ts'
import { type OperatorSettings, operatorRoleOf } from './operator.ts'
import { isMember, type Person } from './person.ts'

/** The wire form of a person, for themselves. */
export function userView(person: Person, wallet: Wallet, settings: OperatorSettings, now: Date): User {
  const role = operatorRoleOf(person, settings)
  return {
    id: person.id,
    email: person.email,
    nickname: person.nickname,
    avatar: person.avatar,
    gender: person.gender,
    age_scope: person.ageScope,
    profile_complete: person.nickname !== '' && person.ageScope !== null,
    lang: person.lang,
    teen: isMinor(person.ageState),
    nsfw: person.nsfw && !isMinor(person.ageState),
    ...(person.blockedIds.length > 0 && { has_blocks: true }),
    member: { active: isMember(person, now), update_time: person.memberUntilSeconds },
    wallet,
    is_admin: role !== null,
    operator_role: role,
    suspended: person.suspensionId !== null,
    created_at: person.createdAt.toISOString(),
  }
}
