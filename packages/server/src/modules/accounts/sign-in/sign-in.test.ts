import { User } from '@everkin/contract/entities/people.ts'
import { SignedInUser } from '@everkin/contract/http/accounts.ts'
import { testAccounts } from '@everkin/testing/account-services.ts'
import { asCaller as callerOf } from '@everkin/testing/builders.ts'
import { openTestDatabase, testDatabaseKinds, testPostgresUrl } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { keyedHash } from '../keyed-hash.ts'
import { identify } from '../sessions/identify.ts'

let lastAddress = 0
const newAddress = () => `Someone.${++lastAddress}@Example.org`

let opened = 0

/** A caller from a network that only the running test uses, since limits also count by network. */
const asCaller: typeof callerOf = (overrides) =>
  callerOf({ network: `192.0.2.${opened}`, ...overrides } as typeof overrides & object)

/** The calls with their dependencies, and shortcuts for the tests. */
function open(db: Database, settings: Parameters<typeof testAccounts>[1] = {}) {
  opened += 1
  const accounts = testAccounts(db, settings)
  const { calls } = accounts
  const sendCode = (email: string, caller: Caller = asCaller()) =>
    calls.sendCode({ query: undefined, body: { email, purpose: 'login' } }, caller)
  const signIn = (email: string, code: string, caller: Caller = asCaller()) =>
    calls.emailLogin({ query: undefined, body: { email, code } }, caller)
  return { ...accounts, calls, sendCode, signIn }
}

const wrongOf = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))

