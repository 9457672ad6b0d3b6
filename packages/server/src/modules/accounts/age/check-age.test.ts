import { randomUUID } from 'node:crypto'
import { type IdentityIssuer, openIdentityIssuer } from '@everkin/testing/servers/identity-issuer.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readAgeClaim } from './age-provider.ts'

const IDENTITY_NOT_VALID = 3003
const UNAVAILABLE = 9002
const AGE_NOT_OPEN = 1010

let issuer: IdentityIssuer
let server: TestServer
let teens: TestServer

beforeAll(async () => {
  issuer = await openIdentityIssuer()
  const settings = {
    AGE_CHECK_ISSUER: issuer.issuer,
    AGE_CHECK_CLIENT_ID: issuer.audience,
    AGE_CHECK_CLIENT_SECRET: 'a secret of the client',
    AGE_CHECK_NAME: 'Age Check Ltd',
    AGE_CHECK_CLAIM: 'age_over_18',
    NSFW_AGE_RULE: 'verified',
    NSFW_ENABLED: 'on',
  }
  server = await startTestServer({ settings })
  teens = await startTestServer({
    database: server.context.database,
    settings: { ...settings, AUDIENCE: 'adults_and_teens', AGE_CHECK_CLAIM: 'age' },
  })
}, 60_000)
afterAll(async () => {
  await server.end()
  await teens.end()
  await issuer.close()
})
beforeEach(() => issuer.answer(null))

const createTestPerson = (at: TestServer = server) => at.signIn(`checked-${randomUUID()}@example.org`)
const infoOf = async (person: TestPerson) => (await person.call('GET /api/account/ageCheck')).data
const stateOf = async (person: TestPerson, at: TestServer = server) =>
  (
    await at.context.database.query<{ age_state: string }>('select age_state from person where id = $1', [
      person.user.id,
    ])
  )[0]?.age_state

/** Begins a check, lets the provider answer with these claims, and ends it. */
async function check(person: TestPerson, claims: Record<string, unknown>, more: Record<string, unknown> = {}) {
  const begun = await begin(person)
  await answerWith(begun, claims, more)
  return finish(person, begun.state)
}

async function begin(person: TestPerson) {
  const { data } = await person.call('POST /api/account/startAgeCheck')
  const url = new URL(data.url)
  return { url, state: url.searchParams.get('state') ?? '', nonce: url.searchParams.get('nonce') ?? '' }
}

async function answerWith(begun: { nonce: string }, claims: Record<string, unknown>, more = {}) {
  const idToken = await issuer.sign({ nonce: begun.nonce, ...claims }, new Date())
  issuer.giveTokens({ idToken, ...more })
}

const finish = (person: TestPerson, state: string) =>
  person.call('POST /api/account/finishAgeCheck', { body: { state, code: 'a code' } })

