import { testAccounts } from '@everkin/testing/account-services.ts'
import { asCaller, createTestBrowser } from '@everkin/testing/builders.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { accountHandlers } from '../routes.ts'
import { hashPassword } from './password-hash.ts'
import { upsertPassword } from './password-store.ts'

const HOUR_MS = 3_600_000
const PASSWORD = 'seven green lamps'

let lastAddress = 0
let lastNetwork = 0
const newAddress = () => `owner.${++lastAddress}@example.org`
const newNetwork = () => `net-${++lastNetwork}`
const wrongOf = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))

/** The calls as they are bound, so that a code's challenge is passed by cookies alone. */
function open(db: Database, settings: Parameters<typeof testAccounts>[1] = {}) {
  const accounts = testAccounts(db, settings)
  const calls = accountHandlers(accounts.services)
  const send = (email: string, caller: Caller) =>
    calls.sendCode({ query: undefined, body: { email, purpose: 'login' } }, caller)
  const signIn = (body: { email: string; code?: string; password?: string; challenge?: string }, caller: Caller) =>
    calls.emailLogin({ query: undefined, body }, caller)
  /** A browser on a network of its own in which the owner of the address has signed in. */
  const ownBrowser = async (email: string) => {
    const browser = createTestBrowser({ network: newNetwork() })
    await send(email, browser.caller())
    const { id } = await signIn({ email, code: accounts.codeFor(email) }, browser.caller())
    accounts.clock.advance(24 * HOUR_MS)
    return { ...browser, personId: id }
  }
  return { ...accounts, calls, send, signIn, ownBrowser }
}

describe.each(testDatabaseKinds)('a code belongs to the browser that asked for it, on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  it('opens nothing in another browser, with or without a challenge of its own (AUTH-02)', async () => {
    const { send, signIn, codeFor, clock } = open(db)
    const email = newAddress()
    const [mine, other] = [createTestBrowser({ network: newNetwork() }), createTestBrowser({ network: newNetwork() })]
    await send(email, mine.caller())
    const code = codeFor(email)
    await expect(signIn({ email, code }, other.caller())).rejects.toMatchObject({ errorName: 'CodeExpired' })
    clock.advance(60_000)
    await send(email, other.caller())
    if (codeFor(email) !== code)
      await expect(signIn({ email, code }, other.caller())).rejects.toMatchObject({ errorName: 'WrongCode' })
    expect((await signIn({ email, code }, mine.caller())).is_new).toBe(true)
  })

  it('keeps the challenge in an HttpOnly cookie for as long as a code lives', async () => {
    const { send } = open(db)
    for (const [isSecure, name] of [
      [true, '__Host-sign-in'],
      [false, 'sign-in'],
    ] as const) {
      const caller = asCaller({ isSecure, network: newNetwork() })
      expect(await send(newAddress(), caller)).toEqual({ resend_after: 60, expires_in: 600 })
      const secure = isSecure ? '; Secure' : ''
      expect(caller.setCookies).toEqual([
        expect.stringMatching(new RegExp(`^${name}=[\\w-]{43}; Path=/; Max-Age=600; SameSite=Lax${secure}; HttpOnly$`)),
      ])
    }
  })

  it('gives a client without cookies the challenge in the reply, and takes it with the code', async () => {
    const { send, signIn, codeFor } = open(db)
    const email = newAddress()
    const caller = asCaller({ isBrowser: false, network: newNetwork() })
    const { challenge } = await send(email, caller)
    expect(caller.setCookies).toEqual([])
    const code = codeFor(email)
    await expect(signIn({ email, code }, caller)).rejects.toMatchObject({ errorName: 'CodeExpired' })
    await expect(signIn({ email, code, challenge: 'x'.repeat(43) }, caller)).rejects.toMatchObject({
      errorName: 'CodeExpired',
    })
    expect((await signIn({ email, code, challenge: challenge ?? '' }, caller)).is_new).toBe(true)
  })

  it('stays valid beside codes for other addresses that the same browser asks for', async () => {
    const { send, signIn, codeFor } = open(db)
    const [one, two] = [newAddress(), newAddress()]
    const browser = createTestBrowser({ network: newNetwork() })
    await send(one, browser.caller())
    await send(two, browser.caller())
    expect((await signIn({ email: one, code: codeFor(one) }, browser.caller())).is_new).toBe(true)
    expect((await signIn({ email: two, code: codeFor(two) }, browser.caller())).is_new).toBe(true)
  })

  it('loses no try and stays valid while a stranger asks for codes and guesses (AUTH-01)', async () => {
    const { send, signIn, codeFor, clock } = open(db)
    const email = newAddress()
    const [mine, stranger] = [
      createTestBrowser({ network: newNetwork() }),
      createTestBrowser({ network: newNetwork() }),
    ]
    await send(email, mine.caller())
    const code = codeFor(email)
    for (let count = 1; count <= 20; count++)
      await expect(signIn({ email, code: wrongOf(code) }, stranger.caller())).rejects.toMatchObject({
        errorName: 'CodeExpired',
      })
    clock.advance(60_000)
    await send(email, stranger.caller())
    for (let count = 1; count <= 5; count++)
      await expect(signIn({ email, code: wrongOf(codeFor(email)) }, stranger.caller())).rejects.toMatchObject({
        errorName: 'WrongCode',
      })
    await expect(signIn({ email, code: wrongOf(code) }, mine.caller())).rejects.toMatchObject({
      facts: { tries_left: 4 },
    })
    expect((await signIn({ email, code }, mine.caller())).is_new).toBe(true)
  })
})