describe.each(testDatabaseKinds)('signing in on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  it('creates an account with its welcome messages, whatever the case of the address', async () => {
    const { sendCode, signIn, codeFor, clock } = open(db)
    const email = newAddress()
    expect(await sendCode(email)).toEqual({ resend_after: 60, expires_in: 600 })
    const user = await signIn(email.toUpperCase(), codeFor(email))
    expect(SignedInUser.parse(user)).toMatchObject({
      email: email.toLowerCase(),
      is_new: true,
      profile_complete: false,
      wallet: { coin_num: 0, message_num: 20, unlimited_messages: false },
    })
    clock.advance(61_000)
    await sendCode(email)
    const again = await signIn(email, codeFor(email))
    expect(again).toMatchObject({ id: user.id, is_new: false, wallet: { message_num: 20 } })
  })

  it('sends a browser its halves as cookies: the secret one HttpOnly, the readable one small (AUTH-10)', async () => {
    const { sendCode, signIn, codeFor } = open(db)
    const email = newAddress()
    await sendCode(email)
    const caller = asCaller({ isSecure: true })
    const user = await signIn(email, codeFor(email), caller)
    expect(user).not.toHaveProperty('secret')
    const secretLine = caller.setCookies.find((line) => line.startsWith('__Host-session='))
    expect(secretLine).toMatch(/^__Host-session=[\w-]{43}; Path=\/; Max-Age=7776000; SameSite=Lax; Secure; HttpOnly$/)
    const userLine = caller.setCookies.find((line) => line.startsWith('user='))
    expect(userLine).toMatch(/; Path=\/; Max-Age=7776000; SameSite=Lax; Secure$/)
    const shown = JSON.parse(decodeURIComponent(userLine?.match(/^user=([^;]*)/)?.[1] ?? ''))
    expect(shown.token).toBe(user.token)
    expect(Object.keys(shown)).not.toContain('secret')
    expect(userLine?.length).toBeLessThan(4096)
  })

  it('gives a client that is not a browser its secret half in the reply, and no cookie', async () => {
    const { sendCode, signIn, codeFor, clock } = open(db)
    const email = newAddress()
    await sendCode(email)
    const caller = asCaller({ isBrowser: false, userAgent: 'everkin-cli/1.0' })
    const { token = '', secret = '' } = await signIn(email, codeFor(email), caller)
    expect(caller.setCookies).toEqual([])
    expect(await identify(db, { token, secret }, clock.now())).toMatchObject({ lang: 'en' })
  })

  it('accepts neither one half alone nor halves of two sessions', async () => {
    const { sendCode, signIn, codeFor, clock } = open(db)
    const program = asCaller({ isBrowser: false })
    const halves = []
    for (const email of [newAddress(), newAddress()]) {
      await sendCode(email)
      halves.push(await signIn(email, codeFor(email), program))
    }
    const [one, other] = halves
    const tries = [
      { token: one?.token ?? '', secret: '' },
      { token: '', secret: one?.secret ?? '' },
      { token: one?.token ?? '', secret: other?.secret ?? '' },
      { token: one?.token ?? '', secret: one?.token ?? '' },
      { token: 'x'.repeat(10_000), secret: 'y' },
    ]
    for (const halves of tries) expect(await identify(db, halves, clock.now())).toBeNull()
  })

  it('stores no half, no code and no address of a code in plain text (AUTH-02, AUTH-08)', async () => {
    const { sendCode, signIn, codeFor } = open(db)
    const email = newAddress()
    await sendCode(email)
    const code = codeFor(email)
    const user = await signIn(email, code, asCaller({ isBrowser: false }))
    const rows = JSON.stringify([
      await db.query('select * from sign_in_code'),
      await db.query('select * from sign_in_failure'),
      await db.query('select * from session'),
    ])
    for (const secret of [user.token ?? '?', user.secret ?? '?', `"${code}"`, email.toLowerCase()])
      expect(rows).not.toContain(secret)
  })

  it.each(['٠١٢٣٤٥', '۰۱۲۳۴۵', '０１２３４５', ' 012 345 ', '012-345', '\u2066012345\u2069'])(
    'accepts the code written as %s',
    async (typed) => {
      const { sendCode, signIn, codeFor } = open(db)
      const email = newAddress()
      await sendCode(email)
      const code = codeFor(email)
      const swapped = [...typed].map((sign) => code['012345'.indexOf(sign.normalize('NFKC'))] ?? sign).join('')
      const arabic = typed.startsWith('٠') ? 0x660 : typed.startsWith('۰') ? 0x6f0 : 0
      const text = arabic ? code.replace(/\d/g, (digit) => String.fromCharCode(arabic + Number(digit))) : swapped
      expect((await signIn(email, text)).is_new).toBe(true)
    },
  )

  it.each(['abcdef', '12345', '1234567', '🙂🙂🙂🙂🙂🙂', '0x1234'])('counts an attempt for %s', async (typed) => {
    const { sendCode, signIn } = open(db)
    const email = newAddress()
    await sendCode(email)
    await expect(signIn(email, typed)).rejects.toMatchObject({ errorName: 'WrongCode', facts: { tries_left: 4 } })
  })

  it('allows five attempts, then none, not even with the right code (AUTH-01)', async () => {
    const { sendCode, signIn, codeFor } = open(db)
    const email = newAddress()
    await sendCode(email)
    const code = codeFor(email)
    for (const left of [4, 3, 2, 1, 0])
      await expect(signIn(email, wrongOf(code))).rejects.toMatchObject({
        errorName: 'WrongCode',
        facts: { tries_left: left },
      })
    await expect(signIn(email, code)).rejects.toMatchObject({ errorName: 'CodeExpired' })
  })

  it('a code is valid for ten minutes and works once (AUTH-02)', async () => {
    const { sendCode, signIn, codeFor, clock } = open(db)
    const [late, twice] = [newAddress(), newAddress()]
    await sendCode(late)
    clock.advance(600_000)
    await expect(signIn(late, codeFor(late))).rejects.toMatchObject({ errorName: 'CodeExpired' })
    await sendCode(twice)
    await signIn(twice, codeFor(twice))
    await expect(signIn(twice, codeFor(twice))).rejects.toMatchObject({ errorName: 'CodeExpired' })
  })

  it('invalidates the previous code with a new one, but not when the new mail cannot be sent (AUTH-04)', async () => {
    const { sendCode, signIn, codeFor, clock, refuseMail } = open(db)
    const email = newAddress()
    await sendCode(email)
    const first = codeFor(email)
    clock.advance(60_000)
    await sendCode(email)
    const second = codeFor(email)
    if (first !== second) await expect(signIn(email, first)).rejects.toMatchObject({ errorName: 'WrongCode' })
    clock.advance(60_000)
    refuseMail(true)
    await expect(sendCode(email)).rejects.toMatchObject({ errorName: 'Unavailable' })
    expect((await signIn(email, second)).is_new).toBe(true)
  })

  it('counts a mail to a rejected address, and keeps the previous code valid (AUTH-04)', async () => {
    const { sendCode, signIn, codeFor, clock, refuseMail } = open(db)
    const email = newAddress()
    await sendCode(email)
    const code = codeFor(email)
    refuseMail('address')
    const rejected = {
      errorName: 'InvalidInput',
      textKey: 'addressRejected',
      facts: { issues: [{ path: 'email', message: 'rejected' }] },
    }
    clock.advance(60_000)
    await expect(sendCode(email)).rejects.toMatchObject(rejected)
    await expect(sendCode(email)).rejects.toMatchObject({ errorName: 'TooManyRequests' })
    expect((await signIn(email, code)).is_new).toBe(true)
    const caller = asCaller({ network: '203.0.113.8' })
    for (let count = 1; count <= 20; count++)
      await expect(sendCode(newAddress(), caller)).rejects.toMatchObject(rejected)
    await expect(sendCode(newAddress(), caller)).rejects.toMatchObject({ errorName: 'TooManyRequests' })
  })

  it('sends at most one code a minute, five an hour and ten a day to an address (AUTH-04)', async () => {
    const { sendCode, clock, mails } = open(db)
    const email = newAddress()
    let network = 0
    const send = () => sendCode(email, asCaller({ network: `198.51.100.${++network}` }))
    await send()
    await expect(send()).rejects.toMatchObject({ errorName: 'TooManyRequests', facts: { retry_after: 60 } })
    for (let count = 2; count <= 5; count++) {
      clock.advance(60_000)
      await send()
    }
    clock.advance(60_000)
    await expect(send()).rejects.toMatchObject({ facts: { retry_after: 3300 } })
    for (let count = 6; count <= 10; count++) {
      clock.advance(3_600_000)
      await send()
    }
    clock.advance(3_600_000)
    await expect(send()).rejects.toMatchObject({ errorName: 'TooManyRequests' })
    expect(mails).toHaveLength(10)
  })

  it('sends at most twenty codes an hour for a network (AUTH-04)', async () => {
    const { sendCode, mails } = open(db)
    const caller = asCaller({ network: '203.0.113.7' })
    for (let count = 1; count <= 20; count++) await sendCode(newAddress(), caller)
    await expect(sendCode(newAddress(), caller)).rejects.toMatchObject({
      errorName: 'TooManyRequests',
      facts: { retry_after: 3600 },
    })
    expect(mails).toHaveLength(20)
  })

  it('blocks guesses after a hundred failures of a network in an hour, and no other network (AUTH-01)', async () => {
    const { sendCode, signIn, codeFor, services, clock } = open(db)
    const email = newAddress()
    await sendCode(email)
    const network = '203.0.113.99'
    await db.query(
      `insert into sign_in_failure (email_hash, network_hash, created_at)
       select sha256(n::text::bytea), $1, $2 from generate_series(1, 100) n`,
      [keyedHash(services.appSecret, 'network', network), clock.now()],
    )
    await expect(signIn(email, codeFor(email), asCaller({ network }))).rejects.toMatchObject({
      errorName: 'TooManyRequests',
      facts: { retry_after: 3600 },
    })
    expect((await signIn(email, codeFor(email))).is_new).toBe(true)
  })

  it('lifts the gap and every count with RATE_LIMITS off, and still allows five attempts per code', async () => {
    const { sendCode, signIn, codeFor, mails } = open(db, { rateLimits: false })
    const email = newAddress()
    for (let count = 1; count <= 7; count++) await sendCode(email)
    expect(mails).toHaveLength(7)
    for (let count = 1; count <= 5; count++)
      await expect(signIn(email, wrongOf(codeFor(email)))).rejects.toMatchObject({ errorName: 'WrongCode' })
    await expect(signIn(email, codeFor(email))).rejects.toMatchObject({ errorName: 'CodeExpired' })
    await sendCode(email)
    expect((await signIn(email, codeFor(email))).is_new).toBe(true)
  })

  it('answers the same for a known and an unknown address (AUTH-05)', async () => {
    const { sendCode, signIn, codeFor, clock, mails } = open(db)
    const [known, unknown] = [newAddress(), newAddress()]
    await sendCode(known)
    await signIn(known, codeFor(known))
    clock.advance(60_000)
    expect(await sendCode(known)).toEqual(await sendCode(unknown))
    const [one, other] = mails.slice(-2).map(({ subject, text }) => [subject, text.replace(/\d{6}/, '')])
    expect(one).toEqual(other)
    const answer = (email: string) => signIn(email, 'abcdef').catch((error: unknown) => error)
    expect(await answer(known)).toEqual(await answer(unknown))
  })

  it('rejects every password where none is set, and requires a code or a password', async () => {
    const { calls } = open(db)
    const email = newAddress()
    const login = (body: { email: string; password?: string }) =>
      calls.emailLogin({ query: undefined, body }, asCaller())
    await expect(login({ email, password: 'x' })).rejects.toMatchObject({ errorName: 'WrongPassword' })
    await expect(login({ email })).rejects.toMatchObject({ errorName: 'InvalidInput' })
  })

  it('signs in even with an unknown invitation', async () => {
    const { calls, sendCode, codeFor } = open(db)
    const email = newAddress()
    await sendCode(email)
    const body = { email, code: codeFor(email), invite_code: 'nowhere' }
    const user = await calls.emailLogin({ query: undefined, body }, asCaller())
    expect(user).toMatchObject({ is_new: true, gift: null, gift_refused: 4001 })
  })

  it('replaces the session of this browser and leaves those of other devices (AUTH-08)', async () => {
    const { sendCode, signIn, codeFor, clock, closedSockets, calls } = open(db)
    const email = newAddress()
    await sendCode(email)
    const first = asCaller()
    const user = await signIn(email, codeFor(email), first)
    const device = first.setCookies.join('\n').match(/device=([\w-]{43})/)?.[1] ?? ''
    clock.advance(60_000)
    await sendCode(email)
    await signIn(email, codeFor(email), asCaller({ isBrowser: false }))
    clock.advance(60_000)
    await sendCode(email)
    await signIn(email, codeFor(email), asCaller({ cookies: { device } }))
    expect(closedSockets).toHaveLength(1)
    const identity = { personId: user.id, sessionId: 'none', role: null, lang: 'en' as const }
    expect(await calls.sessions({ query: undefined, body: undefined }, asCaller({ identity }))).toHaveLength(2)
  })

  it('ends a session after 30 idle days and after 90 in total (AUTH-13)', async () => {
    const { sendCode, signIn, codeFor, clock } = open(db)
    const email = newAddress()
    await sendCode(email)
    const { token = '', secret = '' } = await signIn(email, codeFor(email), asCaller({ isBrowser: false }))
    const day = 86_400_000
    clock.advance(30 * day - 1)
    expect(await identify(db, { token, secret }, clock.now())).not.toBeNull()
    clock.advance(29 * day)
    expect(await identify(db, { token, secret }, clock.now())).not.toBeNull()
    clock.advance(29 * day)
    expect(await identify(db, { token, secret }, clock.now())).not.toBeNull()
    clock.advance(2 * day + 1)
    expect(await identify(db, { token, secret }, clock.now())).toBeNull()

    const idle = newAddress()
    await sendCode(idle)
    const other = await signIn(idle, codeFor(idle), asCaller({ isBrowser: false }))
    clock.advance(30 * day)
    expect(await identify(db, { token: other.token ?? '', secret: other.secret ?? '' }, clock.now())).toBeNull()
  })

  it('recognises the operator by the address in the settings', async () => {
    const { sendCode, signIn, codeFor, services, clock } = open(db)
    const email = 'operator@example.org'
    await sendCode(email)
    const user = await signIn(email, codeFor(email), asCaller({ isBrowser: false }))
    expect(User.parse(user).is_admin).toBe(true)
    const halves = { token: user.token ?? '', secret: user.secret ?? '' }
    const identity = await identify(db, halves, clock.now(), services.settings)
    expect(identity?.role).toBe('owner')
  })

  it('takes the first account for the operator in local mode, unless the settings name someone', async () => {
    const { database: empty, drop: dropEmpty } = await openTestDatabase(kind)
    try {
      const { sendCode, signIn, codeFor, clock } = open(empty, { mode: 'local', adminEmails: [] })
      const enter = async (email: string) => {
        clock.advance(61_000)
        await sendCode(email)
        return signIn(email, codeFor(email), asCaller({ isBrowser: false }))
      }
      const first = await enter('first@example.org')
      expect(first.is_admin).toBe(true)
      expect((await enter('second@example.org')).is_admin).toBe(false)
      expect((await enter('first@example.org')).is_admin).toBe(true)
      const roleWith = async (settings: Parameters<typeof identify>[3]) =>
        (await identify(empty, { token: first.token ?? '', secret: first.secret ?? '' }, clock.now(), settings))?.role
      expect(await roleWith({ mode: 'local', adminEmails: [] })).toBe('owner')
      expect(await roleWith({ mode: 'local', adminEmails: ['second@example.org'] })).toBeNull()
      expect(await roleWith({ mode: 'production', adminEmails: [] })).toBeNull()
    } finally {
      await dropEmpty()
    }
  })
})