describe('N2, A6: what an age check changes', () => {
  it('opens adult content that asks for one, and not before', async () => {
    const person = await createTestPerson()
    expect((await person.call('POST /api/account/confirmAge', { body: { over_18: true } })).code).toBe(AGE_NOT_OPEN)
    expect(await infoOf(person)).toEqual({ provider: 'Age Check Ltd', result: null, checked_at: null, needed: true })
    expect((await check(person, { age_over_18: true })).code).toBe(1)
    expect(await stateOf(person)).toBe('verified_adult')
    expect(await infoOf(person)).toMatchObject({ result: 'adult', checked_at: expect.any(String), needed: false })
    expect((await person.call('POST /api/account/confirmAge', { body: { over_18: true } })).data.nsfw).toBe(true)
  })

  it('sends the browser to the provider with PKCE, state and nonce, and the code with the verifier', async () => {
    const person = await createTestPerson()
    const begun = await begin(person)
    expect(begun.url.origin + begun.url.pathname).toBe(`${issuer.issuer}/auth`)
    expect(Object.fromEntries(begun.url.searchParams)).toMatchObject({
      client_id: issuer.audience,
      response_type: 'code',
      scope: 'openid',
      code_challenge_method: 'S256',
      redirect_uri: `${server.context.siteUrl()}/age-check`,
    })
    await answerWith(begun, { age_over_18: true })
    await finish(person, begun.state)
    expect(issuer.tokenRequests.at(-1)?.get('code_verifier')).toMatch(/^[\w-]{43}$/)
  })

  it('finds someone under 18: sockets close, adult content ends, and it is remembered', async () => {
    const person = await createTestPerson()
    await check(person, { age_over_18: true })
    await person.call('POST /api/account/confirmAge', { body: { over_18: true } })
    const live = await person.connect()
    const answer = await check(person, { age_over_18: false })
    expect(answer.data).toMatchObject({ teen: true, nsfw: false, age_scope: 1 })
    expect(await live.closed()).toBeGreaterThan(0)
    expect(await stateOf(person)).toBe('minor_verified')
    expect((await person.call('POST /api/account/confirmAge', { body: { over_18: true } })).code).toBe(AGE_NOT_OPEN)
    await person.call('POST /api/user/profile', { body: { nickname: 'Mara', gender: null, age_scope: 4 } })
    expect(await stateOf(person)).toBe('minor_verified')
    expect(await infoOf(person)).toMatchObject({ result: 'under_18' })
  })

  it('ends a mistaken “Under 18”, which nothing else does (A4)', async () => {
    const person = await createTestPerson()
    await person.call('POST /api/user/profile', { body: { nickname: 'Mara', gender: null, age_scope: 1 } })
    expect((await check(person, { age_over_18: true })).data).toMatchObject({ teen: false, age_scope: null })
    expect(await stateOf(person)).toBe('verified_adult')
  })

  it('reads the claim from the endpoint for claims where the token has none', async () => {
    const person = await createTestPerson()
    expect((await check(person, {}, { claims: { age_over_18: true } })).code).toBe(1)
    expect(await stateOf(person)).toBe('verified_adult')
  })

  it('stores the result, the method and the date, and nothing else (A7)', async () => {
    const person = await createTestPerson()
    await check(person, { age_over_18: true, birthdate: '1990-04-01', given_name: 'Canary' })
    const rows = await server.context.database.query('select * from person where id = $1', [person.user.id])
    expect(rows[0]).toMatchObject({ age_check_method: 'openid', age_state: 'verified_adult' })
    expect(JSON.stringify(rows)).not.toMatch(/1990|Canary|subject-1/)
    expect(await server.context.database.query('select * from age_check')).toEqual([])
  })
})

describe('answers that change nothing', () => {
  const rejected: [string, (nonce: string) => Record<string, unknown>][] = [
    ['another nonce', () => ({ nonce: 'of another check', age_over_18: true })],
    ['no nonce', () => ({ nonce: undefined, age_over_18: true })],
    ['another audience', (nonce) => ({ nonce, aud: 'someone-else', age_over_18: true })],
    ['another issuer', (nonce) => ({ nonce, iss: 'https://canary.example', age_over_18: true })],
    ['an expired token', (nonce) => ({ nonce, exp: 1_700_000_000, age_over_18: true })],
    ['no claim', (nonce) => ({ nonce })],
    ['a claim that says nothing', (nonce) => ({ nonce, age_over_18: 'perhaps' })],
  ]
  it.each(rejected)('%s', async (_what, claims) => {
    const person = await createTestPerson()
    const begun = await begin(person)
    issuer.giveTokens({ idToken: await issuer.sign(claims(begun.nonce), new Date()) })
    expect((await finish(person, begun.state)).code).toBe(IDENTITY_NOT_VALID)
    expect(await stateOf(person)).toBe('declared_adult')
  })

  it('a token that someone else signed', async () => {
    const other = await openIdentityIssuer()
    const person = await createTestPerson()
    const begun = await begin(person)
    const forged = { iss: issuer.issuer, aud: issuer.audience, nonce: begun.nonce, age_over_18: true }
    issuer.giveTokens({ idToken: await other.sign(forged, new Date()) })
    expect((await finish(person, begun.state)).code).toBe(IDENTITY_NOT_VALID)
    expect(await stateOf(person)).toBe('declared_adult')
    await other.close()
  })

  it('a check that was ended, of another session, or that nobody began', async () => {
    const [person, other] = [await createTestPerson(), await createTestPerson()]
    const begun = await begin(person)
    await answerWith(begun, { age_over_18: true })
    expect((await finish(other, begun.state)).code).toBe(IDENTITY_NOT_VALID)
    expect((await finish(person, 'made up')).code).toBe(IDENTITY_NOT_VALID)
    expect(await stateOf(other)).toBe('declared_adult')
    expect((await finish(person, begun.state)).code).toBe(1)
    expect((await finish(person, begun.state)).code).toBe(IDENTITY_NOT_VALID)
  })

  it('a check that is older than ten minutes', async () => {
    const person = await createTestPerson()
    const begun = await begin(person)
    await answerWith(begun, { age_over_18: true })
    await server.context.database.query(`update age_check set expires_at = now() - interval '1 second'`)
    expect((await finish(person, begun.state)).code).toBe(IDENTITY_NOT_VALID)
  })

  it('a provider that is down leaves the state as it is (M2)', async () => {
    const person = await createTestPerson()
    const begun = await begin(person)
    issuer.answer(503)
    expect((await finish(person, begun.state)).code).toBe(UNAVAILABLE)
    expect(await stateOf(person)).toBe('declared_adult')
    issuer.answer(null)
    expect((await check(person, { age_over_18: true })).code).toBe(1)
  })
})

