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

/** The subscriptions of a person to a kind of notification; none for people who are not adults. */
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

/** Deletes a subscription that its push service has revoked, unless the browser has sent another since. */
export async function deleteRevoked(db: Queryable, sessionId: string, endpoint: string): Promise<void> {
  await db.query('delete from push_subscription where session_id = $1 and endpoint = $2', [sessionId, endpoint])
}

export async function erasePushData(db: Queryable, personId: string): Promise<void> {
  await db.query('delete from push_subscription where person_id = $1', [personId])
  await db.query('delete from remark where person_id = $1', [personId])
}

/** A chat that may be due for a proactive message, as far as the database alone can tell. */
export interface ProactiveCandidate {
  personId: string
  chatId: string
  lastMessageAt: Date
  lastSentAt: Date | null
  isUnanswered: boolean
  timeZone: string | null
  lastCrisisAt: Date | null
}

/**
 * For each person who wants proactive messages, the chat they used last, if it has been quiet for a day. Groups are
 * left out, since no particular member would speak. In the order of the people’s ids, after the one in `afterId`, so that
 * everyone is reached page by page, whoever else is waiting: `lastId` is null after the last page.
 */
export async function listProactiveCandidates(
  db: Queryable,
  {
    quietSince,
    activeSince,
    lastSentBefore,
    afterId,
    limit,
  }: { quietSince: Date; activeSince: Date; lastSentBefore: Date; afterId: string; limit: number },
): Promise<{ candidates: ProactiveCandidate[]; lastId: string | null }> {
  type Subscriber = Pick<ProactiveCandidate, 'personId' | 'lastSentAt' | 'timeZone' | 'lastCrisisAt'> & {
    lastChatId: string | null
    lastSeq: number | null
  }
  const people = await db.query<Subscriber>(
    `select person.id as "personId", remark.made_at as "lastSentAt", remark.chat_id as "lastChatId",
       remark.seq as "lastSeq", person.time_zone as "timeZone", person.last_crisis_at as "lastCrisisAt"
     from (select distinct person_id from push_subscription where remarks) subscriber
     join person on person.id = subscriber.person_id and person.age_state in ('declared_adult', 'verified_adult')
     left join remark on remark.person_id = person.id
     where (remark.made_at is null or remark.made_at <= $1) and person.id > $2
     order by person.id limit $3`,
    [lastSentBefore, afterId, limit],
  )
  const lastId = people.length < limit ? null : (people.at(-1)?.personId ?? null)
  if (people.length === 0) return { candidates: [], lastId }
  // A statement of its own, because a join of people with their newest chats is not possible on Citus.
  const chats = await db.query<{ personId: string; id: string; leafSeq: number; updatedAt: Date }>(
    `select person_id as "personId", id, leaf_seq as "leafSeq", updated_at as "updatedAt"
     from (select distinct on (person_id) person_id, id, type, leaf_seq, updated_at from chat
       where person_id = any($1::text[]) and deleted_at is null order by person_id, updated_at desc) newest
     where type = 'single' and updated_at <= $2 and updated_at > $3`,
    [people.map(({ personId }) => personId), quietSince, activeSince],
  )
  const chatOf = new Map(chats.map((chat) => [chat.personId, chat]))
  const candidates = people.flatMap(({ lastChatId, lastSeq, ...person }) => {
    const chat = chatOf.get(person.personId)
    if (!chat) return []
    const isUnanswered = lastChatId === chat.id && lastSeq === chat.leafSeq
    return [{ ...person, chatId: chat.id, lastMessageAt: chat.updatedAt, isUnanswered }]
  })
  return { candidates, lastId }
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

/** Stores which message was sent, to tell later whether it has been answered. */
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
