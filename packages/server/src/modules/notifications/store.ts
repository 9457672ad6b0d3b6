import type { Locale } from '@everkin/contract/locales.ts'
import { onlyRow, type Queryable } from '../../platform/db/database.ts'
import type { PushAddress } from './push-sender.ts'

export interface Subscription extends PushAddress {
  sessionId: string
  personId: string
  locale: Locale
  replies: boolean
  proactiveMessages: boolean
}

const COLUMNS = `session_id as "sessionId", person_id as "personId", endpoint, p256dh, auth, locale, replies,
  remarks as "proactiveMessages"`

export async function findSubscription(db: Queryable, sessionId: string): Promise<Subscription | null> {
  return onlyRow(
    await db.query<Subscription>(`select ${COLUMNS} from push_subscription where session_id = $1`, [sessionId]),
  )
}

export function listSubscriptions(
  db: Queryable,
  personId: string,
  kind: 'replies' | 'proactiveMessages',
): Promise<Subscription[]> {
  return db.query<Subscription>(
    `select ${COLUMNS} from push_subscription where person_id = $1 and case $2 when 'replies' then replies else remarks end
       and person_id in (select id from person where age_state in ('declared_adult', 'verified_adult'))`,
    [personId, kind],
  )
}

export async function saveSubscription(db: Queryable, subscription: Subscription, now: Date): Promise<void> {
  const { sessionId, personId, endpoint, p256dh, auth, locale, replies, proactiveMessages } = subscription
  await db.query(
    `insert into push_subscription (session_id, person_id, endpoint, p256dh, auth, locale, replies, remarks, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (session_id) do update set endpoint = $3, p256dh = $4, auth = $5, locale = $6, replies = $7, remarks = $8`,
    [sessionId, personId, endpoint, p256dh, auth, locale, replies, proactiveMessages, now],
  )
}

export async function deleteSubscription(db: Queryable, sessionId: string): Promise<void> {
  await db.query('delete from push_subscription where session_id = $1', [sessionId])
}

export async function erasePushData(db: Queryable, personId: string): Promise<void> {
  await db.query('delete from push_subscription where person_id = $1', [personId])
  await db.query('delete from remark where person_id = $1', [personId])
}

/** A chat that may be due for a proactive message, as far as the database alone can tell. */
export interface ProactiveCandidate {
  personId: string
  chatId: string
  lastTalkAt: Date
  lastSentAt: Date | null
  isUnanswered: boolean
  timeZone: string | null
  lastCrisisAt: Date | null
}

/**
 * For each person who wants proactive messages, the chat they used last, if it has been quiet for a day. Groups are
 * left out, since no particular member would speak. In the order of the people’s ids, after the one in `afterId`, so that
 * everyone is reached page by page, whoever else is waiting.
 */
export function listProactiveCandidates(
  db: Queryable,
  {
    quietSince,
    goneSince,
    lastSentBefore,
    afterId,
    limit,
  }: { quietSince: Date; goneSince: Date; lastSentBefore: Date; afterId: string; limit: number },
): Promise<ProactiveCandidate[]> {
  return db.query<ProactiveCandidate>(
    `select person.id as "personId", chat.id as "chatId", chat.updated_at as "lastTalkAt", remark.made_at as "lastSentAt",
       coalesce(remark.chat_id = chat.id and remark.seq = chat.leaf_seq, false) as "isUnanswered",
       person.time_zone as "timeZone", person.last_crisis_at as "lastCrisisAt"
     from (select distinct person_id from push_subscription where remarks) wanting
     join person on person.id = wanting.person_id and person.age_state in ('declared_adult', 'verified_adult')
     join lateral (
       select id, type, updated_at, leaf_seq from chat
       where person_id = person.id and deleted_at is null order by updated_at desc limit 1
     ) chat on chat.type = 'single' and chat.updated_at <= $1 and chat.updated_at > $2
     left join remark on remark.person_id = person.id
     where (remark.made_at is null or remark.made_at <= $3) and person.id > $4
     order by person.id limit $5`,
    [quietSince, goneSince, lastSentBefore, afterId, limit],
  )
}

/** Claims this day's proactive message for one process; false when it is already claimed. */
export async function claimProactiveMessage(
  db: Queryable,
  personId: string,
  chatId: string,
  now: Date,
  lastSentBefore: Date,
): Promise<boolean> {
  const rows = await db.query(
    `insert into remark (person_id, chat_id, made_at) values ($1, $2, $3)
     on conflict (person_id) do update set chat_id = $2, seq = null, made_at = $3 where remark.made_at <= $4
     returning person_id`,
    [personId, chatId, now, lastSentBefore],
  )
  return rows.length === 1
}

/** Notes which message it became, to tell whether it has been answered. */
export async function saveProactiveMessage(db: Queryable, personId: string, seq: number): Promise<void> {
  await db.query('update remark set seq = $2 where person_id = $1', [personId, seq])
}

/** For the export of a person's data. */
export function exportSubscriptions(db: Queryable, personId: string): Promise<Record<string, unknown>[]> {
  return db.query(
    `select device, replies, remarks as proactive_messages, push_subscription.created_at from push_subscription join session on session.id = session_id
     where push_subscription.person_id = $1 order by 4`,
    [personId],
  )
}
