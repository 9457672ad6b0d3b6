import { User } from '@everkin/contract/entities/people.ts'
import { testAccounts } from '@everkin/testing/account-services.ts'
import { asCaller as callerOf, createTestSession } from '@everkin/testing/builders.ts'
import { type IdentityIssuer, openIdentityIssuer } from '@everkin/testing/servers/identity-issuer.ts'
import { type OpenIdProvider, openOpenIdProvider } from '@everkin/testing/servers/openid-provider.ts'
import { openTestDatabase, testDatabaseKinds, testPostgresUrl } from '@everkin/testing/test-database.ts'
import { createRemoteJWKSet } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { createTokenVerifier } from '../../../providers/identity/token-verifier.ts'
import { deleteAccount } from '../deletion/delete-account.ts'
import { purgeSignInData } from '../deletion/purge-sign-in-data.ts'
import { identify } from '../sessions/identify.ts'
import { exportSignInMethods } from './sign-in-methods.ts'

let last = 0
const newSubject = () => `subject-${++last}-${Date.now()}`
let networks = 0
const asCaller: typeof callerOf = (overrides) =>
  callerOf({ network: `198.51.100.${++networks % 250}`, ...overrides } as typeof overrides & object)

type Trusted = Pick<IdentityIssuer, 'issuer' | 'audience' | 'jwksUrl'>

/** The calls, trusting the tokens of this issuer. */
function open(db: Database, trusted: Trusted) {
  const accounts = testAccounts(db)
  const { issuer, audience, jwksUrl } = trusted
  accounts.services.identities = createTokenVerifier({
    issuer,
    audience,
    keys: createRemoteJWKSet(new URL(jwksUrl), { cooldownDuration: 0, timeoutDuration: 1_000 }),
  })
  const { calls } = accounts
  const login = (
    uid: string,
    id_token: string,
    { type = 'google', caller = asCaller() }: { type?: 'google' | 'Facebook'; caller?: Caller } = {},
  ) => calls.firebaseLogin({ query: undefined, body: { type, uid, id_token } }, caller)
  return { ...accounts, calls, login }
}

const facebook = { firebase: { sign_in_provider: 'facebook.com' }, email_verified: false }

let issuer: IdentityIssuer
beforeAll(async () => {
  issuer = await openIdentityIssuer()
})
afterAll(() => issuer.close())