describe('A8: an age check where teens are served', () => {
  it('sets the age of a teen, and deletes the account of a younger child', async () => {
    const teen = await createTestPerson(teens)
    expect((await check(teen, { age: 17 })).code).toBe(1)
    expect(await stateOf(teen, teens)).toBe('minor_verified')
    expect((await teen.call('GET /api/user/protection')).data).toMatchObject({ protected: true })
    const [row] = await teens.context.database.query('select teen_age from person where id = $1', [teen.user.id])
    expect(row).toEqual({ teen_age: 16 })
    const child = await createTestPerson(teens)
    expect(await check(child, { age: 11 })).toMatchObject({ code: AGE_NOT_OPEN, data: { reason: 'too_young' } })
    expect(await stateOf(child, teens)).toBeUndefined()
  })
})

describe('readAgeClaim', () => {
  const now = new Date('2026-11-25T12:00:00Z')
  it.each([
    [true, true, null],
    ['false', false, null],
    [18, true, 18],
    [17.9, false, 17],
    ['2008-11-25', true, 18],
    ['2008-11-26', false, 17],
    ['2008', false, 17],
    ['2007', true, 18],
    ['42', true, 42],
  ])('%s', (value, isAdult, age) => {
    expect(readAgeClaim(value, now)).toEqual({ isAdult, age })
  })
  it.each([
    ['2008-11-25', '2026-11-25T11:59:59Z', 17],
    ['2008-11-25', '2026-11-25T12:00:00Z', 18],
    ['2008-02-29', '2026-02-28T23:59:59Z', 17],
    ['2008-02-29', '2026-03-01T11:59:59Z', 17],
    ['2008-02-29', '2026-03-01T12:00:00Z', 18],
    ['2008-02-29', '2028-02-29T12:00:00Z', 20],
    ['2008-12-31', '2026-12-31T11:59:59Z', 17],
    ['2008-12-31', '2026-12-31T12:00:00Z', 18],
    ['2008', '2027-01-01T11:59:59Z', 17],
    ['2008', '2027-01-01T12:00:00Z', 18],
  ])('counts the birthday of %s at %s once it is that day everywhere', (value, at, age) => {
    expect(readAgeClaim(value, new Date(at))).toEqual({ isAdult: age >= 18, age })
  })
  it.each([null, undefined, '', 'yes', -1, 400, Number.NaN, '0000-05-01', '2008-13-01', {}, []])(
    '%s says nothing',
    (value) => {
      expect(readAgeClaim(value, now)).toBeNull()
    },
  )
})
