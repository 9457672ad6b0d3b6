import { testAccounts } from '@everkin/testing/account-services.ts'
import { asCaller as callerOf } from '@everkin/testing/builders.ts'
import { openTestDatabase, testDatabaseKinds, testPostgresUrl } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { keyedHash } from '../keyed-hash.ts'
import { identify } from '../sessions/identify.ts'
import { checkPassword } from './password-rules.ts'

const GOOD = 'seven green lamps'
const OTHER = 'a heron by the weir'

let last = 0
const newAddress = () => `keeper.${++last}@example.org`
let opened = 0
const asCaller: typeof callerOf = (overrides) =>
  callerOf({ network: `192.0.2.${opened}`, isBrowser: false, ...overrides } as typeof overrides & object)

function open(db: Database) {
  opened += 1
  const accounts = testAccounts(db)
  const { calls } = accounts
  const { codeFor, clock } = accounts
  const send = async (email: string, purpose: 'login' | 'reset') => {
    clock.advance(60_000)
    await calls.sendCode({ query: undefined, body: { email, purpose } }, asCaller())
    return codeFor(email)
  }
  const login = (body: { email: string; code?: string; password?: string }, caller: Caller = asCaller()) =>
    calls.emailLogin({ query: undefined, body }, caller)
  const reset = (email: string, code: string, password: string, caller: Caller = asCaller()) =>
    calls.resetPassword({ query: undefined, body: { email, code, password } }, caller)
  /** A person who is signed in on a device, with the calls of that device. */
  const device = async (email: string) => {
    const user = await login({ email, code: await send(email, 'login') })
    const halves = { token: user.token ?? '', secret: user.secret ?? '' }
    const found = await identify(db, halves, clock.now())
    if (!found) throw new Error('not signed in')
    const { personId, sessionId, role, lang } = found
    const caller = asCaller({ identity: { personId, sessionId, role, lang } })
    return {
      personId,
      sessionId,
      isSignedIn: async () => (await identify(db, halves, clock.now())) !== null,
      setPassword: (password: string, current_password?: string) =>
        calls.setPassword({ query: undefined, body: { password, current_password } }, caller),
      ways: () => calls.signInWays({ query: undefined, body: undefined }, caller),
      revokeOthers: () => calls.revokeOtherSessions({ query: undefined, body: undefined }, caller),
    }
  }
  return { ...accounts, calls, send, login, reset, device }
}

describe('password rules (AUTH-16)', () => {
  const refusalOf = (password: string, email: string | null = 'robin.marlow@example.org') => {
    try {
      checkPassword(password, email)
      return null
    } catch (error) {
      return (error as { textKey: string }).textKey
    }
  }

  it.each(['', 'short', '1234567', 'ｓｅｖｅｎ77', '🙂🙂🙂🙂🙂🙂🙂'])('is too short: %s', (password) => {
    expect(refusalOf(password)).toBe('passwordShort')
  })

  it.each([
    'password',
    'PASSWORD1',
    'P@ssw0rd!!',
    'ｐａｓｓｗｏｒｄ１',
    'iloveyou2024',
    '!!letmein!!',
    'sunshine99',
    'Everkin2026',
    '12345678',
    '87654321',
    '0987654321',
    'abcdefgh',
    'hgfedcba',
    'qwertyui',
    'asdfghjkl',
    '1qaz2wsx3edc',
    'aaaaaaaa',
    'abababab',
    'abcabcabc',
    '12121212121',
    'qwerqwerq',
    '        ',
    'robin.marlow',
    'Robin.Marlow2026',
    'robin.marlow@example.org',
    'motdepasse',
    'contraseña',
    'habibi123',
  ])('is too common: %s', (password) => {
    expect(refusalOf(password)).toBe('passwordCommon')
  })

  it.each([
    GOOD,
    OTHER,
    'lantern7',
    'مصباح أخضر',
    '七つの緑のランプ',
    '🕯️🪔💡🔦🏮🕎🌟✨',
    ' leading and trailing ',
    'heron and weir '.repeat(60),
  ])('accepts: %s', (password) => {
    expect(refusalOf(password)).toBeNull()
  })
})

