import { testAccounts } from '@everkin/testing/account-services.ts'
import { asCaller, createSignedInTestPerson } from '@everkin/testing/builders.ts'
import { type AuthenticatorLies, createSoftwareAuthenticator } from '@everkin/testing/software-authenticator.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'

const ORIGIN = 'http://localhost:3000'
const nothing = { query: undefined, body: undefined }

function open(db: Database) {
  const accounts = testAccounts(db)
  const { calls, clock } = accounts
  /** A person with a fresh session, their authenticator, and the calls of their browser. */
  const owner = async (email?: string | null) => {
    const signedIn = await createSignedInTestPerson(db, { now: clock.now(), ...(email !== undefined && { email }) })
    const caller = asCaller({ identity: signedIn.identity })
    const authenticator = createSoftwareAuthenticator(ORIGIN)
    const add = async (lies?: AuthenticatorLies) => {
      const passkey = authenticator.create(await calls.passkeyOptions(nothing, caller), lies)
      return calls.addPasskey({ query: undefined, body: { passkey } }, caller)
    }
    return { ...signedIn, caller, authenticator, add, list: () => calls.passkeys(nothing, caller) }
  }
  const signIn = async (authenticator: ReturnType<typeof createSoftwareAuthenticator>, lies?: AuthenticatorLies) => {
    const passkey = authenticator.get(await calls.passkeyLoginOptions(nothing, asCaller()), lies)
    return calls.passkeyLogin({ query: undefined, body: { passkey } }, asCaller())
  }
  return { ...accounts, owner, signIn }
}

