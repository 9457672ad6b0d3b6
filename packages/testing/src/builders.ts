import { loadPerson, type Person } from '@everkin/server/modules/accounts/person.ts'
import { hashSecret } from '@everkin/server/modules/accounts/sessions/identify.ts'
import { grant } from '@everkin/server/modules/wallet/charge.ts'
import type { Database } from '@everkin/server/platform/db/database.ts'
import type { Caller, Identity, SignedInCaller } from '@everkin/server/platform/http/caller.ts'
import { newId, newSecret } from '@everkin/server/platform/ids.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')

/** Stores a person, by default an adult with a complete profile, and a balance of free messages. */
export async function createTestPerson(
  db: Database,
  options: Partial<Omit<Person, 'userRev'>> & { messages?: number; coins?: number } = {},
): Promise<Person> {
  const id = options.id ?? newId()
  const now = options.createdAt ?? NOW
  await db.query(
    `insert into person (id, email, nickname, avatar, gender, age_scope, age_state, adult_confirmed_at, nsfw, lang,
       time_zone, member_until, last_crisis_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      id,
      options.email === undefined ? `${id.toLowerCase()}@example.org` : options.email,
      options.nickname ?? 'Robin',
      options.avatar ?? null,
      options.gender ?? null,
      options.ageScope === undefined ? 3 : options.ageScope,
      options.ageState ?? 'declared_adult',
      options.adultConfirmedAt ?? null,
      options.nsfw ?? false,
      options.lang ?? 'en',
      options.timeZone ?? null,
      options.memberUntilSeconds ?? 0,
      options.lastCrisisAt ?? null,
      now,
    ],
  )
  const gift = { personId: id, cause: 'newAccount', ref: null, now }
  // Without notifications, because no devices are connected yet.
  const silent = { query: db.query, afterCommit: () => undefined }
  await grant(silent, { ...gift, asset: 'message', amount: options.messages ?? 20, key: `builder:message:${id}` })
  await grant(silent, { ...gift, asset: 'coin', amount: options.coins ?? 0, key: `builder:coin:${id}` })
  const person = await loadPerson(db, id)
  if (!person) throw new Error('the person was not stored')
  return person
}

/** A person with a session, and both parts of its credentials. */
export async function createSignedInTestPerson(
  db: Database,
  options: Parameters<typeof createTestPerson>[1] & { now?: Date } = {},
): Promise<{ person: Person; sessionId: string; token: string; secret: string; identity: Identity }> {
  const person = await createTestPerson(db, options)
  return { person, ...(await createTestSession(db, person, options.now)) }
}

/** A session of this person that has just begun, and both parts of its credentials. */
export async function createTestSession(db: Database, person: Pick<Person, 'id' | 'lang'>, now = NOW) {
  const [sessionId, token, secret] = [newId(), newSecret(), newSecret()]
  await db.query(
    `insert into session (id, person_id, token_hash, secret_hash, device, created_at, last_seen_at,
       authenticated_at)
     values ($1, $2, $3, $4, 'Firefox on Linux', $5, $5, $5)`,
    [sessionId, person.id, hashSecret(token), hashSecret(secret), now],
  )
  return { sessionId, token, secret, identity: identityOf(person, sessionId) }
}

/** The identity of a session of this person. */
export function identityOf(person: Pick<Person, 'id' | 'lang'>, sessionId = 'session-of-a-test'): Identity {
  return { personId: person.id, sessionId, role: null, lang: person.lang }
}

/** A caller like the server's for a request, and the `Set-Cookie` headers of its handler. */
export function asCaller<Overrides extends Partial<Caller>>(
  options: Overrides = {} as Overrides, // all options are optional
): (Overrides extends { identity: Identity } ? SignedInCaller : Caller) & { setCookies: string[] } {
  const setCookies: string[] = []
  const caller: Caller & { setCookies: string[] } = {
    identity: null,
    guest: null,
    locale: 'en',
    network: '192.0.2.1',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    deviceType: 1,
    timeZone: null,
    country: undefined,
    languageRegion: null,
    wantsEvents: false,
    isBrowser: true,
    isSecure: false,
    cookies: {},
    requestId: 'request-of-a-test',
    disconnectSignal: () => new AbortController().signal,
    setCookie: (line) => setCookies.push(line),
    setCookies,
    ...options,
  }
  // There is an identity exactly when the options name one.
  return caller as ReturnType<typeof asCaller<Overrides>>
}

/** Callers from one browser, which keeps the cookies that it is sent. */
export function createTestBrowser(options: Partial<Caller> = {}) {
  const cookies: Record<string, string> = {}
  const setCookie = (line: string) => {
    const [, name = '', value = '', maxAge] = /^([^=]+)=([^;]*);.*Max-Age=(\d+)/.exec(line) ?? []
    if (maxAge === '0') delete cookies[name]
    else cookies[name] = value
  }
  return {
    cookies,
    caller: <Overrides extends Partial<Caller>>(
      overrides: Overrides = {} as Overrides, // all overrides are optional
    ) => asCaller({ ...options, ...overrides, cookies, setCookie }),
  }
}
