import type { Queryable, Transaction } from '../../platform/db/database.ts'

/** A row of `person`, with the column names that every statement selects. */
export interface PersonRow {
  id: string
  email: string | null
  nickname: string
  avatar: string | null
  gender: number | null
  age_scope: number | null
  age_state: string
  teen_age: number | null
  age_checked_at: Date | null
  adult_confirmed_at: Date | null
  nsfw: boolean
  lang: string
  time_zone: string | null
  kept_time_zone: string | null
  time_zone_changed_at: Date | null
  member_until: number
  user_rev: number
  last_crisis_at: Date | null
  lore_rev: number
  guest_messages_left: number | null
  created_at: Date
  blocked_ids: string[]
  break_reminder: boolean
  is_first: boolean
  operator_role: string | null
  suspension_id: string | null
}

/**
 * `is_first` of an inserted row: the statement does not see the row itself, so no account means the first one. A guest
 * is never the first.
 */
export const PERSON_COLUMNS = `p.id, p.email, p.nickname, p.avatar, p.gender, p.age_scope, p.age_state, p.teen_age, p.age_checked_at, p.adult_confirmed_at, p.nsfw,
  p.lang, p.time_zone, p.kept_time_zone, p.time_zone_changed_at, p.member_until, p.user_rev, p.last_crisis_at, p.lore_rev, p.guest_messages_left, p.created_at,
  p.break_reminder, p.operator_role, p.suspension_id,
  array(select target_id from block where person_id = p.id) as blocked_ids,
  p.guest_messages_left is null and coalesce(p.id = (select first.id from person first
    where first.guest_messages_left is null order by first.created_at, first.id limit 1), true) as is_first`

export function selectPerson(db: Queryable, personId: string): Promise<PersonRow[]> {
  return db.query<PersonRow>(`select ${PERSON_COLUMNS} from person p where p.id = $1`, [personId])
}

export function selectPersonByEmail(db: Queryable, email: string): Promise<PersonRow[]> {
  return db.query<PersonRow>(`select ${PERSON_COLUMNS} from person p where p.email = $1`, [email])
}

/** People whose addresses have this local part, ignoring dots and the plus suffix. Uses an index. */
export function selectPeopleByMailbox(db: Queryable, name: string): Promise<{ id: string; email: string }[]> {
  return db.query<{ id: string; email: string }>(
    "select id, email from person where replace(split_part(split_part(email, '@', 1), '+', 1), '.', '') = $1",
    [name],
  )
}

export function addUserRev(tx: Transaction, personId: string): Promise<{ user_rev: number }[]> {
  return tx.query<{ user_rev: number }>('update person set user_rev = user_rev + 1 where id = $1 returning user_rev', [
    personId,
  ])
}

/** Inserts the person, or returns nothing when the address already has one. Without an address it always inserts. */
export function insertPerson(
  tx: Transaction,
  person: { id: string; email: string | null; lang: string; timeZone: string | null; now: Date },
): Promise<PersonRow[]> {
  return tx.query<PersonRow>(
    `insert into person as p (id, email, lang, time_zone, created_at) values ($1, $2, $3, $4, $5)
     on conflict (email) do nothing returning ${PERSON_COLUMNS}`,
    [person.id, person.email, person.lang, person.timeZone, person.now],
  )
}

/** Inserts a guest, who has just said that they are an adult. */
export function insertGuest(
  tx: Transaction,
  guest: { id: string; lang: string; timeZone: string | null; messages: number; now: Date },
): Promise<PersonRow[]> {
  return tx.query<PersonRow>(
    `insert into person as p (id, lang, time_zone, age_state, guest_messages_left, created_at)
     values ($1, $2, $3, 'declared_adult', $4, $5) returning ${PERSON_COLUMNS}`,
    [guest.id, guest.lang, guest.timeZone, guest.messages, guest.now],
  )
}

