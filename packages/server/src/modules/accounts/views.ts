import type { User, Wallet } from '@everkin/contract/types.ts'
import type { Settings } from '../../platform/config.ts'
import { isMinor } from '../safety/module.ts'
import { isMember, type Person } from './person.ts'

/** The wire form of a person, for themselves. */
export function userView(person: Person, wallet: Wallet, settings: Pick<Settings, 'adminEmails'>, now: Date): User {
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
    member: { active: isMember(person, now), update_time: person.memberUntilSeconds },
    wallet,
    is_admin: person.email !== null && settings.adminEmails.includes(person.email),
    created_at: person.createdAt.toISOString(),
  }
}
