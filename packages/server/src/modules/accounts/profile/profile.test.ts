import { testAccounts } from '@everkin/testing/account-services.ts'
import {
  asCaller,
  createSignedInTestPerson,
  createTestPerson,
  createTestSession,
  identityOf,
} from '@everkin/testing/builders.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../../platform/app-error.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Person } from '../person.ts'
import type { Profile } from './save-profile.ts'

const device = 'd'.repeat(43)

function open(db: Database, settings: Parameters<typeof testAccounts>[1] = {}) {
  const accounts = testAccounts(db, settings)
  const { calls } = accounts
  const as = (person: Person, overrides = {}) => asCaller({ identity: identityOf(person), ...overrides })
  return {
    ...accounts,
    calls,
    as,
    save: (person: Person, profile: Partial<Profile>, overrides = {}) =>
      calls.profile(
        { query: undefined, body: { nickname: 'Robin', gender: null, age_scope: null, ...profile } },
        as(person, overrides),
      ),
    /** Sends these fields and no others. */
    change: (person: Person, profile: Profile) => calls.profile({ query: undefined, body: profile }, as(person)),
    confirm: (person: Person, overrides = {}) =>
      calls.confirmAge({ query: undefined, body: { over_18: true } }, as(person, overrides)),
    turn: (person: Person, on: boolean, overrides = {}) =>
      calls.setNsfw({ query: undefined, body: { on } }, as(person, overrides)),
    info: (person: Person) => calls.info({ query: undefined, body: undefined }, as(person)),
  }
}

const undeclared = { ageState: 'unknown' as const, ageScope: null, nickname: '' }