describe.each(testDatabaseKinds)('signing in with an identity on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  it('creates an account with its welcome messages, and signs in to it again', async () => {
    const { login, clock } = open(db, issuer)
    const [sub, email] = [newSubject(), `new.${last}@example.org`]
    const caller = asCaller({ isBrowser: false })
    const user = await login(sub, await issuer.sign({ sub, email }), { caller })
    expect(User.parse(user)).toMatchObject({ email, wallet: { message_num: 20 }, profile_complete: false })
    const halves = { token: user.token ?? '', secret: user.secret ?? '' }
    expect(await identify(db, halves, clock.now())).toMatchObject({ personId: user.id })
    const again = await login(sub, await issuer.sign({ sub, email: 'moved@example.org' }))
    expect(again).toMatchObject({ id: user.id, email, wallet: { message_num: 20 } })
  })

  it('joins the existing account with the address when the provider has verified it', async () => {
    const { login, calls, codeFor } = open(db, issuer)
    const [sub, email] = [newSubject(), `joined.${last}@example.org`]
    await calls.sendCode({ query: undefined, body: { email, purpose: 'login' } }, asCaller())
    const byCode = await calls.emailLogin({ query: undefined, body: { email, code: codeFor(email) } }, asCaller())
    const user = await login(sub, await issuer.sign({ sub, email: email.toUpperCase() }))
    expect(user.id).toBe(byCode.id)
    expect(await exportSignInMethods(db, user.id)).toMatchObject({ identities: [{ subject: sub, provider: 'google' }] })
  })

  it('AUTH-06: joins no account by an unverified address, and says what to do', async () => {
    const { login, mails } = open(db, issuer)
    const [sub, email] = [newSubject(), `unverified.${last}@example.org`]
    const mine = await login(sub, await issuer.sign({ sub, email }))
    const thief = newSubject()
    const token = await issuer.sign({ sub: thief, email, ...facebook })
    await expect(login(thief, token, { type: 'Facebook' })).rejects.toMatchObject({
      errorName: 'Conflict',
      textKey: 'identityAddress',
    })
    expect(await db.query('select 1 from identity where person_id = $1', [mine.id])).toHaveLength(1)
    expect(await db.query('select 1 from identity where subject = $1', [thief])).toHaveLength(0)
    expect(mails).toHaveLength(0)
  })

  it('AUTH-05: limits repeated attempts to find out whether an address has an account', async () => {
    const { login } = open(db, issuer)
    const [sub, email] = [newSubject(), `asked.${last}@example.org`]
    await login(sub, await issuer.sign({ sub, email }))
    const names: string[] = []
    for (let count = 1; count <= 21; count++) {
      const asker = newSubject()
      const token = await issuer.sign({ sub: asker, email, ...facebook })
      await login(asker, token, { type: 'Facebook' }).catch((error) => names.push(error.errorName))
    }
    expect(names).toEqual([...Array(20).fill('Conflict'), 'TooManyRequests'])
  })

  it('creates an account without an address for a person without a verified one', async () => {
    const { login, calls } = open(db, issuer)
    for (const claims of [{ email: undefined }, { email: `free.${++last}@example.org`, ...facebook }]) {
      const sub = newSubject()
      const type = 'firebase' in claims ? 'Facebook' : 'google'
      const user = await login(sub, await issuer.sign({ sub, ...claims }), { type })
      expect(user).toMatchObject({ email: null, wallet: { message_num: 20 } })
      expect((await login(sub, await issuer.sign({ sub, ...claims }), { type })).id).toBe(user.id)
      const identity = { personId: user.id, sessionId: 's', role: null, lang: 'en' as const }
      const setPassword = calls.setPassword(
        { query: undefined, body: { password: 'seven green lamps' } },
        asCaller({ identity }),
      )
      await expect(setPassword).rejects.toMatchObject({ errorName: 'NotAllowed' })
    }
  })

  it('AUTH-06: rejects a bare uid, another person’s uid, another provider, and a used token', async () => {
    const { login } = open(db, issuer)
    const sub = newSubject()
    const token = await issuer.sign({ sub, email: `used.${last}@example.org` })
    const refused = { errorName: 'IdentityNotValid' }
    await expect(login(sub, sub)).rejects.toMatchObject(refused)
    await expect(login('someone-else', token)).rejects.toMatchObject(refused)
    await expect(login(sub, token, { type: 'Facebook' })).rejects.toMatchObject(refused)
    await login(sub, token)
    await expect(login(sub, token)).rejects.toMatchObject(refused)
    expect(await db.query('select 1 from identity where subject = $1', [sub])).toHaveLength(1)
  })

  it('reports Unavailable while the keys cannot be fetched, and changes nothing', async () => {
    const away = await openIdentityIssuer()
    const { login } = open(db, away)
    const sub = newSubject()
    const token = await away.sign({ sub, email: undefined })
    away.answer(503)
    await expect(login(sub, token)).rejects.toMatchObject({ errorName: 'Unavailable' })
    away.answer(null)
    expect((await login(sub, token)).email).toBeNull()
    await away.close()
  })

  it('A4: recognises "under 18" by the identity, even from another browser and after a deleted account', async () => {
    const { login, calls, services } = open(db, issuer)
    const sub = newSubject()
    const sign = () => issuer.sign({ sub, email: undefined })
    const user = await login(sub, await sign())
    const identity = { personId: user.id, sessionId: 's', role: null, lang: 'en' as const }
    const body = { nickname: 'Robin', gender: null, age_scope: 1 as const }
    await calls.profile({ query: undefined, body }, asCaller({ identity }))
    await deleteAccount(services, user.id)
    const again = await login(sub, await sign())
    expect(again.id).not.toBe(user.id)
    expect(again).toMatchObject({ teen: true, age_scope: 1 })
  })

  it('D2: deletes identity and password with the account, and used tokens once they have expired', async () => {
    const { login, calls, services, clock } = open(db, issuer)
    const [sub, email] = [newSubject(), `gone.${last}@example.org`]
    const user = await login(sub, await issuer.sign({ sub, email }))
    const { identity } = await createTestSession(db, user, clock.now())
    await calls.setPassword({ query: undefined, body: { password: 'seven green lamps' } }, asCaller({ identity }))
    const exported = await exportSignInMethods(db, user.id)
    expect(exported.password_set_at).toEqual(clock.now())
    await deleteAccount(services, user.id)
    expect(await exportSignInMethods(db, user.id)).toEqual({ password_set_at: null, identities: [] })
    await purgeSignInData(db, clock.now())
    expect(await db.query('select 1 from identity_token')).not.toHaveLength(0)
    clock.advance(3_700_000)
    await purgeSignInData(db, clock.now())
    expect(await db.query('select 1 from identity_token')).toHaveLength(0)
  })
})