describe.each(testDatabaseKinds)('strangers who name an address, on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  it('cannot use up its codes from one network (AUTH-04)', async () => {
    const { send, signIn, codeFor, clock, mails } = open(db)
    const email = newAddress()
    const stranger = createTestBrowser({ network: newNetwork() })
    for (let count = 1; count <= 60; count++) {
      await send(email, stranger.caller()).catch(() => undefined)
      clock.advance(10 * 60_000)
    }
    expect(mails).toHaveLength(6)
    const mine = createTestBrowser({ network: newNetwork() })
    await send(email, mine.caller())
    expect((await signIn({ email, code: codeFor(email) }, mine.caller())).is_new).toBe(true)
  })

  it('cannot flood it with mails, nor keep its own browser from a code, from any number of networks', async () => {
    const { send, signIn, ownBrowser, codeFor, clock, mails } = open(db)
    const email = newAddress()
    const mine = await ownBrowser(email)
    const before = mails.length
    for (let count = 1; count <= 120; count++) {
      await send(email, createTestBrowser({ network: newNetwork() }).caller()).catch(() => undefined)
      clock.advance(10 * 60_000)
    }
    expect(mails.length - before).toBe(10)
    await expect(send(email, createTestBrowser({ network: newNetwork() }).caller())).rejects.toMatchObject({
      errorName: 'TooManyRequests',
    })
    await send(email, mine.caller())
    expect(await signIn({ email, code: codeFor(email) }, mine.caller())).toMatchObject({ id: mine.personId })
  })

  it('is held to a minute between mails, five an hour and ten a day in its own browser too', async () => {
    const { send, ownBrowser, clock, mails } = open(db)
    const email = newAddress()
    const mine = await ownBrowser(email)
    const before = mails.length
    await send(email, mine.caller())
    await expect(send(email, mine.caller())).rejects.toMatchObject({ facts: { retry_after: 60 } })
    for (let count = 1; count <= 200; count++) {
      clock.advance(6 * 60_000)
      await send(email, mine.caller()).catch(() => undefined)
    }
    expect(mails.length - before).toBe(10)
  })

  it('cannot stop the password by guessing, in its own browser or on another network (AUTH-01)', async () => {
    const { signIn, ownBrowser, services, clock } = open(db)
    const email = newAddress()
    const mine = await ownBrowser(email)
    const { salt, hash } = await hashPassword(services, PASSWORD)
    const password = { personId: mine.personId, salt, hash, now: clock.now() }
    await db.transaction((tx) => upsertPassword(tx, password))
    const guess = (caller: Caller) => signIn({ email, password: 'not the right one' }, caller)
    const stranger = createTestBrowser({ network: newNetwork() })
    const names = []
    for (let count = 1; count <= 15; count++)
      names.push(await guess(stranger.caller()).catch((error: { errorName: string }) => error.errorName))
    expect(names.filter((name) => name === 'WrongPassword')).toHaveLength(10)
    const elsewhere = createTestBrowser({ network: newNetwork() })
    expect(await signIn({ email, password: PASSWORD }, elsewhere.caller())).toMatchObject({ id: mine.personId })
    for (let count = 1; count <= 30; count++)
      await guess(createTestBrowser({ network: newNetwork() }).caller()).catch(() => undefined)
    const third = createTestBrowser({ network: newNetwork() })
    await expect(signIn({ email, password: PASSWORD }, third.caller())).rejects.toMatchObject({
      errorName: 'TooManyRequests',
    })
    expect(await signIn({ email, password: PASSWORD }, mine.caller())).toMatchObject({ id: mine.personId })
  })
})