describe.each(testDatabaseKinds)('passkeys on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  it('are added, named after the browser, and sign in without an address (AUTH-17)', async () => {
    const { owner, signIn, clock } = open(db)
    const mine = await owner()
    const added = await mine.add()
    expect(added).toEqual({
      id: expect.any(String),
      name: 'Firefox · Linux',
      created_at: clock.now().toISOString(),
      last_used_at: null,
    })
    clock.advance(1000)
    expect(await signIn(mine.authenticator)).toMatchObject({
      id: mine.person.id,
      is_new: false,
      token: expect.any(String),
      gift: null,
    })
    expect(await mine.list()).toEqual([{ ...added, last_used_at: clock.now().toISOString() }])
  })

  it('are offered to the authenticator of this account only once, and never name another account', async () => {
    const { owner, calls } = open(db)
    const mine = await owner()
    await mine.add()
    const options = await calls.passkeyOptions(nothing, mine.caller)
    expect(options.excludeCredentials.map(({ id }) => id)).toEqual(
      mine.authenticator.keys.map(({ id }) => id.toString('base64url')),
    )
    expect(options.rp).toEqual({ id: 'localhost', name: 'Everkin' })
    expect(await calls.passkeyLoginOptions(nothing, asCaller())).toEqual({
      rpId: 'localhost',
      challenge: expect.stringMatching(/^[\w-]{51}$/),
      timeout: 300_000,
      userVerification: 'required',
    })
  })

  it.each<[string, AuthenticatorLies]>([
    ['from a page of another site', { origin: 'https://everkin.example.net' }],
    ['made for another site', { rpId: 'example.net' }],
    ['of a device that did not verify its user', { isUnverified: true }],
    ['over a challenge that is not ours', { challenge: Buffer.alloc(38, 7).toString('base64url') }],
  ])('are refused %s, when added and when used', async (_name, lies) => {
    const { owner, signIn } = open(db)
    const mine = await owner()
    await expect(mine.add(lies)).rejects.toMatchObject({ errorName: 'IdentityNotValid', textKey: 'passkey' })
    expect(await mine.list()).toEqual([])
    mine.authenticator.keys.length = 0
    await mine.add()
    await expect(signIn(mine.authenticator, lies)).rejects.toMatchObject({ errorName: 'IdentityNotValid' })
  })

  it('are refused with the handle of another person, with a counter that has not grown, and when unknown', async () => {
    const { owner, signIn } = open(db)
    const [mine, other] = [await owner(), await owner()]
    await mine.add()
    const userHandle = Buffer.from(other.person.id).toString('base64url')
    await expect(signIn(mine.authenticator, { userHandle })).rejects.toMatchObject({ errorName: 'IdentityNotValid' })
    await signIn(mine.authenticator, { counter: 9 })
    await expect(signIn(mine.authenticator, { counter: 9 })).rejects.toMatchObject({ errorName: 'IdentityNotValid' })
    expect((await signIn(mine.authenticator, { counter: 10 })).id).toBe(mine.person.id)
    const stranger = createSoftwareAuthenticator(ORIGIN)
    stranger.create({ rp: { id: 'localhost' }, user: { id: userHandle }, challenge: '' } as Parameters<
      typeof stranger.create
    >[0]) // never added
    await expect(signIn(stranger)).rejects.toMatchObject({ errorName: 'IdentityNotValid' })
  })

  it('open one session for a signature, and none after five minutes', async () => {
    const { owner, calls, clock } = open(db)
    const mine = await owner()
    await mine.add()
    const login = (passkey: ReturnType<typeof mine.authenticator.get>) =>
      calls.passkeyLogin({ query: undefined, body: { passkey } }, asCaller())
    const passkey = mine.authenticator.get(await calls.passkeyLoginOptions(nothing, asCaller()))
    const results = await Promise.allSettled([login(passkey), login(passkey), login(passkey)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const options = await calls.passkeyLoginOptions(nothing, asCaller())
    clock.advance(300_000)
    await expect(login(mine.authenticator.get(options))).rejects.toMatchObject({ errorName: 'IdentityNotValid' })
  })

  it('cannot be added with the challenge of a sign-in or of another person', async () => {
    const { owner, calls } = open(db)
    const [mine, other] = [await owner(), await owner()]
    const { challenge } = await calls.passkeyLoginOptions(nothing, asCaller())
    await expect(mine.add({ challenge })).rejects.toMatchObject({ errorName: 'IdentityNotValid' })
    const passkey = other.authenticator.create(await calls.passkeyOptions(nothing, other.caller))
    await expect(calls.addPasskey({ query: undefined, body: { passkey } }, mine.caller)).rejects.toMatchObject({
      errorName: 'IdentityNotValid',
    })
    await calls.addPasskey({ query: undefined, body: { passkey } }, other.caller)
    await expect(calls.addPasskey({ query: undefined, body: { passkey } }, other.caller)).rejects.toMatchObject({
      errorName: 'IdentityNotValid',
    })
  })

  it('are added and removed only after a fresh sign-in, by their owner, who is notified by mail (AUTH-18)', async () => {
    const { owner, signIn, calls, clock, mails, sendNotices } = open(db)
    const [mine, other] = [await owner(), await owner()]
    const { id } = await mine.add()
    const remove = (caller = mine.caller) => calls.removePasskey({ query: undefined, body: { passkey_id: id } }, caller)
    const rename = (name: string, caller = mine.caller) =>
      calls.renamePasskey({ query: undefined, body: { passkey_id: id, name } }, caller)
    await expect(remove(other.caller)).rejects.toMatchObject({ errorName: 'NotFound' })
    await expect(rename('Mine', other.caller)).rejects.toMatchObject({ errorName: 'NotFound' })
    expect(await rename('Blue key')).toMatchObject({ id, name: 'Blue key' })
    clock.advance(600_000)
    const stale = { errorName: 'NotAllowed', facts: { reason: 'fresh_sign_in' } }
    await expect(mine.add()).rejects.toMatchObject(stale)
    await expect(remove()).rejects.toMatchObject(stale)
    const passkey = mine.authenticator.get(await calls.passkeyLoginOptions(nothing, asCaller()))
    await calls.confirmIdentity({ query: undefined, body: { passkey } }, mine.caller)
    await remove()
    await expect(signIn(mine.authenticator)).rejects.toMatchObject({ errorName: 'IdentityNotValid' })
    await sendNotices()
    const told = mails.filter(({ to }) => to === mine.person.email).map(({ subject }) => subject)
    expect(told.toSorted()).toEqual([
      'A passkey was added to your Everkin account',
      'A passkey was removed from your Everkin account',
    ])
  })

  it('confirm only their own account', async () => {
    const { owner, calls, clock } = open(db)
    const [mine, other] = [await owner(), await owner()]
    await other.add()
    clock.advance(600_000)
    const passkey = other.authenticator.get(await calls.passkeyLoginOptions(nothing, asCaller()))
    await expect(calls.confirmIdentity({ query: undefined, body: { passkey } }, mine.caller)).rejects.toMatchObject({
      errorName: 'IdentityNotValid',
    })
    await expect(mine.add()).rejects.toMatchObject({ errorName: 'NotAllowed' })
  })

  it('are twenty at most', async () => {
    const { owner } = open(db)
    const mine = await owner()
    for (let count = 1; count <= 20; count++) await mine.add()
    await expect(mine.add()).rejects.toMatchObject({ errorName: 'Conflict', facts: { limit: 20 } })
  })
})