/** The oldest guests who began at this time or before. */
export function selectGuestsBefore(db: Queryable, before: Date, limit: number): Promise<{ id: string }[]> {
  return db.query<{ id: string }>(
    `select id from person where guest_messages_left is not null and created_at <= $1 order by created_at limit $2`,
    [before, limit],
  )
}

export function updateProfile(
  tx: Transaction,
  personId: string,
  profile: {
    nickname: string
    gender: number | null
    ageScope: number | null
    ageState: string
    teenAge: number | null
    avatar: string | null
    lang: string
    nsfw: boolean
    adultConfirmedAt: Date | null
  },
): Promise<PersonRow[]> {
  return tx.query<PersonRow>(
    `update person p set nickname = $2, gender = $3, age_scope = $4, age_state = $5, avatar = $6, lang = $7,
       nsfw = $8, adult_confirmed_at = $9, teen_age = $10, user_rev = user_rev + 1
     where p.id = $1 returning ${PERSON_COLUMNS}`,
    [
      personId,
      profile.nickname,
      profile.gender,
      profile.ageScope,
      profile.ageState,
      profile.avatar,
      profile.lang,
      profile.nsfw,
      profile.adultConfirmedAt,
      profile.teenAge,
    ],
  )
}

export function updateAge(
  tx: Transaction,
  personId: string,
  age: { ageScope: number; ageState: string },
): Promise<PersonRow[]> {
  return tx.query<PersonRow>(
    `update person p set age_scope = $2, age_state = $3 where p.id = $1 returning ${PERSON_COLUMNS}`,
    [personId, age.ageScope, age.ageState],
  )
}

/** Locks the person's row, so that concurrent changes see each other. */
export function lockPerson(tx: Transaction, personId: string): Promise<PersonRow[]> {
  return tx.query<PersonRow>(`select ${PERSON_COLUMNS} from person p where p.id = $1 for update`, [personId])
}

export function updateAdultContent(
  tx: Transaction,
  personId: string,
  content: { on: boolean; confirmedAt: Date | null },
): Promise<PersonRow[]> {
  return tx.query<PersonRow>(
    `update person p set nsfw = $2, adult_confirmed_at = coalesce($3, adult_confirmed_at), user_rev = user_rev + 1
     where p.id = $1 returning ${PERSON_COLUMNS}`,
    [personId, content.on, content.confirmedAt],
  )
}

export async function updateMemberUntil(tx: Transaction, personId: string, memberUntil: number): Promise<void> {
  await tx.query('update person set member_until = $2 where id = $1', [personId, memberUntil])
}

/** Keeps the later of the known and the given moment. */
export async function updateLastCrisis(tx: Transaction, personId: string, at: Date): Promise<void> {
  await tx.query('update person set last_crisis_at = greatest(last_crisis_at, $2::timestamptz) where id = $1', [
    personId,
    at,
  ])
}

/** The zone before the first change within a day is kept beside the new one. */
export async function updateTimeZone(db: Queryable, personId: string, timeZone: string, now: Date): Promise<void> {
  const isFirst = `time_zone is not null
    and coalesce(time_zone_changed_at <= $3::timestamptz - interval '1 day', true)`
  await db.query(
    `update person set time_zone = $2, kept_time_zone = case when ${isFirst} then time_zone else kept_time_zone end,
       time_zone_changed_at = case when ${isFirst} then $3 else time_zone_changed_at end
     where id = $1 and time_zone is distinct from $2`,
    [personId, timeZone, now],
  )
}

export async function deletePerson(tx: Transaction, personId: string): Promise<void> {
  await tx.query('delete from person where id = $1', [personId])
}

/** When the current stretch of use began and when the person was last reminded that it is an AI (H1). */
export function selectContinuousUse(
  db: Queryable,
  personId: string,
): Promise<{ talkingSince: Date | null; lastTalkAt: Date | null; lastAiNoticeAt: Date | null }[]> {
  return db.query(
    `select talking_since as "talkingSince", last_talk_at as "lastTalkAt", last_ai_notice_at as "lastAiNoticeAt"
     from person where id = $1`,
    [personId],
  )
}
