import { testAccounts } from '@everkin/testing/account-services.ts'
import { createTestBrowser, createTestPerson } from '@everkin/testing/builders.ts'
import { createTestCard } from '@everkin/testing/card-builders.ts'
import { testInvitations } from '@everkin/testing/invitation-services.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { findMinorFlag, isKnownMinor, saveMinorFlag } from '../age/minor-flag.ts'
import { hasTombstone, saveTombstone } from '../deletion/deleted-account-tombstone.ts'
import { identifyDevice } from './device.ts'

const DAY_MS = 86_400_000
const NEXT = 'the next secret of tests, 32 letters'
let addresses = 0
const newAddress = () => `moved.${++addresses}@example.org`

describe.each(testDatabaseKinds)('after APP_SECRET was replaced, on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  /** The same server before and after, and after without the fallback. */
  function open() {
    const accounts = testAccounts(db)
    const { appSecret } = accounts.services
    const secretOf = (fallbacks: string[]) => ({ current: NEXT, fallbacks })
    return {
      ...accounts,
      before: accounts.services,
      after: { ...accounts.services, appSecret: secretOf([appSecret.current]) },
      without: { ...accounts.services, appSecret: secretOf([]) },
    }
  }

  it('a known device stays known: its owner gets no mail about a new one', async () => {
    const { callsWith, before, after, without, clock, mails, codeFor, sendNotices } = open()
    const email = newAddress()
    const signInWith = async (services: typeof before, browser: ReturnType<typeof createTestBrowser>) => {
      clock.advance(DAY_MS)
      const calls = callsWith(services)
      await calls.sendCode({ query: undefined, body: { email, purpose: 'login' } }, browser.caller())
      await calls.emailLogin({ query: undefined, body: { email, code: codeFor(email) } }, browser.caller())
      const from = mails.length
      await sendNotices()
      return mails.slice(from).length
    }
    const [mine, other] = [createTestBrowser(), createTestBrowser()]
    await signInWith(before, mine)
    expect(await signInWith(after, mine)).toBe(0)
    // What is stored of the device has the current hash, so the fallback is needed no longer.
    expect(await signInWith(without, mine)).toBe(0)
    await signInWith(before, other)
    expect(await signInWith(without, other)).toBe(1)
  })

  it('“under 18” still holds for the browser, the address and the identity, and can be forgotten', async () => {
    const { before, after, without, clock } = open()
    const now = clock.now()
    const browser = createTestBrowser()
    const device = { identity: null, cookies: { device: 'd'.repeat(43) } }
    const identities = [{ issuer: 'https://issuer.test', subject: newAddress() }]
    const email = newAddress()
    const deviceHash = await identifyDevice(before, db, device)
    await db.transaction((tx) => saveMinorFlag(before.appSecret, tx, { email, deviceHash, identities }, now))
    expect(await isKnownMinor(without, { ...browser.caller(), ...device })).toBe(false)
    for (const by of [
      { email, deviceHash: null },
      { email: null, deviceHash: null, identities },
    ]) {
      expect(await findMinorFlag(without.appSecret, db, by, now)).toBeNull()
      expect(await findMinorFlag(after.appSecret, db, by, now)).toBe('under_18')
    }
    expect(await isKnownMinor(after, { ...browser.caller(), ...device })).toBe(true)
    expect(await isKnownMinor(without, { ...browser.caller(), ...device })).toBe(true)
  })

  it('the stricter of two marks of a browser stays', async () => {
    const { before, after, clock } = open()
    const now = clock.now()
    const device = { cookies: { device: 'e'.repeat(43) } }
    const save = async (services: typeof before, isTooYoung: boolean) => {
      const deviceHash = await identifyDevice(
        { ...services, appSecret: { ...services.appSecret, fallbacks: [] } },
        db,
        device,
      )
      await db.transaction((tx) => saveMinorFlag(services.appSecret, tx, { email: null, deviceHash }, now, isTooYoung))
    }
    await save(before, true)
    await save(after, false)
    const deviceHash = await identifyDevice(after, db, device)
    expect(await findMinorFlag(after.appSecret, db, { email: null, deviceHash }, now)).toBe('too_young')
  })

  it('an account that was deleted lately gets no second welcome', async () => {
    const { before, after, without, clock } = open()
    const now = clock.now()
    const by = { email: newAddress(), identities: [{ issuer: 'https://issuer.test', subject: newAddress() }] }
    await db.transaction((tx) => saveTombstone(before.appSecret, tx, by, now))
    for (const each of [
      { ...by, email: null },
      { ...by, identities: [] },
    ]) {
      expect(await hasTombstone(without.appSecret, db, each, now)).toBe(false)
      expect(await hasTombstone(after.appSecret, db, each, now)).toBe(true)
    }
  })

  it('an invitation is not claimed in the browser that made it', async () => {
    const { before, after } = open()
    const inviter = await createTestPerson(db, { nickname: 'Jonas' })
    const cardId = await createTestCard(db, { name: 'Wren' })
    await testInvitations(db).invite(inviter.id, cardId)
    const device = { cookies: { device: 'f'.repeat(43) } }
    const older = await identifyDevice(before, db, device)
    await db.query('update invitation set device_hash = $1 where inviter_id = $2', [older, inviter.id])
    const current = await identifyDevice(after, db, device)
    const rows = await db.query<{ device_hash: Uint8Array }>(
      'select device_hash from invitation where inviter_id = $1',
      [inviter.id],
    )
    expect(rows.map(({ device_hash }) => Buffer.from(device_hash))).toEqual([current])
  })
})
