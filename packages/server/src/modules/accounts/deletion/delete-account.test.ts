import { testAccounts } from '@everkin/testing/account-services.ts'
import { asCaller, createSignedInTestPerson, createTestSession } from '@everkin/testing/builders.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { charge } from '../../wallet/charge.ts'
import { identify } from '../sessions/identify.ts'
import { purgeSignInData } from './purge-sign-in-data.ts'

const nothing = { query: undefined, body: undefined }

describe.each(testDatabaseKinds)('deleting an account on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  const open = () => testAccounts(db)

  it('signs out: revokes the session, clears the cookies and closes the socket (AUTH-09)', async () => {
    const { calls, closedSockets, clock } = open()
    const { token, secret, identity, sessionId } = await createSignedInTestPerson(db)
    const caller = asCaller({ identity, isSecure: true })
    await calls.logout(nothing, caller)
    expect(await identify(db, { token, secret }, clock.now())).toBeNull()
    expect(closedSockets).toEqual([sessionId])
    expect(caller.setCookies.map((line) => line.split(';')[0])).toEqual(['user=', '__Host-session=', 'nsfw='])
    for (const line of caller.setCookies) expect(line).toMatch(/Max-Age=0; SameSite=Lax; Secure/)
    expect(await calls.logout(nothing, caller)).toEqual({})
  })

  it('signs another device out; an unknown session or another person’s is NotFound (AUTH-09)', async () => {
    const { calls, closedSockets } = open()
    const mine = await createSignedInTestPerson(db)
    const stranger = await createSignedInTestPerson(db)
    const caller = asCaller({ identity: mine.identity })
    const revoke = (session_id: string) => calls.revokeSession({ query: undefined, body: { session_id } }, caller)
    await expect(revoke(stranger.sessionId)).rejects.toMatchObject({ errorName: 'NotFound' })
    await expect(revoke('unknown')).rejects.toMatchObject({ errorName: 'NotFound' })
    expect(await calls.sessions(nothing, caller)).toMatchObject([{ id: mine.sessionId, current: true }])
    await revoke(mine.sessionId)
    expect(closedSockets).toEqual([mine.sessionId])
    expect(await calls.sessions(nothing, asCaller({ identity: stranger.identity }))).toHaveLength(1)
  })

  it('erases everything that identifies the person and keeps the ledger complete (D2)', async () => {
    const { calls, closedSockets, clock } = open()
    const email = 'canary-address@example.org'
    const { person, identity, token, secret } = await createSignedInTestPerson(db, {
      email,
      nickname: 'canary-nickname',
    })
    const caller = asCaller({ identity })
    await calls.sendCode({ query: undefined, body: { email, purpose: 'login' } }, asCaller())
    await charge(db, {
      personId: person.id,
      asset: 'message',
      amount: 1,
      key: `canary-key:${person.id}`,
      cause: 'message',
      ref: 'canary-ref',
      now: clock.now(),
    })
    const before = await db.query('select sum(amount)::int as sum, count(*)::int as count from ledger_entry')

    await calls.deleteAccount(nothing, caller)

    expect(await identify(db, { token, secret }, clock.now())).toBeNull()
    expect(closedSockets).toEqual([person.id])
    expect(caller.setCookies.map((line) => line.split(';')[0])).toContain('user=')
    const tables = await db.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migration'",
    )
    for (const { name } of tables) {
      const text = JSON.stringify(await db.query(`select * from "${name}"`))
      for (const canary of [email, 'canary', person.id])
        expect({ name, found: text.includes(canary) }).toEqual({ name, found: false })
    }
    expect(await db.query('select sum(amount)::int as sum, count(*)::int as count from ledger_entry')).toEqual(before)
    await expect(calls.info(nothing, caller)).rejects.toMatchObject({ errorName: 'NotSignedIn' })
    expect(await calls.deleteAccount(nothing, caller)).toEqual({})
  })

  it('AUTH-15: accepts the same address as a new, empty account, with a welcome gift only after 30 days', async () => {
    const { calls, codeFor, clock } = open()
    const email = 'comes-back@example.org'
    const comeAndGo = async () => {
      await calls.sendCode({ query: undefined, body: { email: email.toUpperCase(), purpose: 'login' } }, asCaller())
      const body = { email, code: codeFor(email.toUpperCase()) }
      const user = await calls.emailLogin({ query: undefined, body }, asCaller())
      const { identity } = await createTestSession(db, user, clock.now())
      await calls.deleteAccount(nothing, asCaller({ identity }))
      return [user.is_new, user.nickname, user.wallet.message_num]
    }
    expect(await comeAndGo()).toEqual([true, '', 20])
    expect(await comeAndGo()).toEqual([true, '', 0])
    clock.advance(30 * 86_400_000 - 1)
    expect(await comeAndGo()).toEqual([true, '', 0])
    clock.advance(30 * 86_400_000)
    await purgeSignInData(db, clock.now())
    expect(await comeAndGo()).toEqual([true, '', 20])
  })

  it('purges expired rows and nothing that still counts', async () => {
    const { calls, clock, services } = open()
    const { token, secret, identity } = await createSignedInTestPerson(db)
    const young = await createSignedInTestPerson(db, { ageState: 'unknown' })
    await calls.profile(
      { query: undefined, body: { nickname: 'R', gender: null, age_scope: 1 } },
      asCaller({ identity: young.identity }),
    )
    const count = async (table: string) => (await db.query(`select 1 from ${table}`)).length
    clock.advance(29 * 86_400_000)
    await purgeSignInData(db, clock.now())
    expect(await identify(db, { token, secret }, clock.now())).toMatchObject(identity)
    expect(await count('age_mark')).toBeGreaterThan(0)
    clock.advance(91 * 86_400_000)
    await purgeSignInData(services.database, clock.now())
    for (const table of ['session', 'age_mark', 'sign_in_code', 'sign_in_failure'])
      expect({ table, rows: await count(table) }).toEqual({ table, rows: 0 })
  })

  it('lists every ledger entry, newest first, page by page, and rejects an invalid cursor', async () => {
    const { calls, clock } = open()
    const { person, identity } = await createSignedInTestPerson(db, { messages: 20, coins: 7 })
    for (let count = 1; count <= 4; count++)
      await charge(db, {
        personId: person.id,
        asset: 'message',
        amount: 1,
        key: `page:${person.id}:${count}`,
        cause: 'message',
        ref: `m${count}`,
        now: clock.now(),
      })
    const caller = asCaller({ identity })
    const seen = []
    let cursor: string | undefined
    do {
      const page = await calls.ledger({ query: { limit: 4, ...(cursor ? { cursor } : {}) }, body: undefined }, caller)
      seen.push(...page.list)
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    expect(seen.map(({ asset, amount, balance, ref }) => [asset, amount, balance, ref])).toEqual([
      ['message', -1, 16, 'm4'],
      ['message', -1, 17, 'm3'],
      ['message', -1, 18, 'm2'],
      ['message', -1, 19, 'm1'],
      ['coin', 7, 7, null],
      ['message', 20, 20, null],
    ])
    for (const garbage of ['!', 'ZZZ', "' or 1=1 --", 'zzzzzzzzzzz', ''])
      await expect(
        calls.ledger({ query: { limit: 4, cursor: garbage }, body: undefined }, caller),
      ).rejects.toMatchObject({
        errorName: 'InvalidInput',
      })
  })
})