describe.each(testDatabaseKinds)('a password on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  it('is set by any signed-in person, and signs in to the account from then on', async () => {
    const { device, login } = open(db)
    const email = newAddress()
    const mine = await device(email)
    expect(await mine.ways()).toEqual({ password: false, google: false, facebook: false })
    await mine.setPassword(GOOD)
    expect(await mine.ways()).toMatchObject({ password: true })
    expect(await login({ email: email.toUpperCase(), password: GOOD })).toMatchObject({
      id: mine.personId,
      is_new: false,
    })
    expect(await mine.isSignedIn()).toBe(true)
    // Composed and decomposed characters give the same password.
    await mine.setPassword('cafe\u0301 at noon', GOOD)
    expect((await login({ email, password: 'caf\u00e9 at noon' })).id).toBe(mine.personId)
  })

  it('is changed only with the current one, and then signs out the other devices (AUTH-09)', async () => {
    const { device, login, closedSockets } = open(db)
    const email = newAddress()
    const mine = await device(email)
    await mine.setPassword(GOOD)
    const other = await device(email)
    await expect(mine.setPassword(OTHER)).rejects.toMatchObject({ errorName: 'InvalidInput' })
    await expect(mine.setPassword(OTHER, 'wrong one here')).rejects.toMatchObject({ errorName: 'WrongPassword' })
    expect((await login({ email, password: GOOD })).id).toBe(mine.personId)
    await mine.setPassword(OTHER, GOOD)
    expect([await mine.isSignedIn(), await other.isSignedIn()]).toEqual([true, false])
    expect(closedSockets).toContain(other.sessionId)
    await expect(login({ email, password: GOOD })).rejects.toMatchObject({ errorName: 'WrongPassword' })
    expect((await login({ email, password: OTHER })).id).toBe(mine.personId)
  })

  it('is set at most twenty times an hour, since each costs CPU time', async () => {
    const { device, services } = open(db)
    const mine = await device(newAddress())
    for (let count = 1; count <= 20; count++) {
      await services.limiter.consume(`set-password:${mine.personId}`, { max: 20, windowMs: 3_600_000 })
    }
    await expect(mine.setPassword(GOOD)).rejects.toMatchObject({ errorName: 'TooManyRequests' })
    expect(await mine.ways()).toMatchObject({ password: false })
  })

  it('AUTH-05: answers the same for an unknown address, one without a password and a wrong password', async () => {
    const { device, login } = open(db)
    const [withOne, without, unknown] = [newAddress(), newAddress(), newAddress()]
    await (await device(withOne)).setPassword(GOOD)
    await device(without)
    const answer = (email: string) => login({ email, password: OTHER }).catch((error: unknown) => error)
    const [one, two, three] = [await answer(withOne), await answer(without), await answer(unknown)]
    expect(one).toMatchObject({ errorName: 'WrongPassword', facts: null })
    expect([two, three]).toEqual([one, one])
  })

  it('AUTH-01: blocks guesses of new devices after twenty in an hour, the right one too; right ones do not count', async () => {
    const { device, login, clock, services } = open(db)
    const email = newAddress()
    await (await device(email)).setPassword(GOOD)
    await db.query(
      `insert into sign_in_failure (email_hash, network_hash, created_at)
       select $1, sha256(n::text::bytea), $2 from generate_series(1, 19) n`,
      [keyedHash(services.appSecret, 'email', email), clock.now()],
    )
    await login({ email, password: GOOD })
    await expect(login({ email, password: OTHER })).rejects.toMatchObject({ errorName: 'WrongPassword' })
    await expect(login({ email, password: GOOD })).rejects.toMatchObject({
      errorName: 'TooManyRequests',
      facts: { retry_after: 3600 },
    })
    clock.advance(3_600_000)
    expect((await login({ email, password: GOOD })).is_new).toBe(false)
  })

  it('AUTH-16: is reset only by a code for that purpose, which signs out everywhere else', async () => {
    const { device, login, send, reset, closedSockets } = open(db)
    const email = newAddress()
    const mine = await device(email)
    await mine.setPassword(GOOD)
    const loginCode = await send(email, 'login')
    await expect(reset(email, loginCode, OTHER)).rejects.toMatchObject({ errorName: 'CodeExpired' })
    const code = await send(email, 'reset')
    await expect(login({ email, code })).rejects.toMatchObject({
      errorName: expect.stringMatching(/WrongCode|CodeExpired/),
    })
    await expect(reset(email, code, 'password1')).rejects.toMatchObject({ errorName: 'InvalidInput' })
    const user = await reset(email, code, OTHER)
    expect(user).toMatchObject({ id: mine.personId, token: expect.any(String) })
    expect(await mine.isSignedIn()).toBe(false)
    expect(closedSockets).toContain(mine.sessionId)
    await expect(reset(email, code, GOOD)).rejects.toMatchObject({ errorName: 'CodeExpired' })
    await expect(login({ email, password: GOOD })).rejects.toMatchObject({ errorName: 'WrongPassword' })
    expect((await login({ email, password: OTHER })).id).toBe(mine.personId)
  })

  it('AUTH-05: neither the mail nor the answer of a reset reveals whether there is an account', async () => {
    const { calls, device, mails, send, reset, login } = open(db)
    const [known, unknown] = [newAddress(), newAddress()]
    await device(known)
    const ask = (email: string) =>
      calls.sendCode({ query: undefined, body: { email, purpose: 'reset' } }, asCaller()).catch((error) => error)
    await send(known, 'reset')
    expect(await ask(unknown)).toEqual({ resend_after: 60, expires_in: 600 })
    const [one, other] = mails.slice(-2).map(({ subject, text }) => [subject, text.replace(/\d{6}/, '')])
    expect(other).toEqual(one)
    const wrong = (email: string) => reset(email, 'abcdef', GOOD).catch((error: unknown) => error)
    expect(await wrong(unknown)).toEqual(await wrong(known))
    // A person who reads the mail of an address may have an account with it, by a reset as by a sign-in.
    const made = await reset(unknown, await send(unknown, 'reset'), GOOD)
    expect(made).toMatchObject({ email: unknown, wallet: { message_num: 20 } })
    expect((await login({ email: unknown, password: GOOD })).id).toBe(made.id)
  })

  it('is stored neither in plain text nor as a fast digest', async () => {
    const { device } = open(db)
    const mine = await device(newAddress())
    await mine.setPassword(GOOD)
    const rows = await db.query<{ salt: Uint8Array; hash: Uint8Array }>('select * from password')
    expect(JSON.stringify(rows)).not.toContain(GOOD)
    expect(new Set(rows.map(({ salt }) => Buffer.from(salt).toString('hex'))).size).toBe(rows.length)
    expect(rows.every(({ salt, hash }) => salt.length === 16 && hash.length === 32)).toBe(true)
  })

  it('AUTH-09: signs out everywhere else at once', async () => {
    const { device, closedSockets } = open(db)
    const [email, stranger] = [newAddress(), newAddress()]
    const devices = [await device(email), await device(email), await device(email), await device(stranger)]
    await devices[1]?.revokeOthers()
    expect(await Promise.all(devices.map((one) => one.isSignedIn()))).toEqual([false, true, false, true])
    expect(new Set(closedSockets)).toEqual(new Set([devices[0]?.sessionId, devices[2]?.sessionId]))
  })
})

