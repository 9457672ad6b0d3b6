/**
 * A person's part in the statement that stores a message: takes their next revision and moves the clock of continued
 * use on (H1: it starts afresh after an hour of silence), but only while age, adult mode and membership are what the
 * turn was checked with (AZ-03). Defines `talking_person (user_rev, since, "lastNoticeAt")`.
 */
export function talkingPersonCte(person: {
  id: string
  ageState: string
  nsfw: string
  memberUntil: string
  now: string
}): string {
  return `talking_person as (
      update person set user_rev = user_rev + 1, last_talk_at = ${person.now}::timestamptz,
        talking_since = case when talking_since is null or last_talk_at <= ${person.now}::timestamptz - interval '1 hour'
          then ${person.now}::timestamptz else talking_since end
      where id = ${person.id}::text and age_state = ${person.ageState}::text and nsfw = ${person.nsfw}::boolean
        and member_until = ${person.memberUntil}::bigint
      returning user_rev, talking_since as since, last_ai_notice_at as "lastNoticeAt")`
}