describe.each(testDatabaseKinds)('profiles on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  it('stores the input exactly and reports when the profile is complete', async () => {
    const { save, info } = open(db)
    const person = await createTestPerson(db, undeclared)
    expect((await info(person)).profile_complete).toBe(false)
    const saved = await save(person, { nickname: ' Ana María 🌿 ', gender: 2, age_scope: 3, lang: 'es' })
    expect(saved).toMatchObject({ nickname: ' Ana María 🌿 ', gender: 2, age_scope: 3, lang: 'es', teen: false })
    expect(await info(person)).toEqual(saved)
    expect(saved.profile_complete).toBe(true)
  })

  it('keeps a nickname to the letter', async () => {
    const person = await createTestPerson(db, { nickname: 'Ana\n\u202EMaría' })
    expect((await open(db).info(person)).nickname).toBe('Ana\n\u202EMaría')
  })

  it('changes only the fields that are sent', async () => {
    const { save, change } = open(db)
    const person = await createTestPerson(db, undeclared)
    const first = await save(person, { nickname: 'Robin', gender: 1, age_scope: 3, lang: 'fr' })
    expect(await change(person, { lang: 'de' })).toEqual({ ...first, lang: 'de' })
    // Two devices that change different fields do not undo each other’s change.
    await Promise.all([change(person, { nickname: 'Mara' }), change(person, { gender: null })])
    expect(await change(person, {})).toEqual({ ...first, lang: 'de', nickname: 'Mara', gender: null })
  })

  it('A5: closes the sockets of someone who turns out to be under 18, also while no file can be removed', async () => {
    const { services, callsWith, closedSockets, as, info } = open(db)
    const person = await createTestPerson(db, undeclared)
    const id = 'v'.repeat(43)
    await db.query(
      `insert into media_file (id, person_id, purpose, width, height, bytes, main_file, small_file, created_at)
       values ($1, $2, 'avatar', 1, 1, 1, '256.webp', '64.webp', now())`,
      [id, person.id],
    )
    const remove = async () => {
      throw new AppError('Unavailable')
    }
    const calls = callsWith({ ...services, media: { ...services.media, remove } })
    const body = { nickname: 'Robin', gender: null, age_scope: 1 } as const
    const saved = await calls.profile({ query: undefined, body }, as(person))
    expect(saved.teen).toBe(true)
    expect(closedSockets).toEqual([person.id])
    expect((await info(person)).avatar).toBeNull()
  })

  it.each(['nickname', 'gender', 'age_scope'] as const)(
    'a first profile without its %s stores nothing',
    async (field) => {
      const { change, info } = open(db)
      const person = await createTestPerson(db, undeclared)
      const before = await info(person)
      const { [field]: _left, ...rest } = { nickname: 'Robin', gender: null, age_scope: null, lang: 'fr' as const }
      await expect(change(person, rest)).rejects.toMatchObject({ errorName: 'InvalidInput' })
      expect(await info(person)).toEqual(before)
    },
  )

  it.each([
    ['a blank nickname', { nickname: '   ' }, 'InvalidInput'],
    ['an invisible nickname', { nickname: '\u200B\u3164' }, 'InvalidInput'],
    ['a picture from elsewhere', { avatar: 'https://example.org/a.png' }, 'InvalidInput'],
    ['a path that climbs', { avatar: '/pictures/../secret' }, 'InvalidInput'],
  ])('rejects %s and stores nothing', async (_name, profile, errorName) => {
    const { save, info } = open(db)
    const person = await createTestPerson(db)
    const before = await info(person)
    await expect(save(person, profile)).rejects.toMatchObject({ errorName })
    expect(await info(person)).toEqual(before)
  })

  it('keeps "under 18" whatever is said later, and turns adult content off (A4)', async () => {
    const { save, confirm, closedSockets } = open(db)
    const person = await createTestPerson(db, { adultConfirmedAt: new Date(), nsfw: true })
    const young = await save(person, { age_scope: 1 })
    expect(young).toMatchObject({ age_scope: 1, teen: true, nsfw: false })
    expect(closedSockets).toEqual([person.id])
    for (const age_scope of [2, 3, 4, null] as const)
      expect(await save(person, { age_scope })).toMatchObject({ age_scope: 1, teen: true })
    await expect(confirm(person)).rejects.toMatchObject({ errorName: 'AgeNotOpen', facts: { reason: 'under_18' } })
    expect(closedSockets).toEqual([person.id])
  })

  it('recognises a person who said "under 18", by browser and by address, for 90 days (A4)', async () => {
    const { save, clock, calls, sendMailAndSignIn } = withSignIn(open(db))
    const first = await createTestPerson(db, { ...undeclared, email: 'young@example.org' })
    await save(first, { age_scope: 1 }, { cookies: { device } })
    const second = await createTestPerson(db, undeclared)
    expect(await save(second, { age_scope: 4 }, { cookies: { device } })).toMatchObject({ age_scope: 1, teen: true })
    await calls.deleteAccount(
      { query: undefined, body: undefined },
      asCaller({ identity: (await createTestSession(db, first)).identity }),
    )
    expect(await sendMailAndSignIn('young@example.org')).toMatchObject({ is_new: true, teen: true, age_scope: 1 })

    clock.advance(90 * 86_400_000)
    const third = await createTestPerson(db, undeclared)
    expect(await save(third, { age_scope: 4 }, { cookies: { device } })).toMatchObject({ age_scope: 4, teen: false })
  })

  it('does not mark an adult account as under 18 because of a shared browser', async () => {
    const { save } = open(db)
    const cookies = { device: 'e'.repeat(43) }
    await save(await createTestPerson(db, undeclared), { age_scope: 1 }, { cookies })
    const parent = await createTestPerson(db)
    expect(await save(parent, { age_scope: 4 }, { cookies })).toMatchObject({ age_scope: 4, teen: false })
  })

  it('turns adult content on only after the confirmation, and off at once (N2, N3)', async () => {
    const { turn, confirm } = open(db)
    const person = await createTestPerson(db)
    await expect(turn(person, true)).rejects.toMatchObject({ facts: { reason: 'confirm_age' } })
    expect((await confirm(person)).nsfw).toBe(true)
    expect((await turn(person, false)).nsfw).toBe(false)
    expect((await turn(person, true)).nsfw).toBe(true)
  })

  it.each([
    ['an age that is unknown', undeclared, {}, {}, 'age_unknown'],
    ['a server without adult content', {}, { nsfwEnabled: false }, {}, 'region'],
    ['a country that should be known and is not', {}, { countryHeader: 'cf-ipcountry' }, { country: null }, 'region'],
  ])('does not accept the confirmation of %s', async (_name, overrides, settings, caller, reason) => {
    const { confirm, turn } = open(db, settings)
    const person = await createTestPerson(db, overrides)
    await expect(confirm(person, caller)).rejects.toMatchObject({ errorName: 'AgeNotOpen', facts: { reason } })
    expect((await turn(person, false, caller)).nsfw).toBe(false)
  })

  it('updates the readable cookies after a change and never trusts them (AUTH-14)', async () => {
    const { calls } = open(db)
    const { person, identity, token } = await createSignedInTestPerson(db)
    const forged = JSON.stringify({ token, nsfw: true, is_admin: true, member: { active: true } })
    const caller = asCaller({ identity, cookies: { user: encodeURIComponent(forged), nsfw: '1' } })
    const user = await calls.profile(
      { query: undefined, body: { nickname: 'New name', gender: null, age_scope: 3 } },
      caller,
    )
    expect(user).toMatchObject({ id: person.id, nsfw: false, is_admin: false, member: { active: false } })
    const line = caller.setCookies.find((text) => text.startsWith('user=')) ?? ''
    expect(JSON.parse(decodeURIComponent(line.slice(5).split(';')[0] ?? ''))).toMatchObject({
      token,
      nickname: 'New name',
      nsfw: false,
    })
    expect(caller.setCookies).toContainEqual(expect.stringMatching(/^nsfw=0;/))
  })

  it('keeps the longest name in any script below 4 kB of cookie (AUTH-10)', async () => {
    const { calls } = open(db)
    const { identity, token } = await createSignedInTestPerson(db, {
      email: `${'a'.repeat(60)}@${'b'.repeat(180)}.example`,
    })
    const caller = asCaller({ identity, isSecure: true, cookies: { user: JSON.stringify({ token }) } })
    const avatar = `/pictures/${'p'.repeat(480)}`
    await calls.profile(
      { query: undefined, body: { nickname: '漢'.repeat(40), gender: 2, age_scope: 3, avatar } },
      caller,
    )
    for (const line of caller.setCookies) expect(line.length).toBeLessThan(4096)
  })

  it('C3: says for a day after a crisis that nothing is offered, but not in the cookie, which stays on the device', async () => {
    const { calls } = open(db)
    const lastCrisisAt = new Date('2026-11-20T11:00:00.000Z')
    const { identity, token } = await createSignedInTestPerson(db, { lastCrisisAt })
    const caller = asCaller({ identity, isBrowser: true, cookies: { user: JSON.stringify({ token }) } })
    const body = { nickname: 'Mara', gender: null, age_scope: 3 } as const
    expect(await calls.profile({ query: undefined, body }, caller)).toMatchObject({ offers_paused: true })
    expect(caller.setCookies.some((line) => line.startsWith('user='))).toBe(true)
    expect(caller.setCookies.join()).not.toContain('offers_paused')
  })
})

/** The same, signing in with a real code. */
function withSignIn(accounts: ReturnType<typeof open>) {
  const { calls, codeFor } = accounts
  return {
    ...accounts,
    async sendMailAndSignIn(email: string) {
      await calls.sendCode({ query: undefined, body: { email, purpose: 'login' } }, asCaller())
      return calls.emailLogin({ query: undefined, body: { email, code: codeFor(email) } }, asCaller())
    },
  }
}