describe.runIf(testPostgresUrl)('races of passwords on PostgreSQL', () => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase('postgres'))
  })
  afterAll(() => drop())

  it('AUTH-01: compares exactly ten of thirty guesses that are sent at once', async () => {
    const { device, login } = open(db)
    const email = newAddress()
    await (await device(email)).setPassword(GOOD)
    const guesses = Array.from({ length: 30 }, (_, index) => login({ email, password: `${OTHER} ${index}` }))
    const names = (await Promise.allSettled(guesses)).map((result) =>
      result.status === 'rejected' ? result.reason.errorName : 'signed in',
    )
    expect(names.filter((name) => name === 'WrongPassword')).toHaveLength(10)
    expect(names.filter((name) => name === 'TooManyRequests')).toHaveLength(20)
  })

  it('lets only one of two concurrent first passwords, and of two concurrent changes, succeed', async () => {
    const { device } = open(db)
    const mine = await device(newAddress())
    const first = await Promise.allSettled([mine.setPassword(GOOD), mine.setPassword(OTHER)])
    expect(first.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const current = first[0]?.status === 'fulfilled' ? GOOD : OTHER
    const second = await Promise.allSettled([
      mine.setPassword('three tin boats', current),
      mine.setPassword('four tin boats', current),
    ])
    const lost = second.filter((result) => result.status === 'rejected')
    expect(lost.map(({ reason }) => reason.errorName)).toEqual([expect.stringMatching(/Conflict|WrongPassword/)])
  })
})