describe('a real OpenID provider', () => {
  let db: Database
  let drop: () => Promise<void>
  let provider: OpenIdProvider
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase('embedded'))
    provider = await openOpenIdProvider()
  })
  afterAll(async () => {
    await provider.close()
    await drop()
  })

  it('accepts the tokens of its own flow and no others', async () => {
    const { login, clock } = open(db, provider)
    clock.set(new Date().toISOString()) // an OpenID provider of its own uses the real time
    const { uid, idToken } = await provider.signIn('robin')
    const other = await provider.signIn('marlow')
    await expect(login(other.uid, idToken)).rejects.toMatchObject({ errorName: 'IdentityNotValid' })
    expect(await login(uid, idToken)).toMatchObject({ email: 'robin@example.org' })
    const elsewhere = open(db, { ...provider, audience: 'another-client' })
    elsewhere.clock.set(new Date().toISOString())
    await expect(elsewhere.login(other.uid, other.idToken)).rejects.toMatchObject({ errorName: 'IdentityNotValid' })
    clock.advance(660_000)
    await expect(login(other.uid, other.idToken)).rejects.toMatchObject({ errorName: 'IdentityNotValid' })
  })
})

describe.runIf(testPostgresUrl)('races of identities on PostgreSQL', () => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase('postgres'))
  })
  afterAll(() => drop())

  it.each([
    ['with an address', { email: 'race@example.org' }],
    ['without one', { email: undefined }],
  ])('creates one account for 50 parallel first sign-ins of one identity %s', async (_name, claims) => {
    const { login } = open(db, issuer)
    const sub = newSubject()
    const tokens = await Promise.all(Array.from({ length: 50 }, () => issuer.sign({ sub, ...claims })))
    const people = await Promise.all(tokens.map((token) => login(sub, token)))
    expect(new Set(people.map(({ id }) => id)).size).toBe(1)
    expect(people.map(({ wallet }) => wallet.message_num)).toEqual(Array(50).fill(20))
    const email = claims.email ?? null
    expect(await db.query('select 1 from person where email is not distinct from $1', [email])).toHaveLength(1)
  })

  it('opens one session for one token that is sent 50 times at once', async () => {
    const { login } = open(db, issuer)
    const sub = newSubject()
    const token = await issuer.sign({ sub, email: 'once@example.org' })
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => login(sub, token)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const person = "(select id from person where email = 'once@example.org')"
    expect(await db.query(`select 1 from session where person_id = ${person}`)).toHaveLength(1)
  })

  it('creates one account when a code and an identity prove one address at the same moment', async () => {
    const { login, calls, codeFor } = open(db, issuer)
    const [sub, email] = [newSubject(), 'both@example.org']
    await calls.sendCode({ query: undefined, body: { email, purpose: 'login' } }, asCaller())
    const token = await issuer.sign({ sub, email })
    const [byCode, byToken] = await Promise.all([
      calls.emailLogin({ query: undefined, body: { email, code: codeFor(email) } }, asCaller()),
      login(sub, token),
    ])
    expect(byToken.id).toBe(byCode.id)
  })
})
