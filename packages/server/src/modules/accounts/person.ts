import { isLocale, type Locale } from '@everkin/contract/locales.ts'
import type { OperatorRole } from '@everkin/contract/operator-roles.ts'
import { onlyRow, type Queryable, type Transaction } from '../../platform/db/database.ts'
import type { AgeState, TeenAge } from '../safety/module.ts'
import { addUserRev, lockPerson, type PersonRow, selectPerson, updateMemberUntil } from './person-store.ts'

export interface Person {
  id: string
  /** Lower case. */
  email: string | null
  nickname: string
  avatar: string | null
  gender: 0 | 1 | 2 | null
  ageScope: 1 | 2 | 3 | 4 | null
  ageState: AgeState
  /** What someone under 18 said where teens are served: a bucket, see `TeenAge`. */
  teenAge: TeenAge | null
  /** The last age check; its result is the age state. */
  ageCheckedAt: Date | null
  adultConfirmedAt: Date | null
  nsfw: boolean
  lang: Locale
  timeZone: string | null
  /** The zone before the last change, and when that was. */
  keptTimeZone: string | null
  timeZoneChangedAt: Date | null
  /** Unix seconds; 0 for a person who was never a member. */
  memberUntilSeconds: number
  userRev: number
  lastCrisisAt: Date | null
  /** Increases with every change to the person's lorebooks; 0 for someone who never had one. */
  loreRev: number
  /** How many replies a guest may still ask for; null for an account. */
  guestMessagesLeft: number | null
  createdAt: Date
  /** The cards and people that they have blocked (`modules/characters/blocks.ts`). */
  blockedIds: readonly string[]
  /** Whether they want to be reminded to take a break. */
  breakReminder: boolean
  /** Nobody has an older account on this server. */
  isFirst: boolean
  /** The role that an owner gave; see `operatorRoleOf` for the one that counts. */
  operatorRole: OperatorRole | null
  /** The suspension that is in force, or null. */
  suspensionId: string | null
}

/** Converts a row to a Person. The casts are safe because only this module writes these columns. */
export function personFromRow(row: PersonRow): Person {
  return {
    id: row.id,
    email: row.email,
    nickname: row.nickname,
    avatar: row.avatar,
    gender: row.gender as Person['gender'],
    ageScope: row.age_scope as Person['ageScope'],
    ageState: row.age_state as AgeState,
    teenAge: row.teen_age as Person['teenAge'],
    ageCheckedAt: row.age_checked_at,
    adultConfirmedAt: row.adult_confirmed_at,
    nsfw: row.nsfw,
    lang: isLocale(row.lang) ? row.lang : 'en',
    timeZone: row.time_zone,
    keptTimeZone: row.kept_time_zone,
    timeZoneChangedAt: row.time_zone_changed_at,
    memberUntilSeconds: row.member_until,
    userRev: row.user_rev,
    lastCrisisAt: row.last_crisis_at,
    loreRev: row.lore_rev,
    guestMessagesLeft: row.guest_messages_left,
    createdAt: row.created_at,
    blockedIds: row.blocked_ids,
    breakReminder: row.break_reminder,
    isFirst: row.is_first,
    operatorRole: row.operator_role as Person['operatorRole'],
    suspensionId: row.suspension_id,
  }
}

/** The person with this id, or null. */
export async function loadPerson(db: Queryable, personId: string): Promise<Person | null> {
  const row = onlyRow(await selectPerson(db, personId))
  return row ? personFromRow(row) : null
}

/** Loads the person and locks their row until the transaction ends (lock order: person first). */
export async function lockPersonRow(tx: Transaction, personId: string): Promise<Person | null> {
  const row = onlyRow(await lockPerson(tx, personId))
  return row ? personFromRow(row) : null
}

/**
 * Increments the person's `user_rev` and returns it. The row stays locked until the transaction ends, so that a reader
 * never skips a revision. Returns 0 when the person no longer exists.
 */
export async function bumpUserRev(tx: Transaction, personId: string): Promise<number> {
  return onlyRow(await addUserRev(tx, personId))?.user_rev ?? 0
}

/** Whether the person is a member at this instant (WAL-11). */
export function isMember(person: Pick<Person, 'memberUntilSeconds'>, now: Date): boolean {
  return person.memberUntilSeconds * 1000 > now.getTime()
}

/**
 * Sets the end of the membership, in unix seconds. The caller holds the person's lock and increments their revision.
 */
export async function setMemberUntil(tx: Transaction, personId: string, memberUntilSeconds: number): Promise<void> {
  if (!Number.isSafeInteger(memberUntilSeconds) || memberUntilSeconds < 0) throw new Error('not a time in unix seconds')
  await updateMemberUntil(tx, personId, memberUntilSeconds)
}