describe.runIf(testPostgresUrl)('races on PostgreSQL', () => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase('postgres'))
  })
  afterAll(() => drop())

  it('opens one session for 50 parallel verifications of the right code (AUTH-03)', async () => {
    const { sendCode, signIn, codeFor } = open(db)
    const email = newAddress()
    await sendCode(email)
    const code = codeFor(email)
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => signIn(email, code)))
    const refused = results.filter((result) => result.status === 'rejected').map((result) => result.reason.errorName)
    expect(results.length - refused.length).toBe(1)
    expect(new Set(refused)).toEqual(new Set(['CodeExpired']))
    expect(await db.query('select id from session')).toHaveLength(1)
  })

  it('counts exactly five attempts for 50 parallel wrong guesses (AUTH-01)', async () => {
    const { sendCode, signIn, codeFor } = open(db, { rateLimits: false })
    const email = newAddress()
    await sendCode(email)
    const wrong = wrongOf(codeFor(email))
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => signIn(email, wrong)))
    const names = results.map((result) => (result.status === 'rejected' ? result.reason.errorName : 'signed in'))
    expect(names.filter((name) => name === 'WrongCode')).toHaveLength(5)
    expect(names.filter((name) => name === 'CodeExpired')).toHaveLength(45)
  })

  it('sends one mail for a hundred parallel requests (AUTH-04)', async () => {
    const { sendCode, mails } = open(db)
    const email = newAddress()
    await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) => sendCode(email, asCaller({ network: `10.0.0.${index}` }))),
    )
    expect(mails).toHaveLength(1)
  })
})
