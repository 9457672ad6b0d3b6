import { asCaller, createTestPerson, createTestSession, identityOf } from '@everkin/testing/builders.ts'
import { createTestCard } from '@everkin/testing/card-builders.ts'
import { testInvitations } from '@everkin/testing/invitation-services.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { newSecret } from '../../platform/ids.ts'
import { charge } from '../wallet/charge.ts'
import { purgeInvitations } from './invitation-lifecycle.ts'

const DAY_MS = 86_400_000
const GIFT = { coin_num: 30, message_num: 50 }
const given = { gift: GIFT, gift_held: false, gift_refused: null }
const held = { gift: null, gift_held: true, gift_refused: null }
const refused = (gift_refused: 4001 | 4002) => ({ gift: null, gift_held: false, gift_refused })

let addresses = 0
const newAddress = () => `friend-${++addresses}@example.org`
let networks = 0
/** A network that only one test uses, since gifts are counted by network. */
const newNetwork = () => `10.${Math.floor(++networks / 250)}.${networks % 250}.9`
const elsewhere = () => ({ network: newNetwork() })

describe.each(testDatabaseKinds)('the gift of an invitation on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  let cardId: string
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
    cardId = await createTestCard(db, { name: 'Wren' })
  })
  beforeEach(() => db.script('truncate invitation'))
  afterAll(() => drop())

  const open = async (overrides: Parameters<typeof createTestPerson>[1] = {}) => {
    const all = testInvitations(db)
    const inviter = await createTestPerson(db, { nickname: 'Jonas', ...overrides })
    const code = await all.invite(inviter.id, cardId)
    return { ...all, inviter, code }
  }
  const entriesOf = (personId: string) =>
    db.query<{ asset: string; amount: number; cause: string }>(
      `select a.asset, e.amount, t.cause from ledger_entry e join ledger_account a on a.id = e.account_id
       join ledger_transfer t on t.id = e.transfer_id
       where a.owner_id = $1 and t.cause like 'invitation%' order by t.id`,
      [personId],
    )
  const inSum = async () => {
    const [row] = await db.query<{ sum: number }>('select coalesce(sum(amount), 0)::int as sum from ledger_entry')
    expect(row?.sum).toBe(0)
  }

  it('is granted at registration, shown in the reply and in the ledger', async () => {
    const { join, code } = await open()
    const user = await join(newAddress(), code, elsewhere())
    expect(user).toMatchObject({ is_new: true, ...given, wallet: { coin_num: 30, message_num: 70 } })
    expect(await entriesOf(user.id)).toEqual([
      { asset: 'coin', amount: 30, cause: 'invitation' },
      { asset: 'message', amount: 50, cause: 'invitation' },
    ])
  })

  it('is refused while the inviter is suspended, and not used up; who has claimed it keeps the answer', async () => {
    const { join, code, inviter, invite } = await open()
    const before = await join(newAddress(), await invite(inviter.id, cardId), elsewhere())
    expect(before).toMatchObject(given)
    await db.query(
      `insert into suspension (id, person_id, reason, suspended_at) values ($1, $1, 'spam', '2026-11-20T12:00:00Z')`,
      [inviter.id],
    )
    await db.query('update person set suspension_id = id where id = $1', [inviter.id])
    expect(await join(newAddress(), code, elsewhere())).toMatchObject(refused(4001))
    expect(await db.query('select 1 from invitation where claimed_at is not null')).toHaveLength(1)
    await db.query('update person set suspension_id = null where id = $1', [inviter.id])
    expect(await join(newAddress(), code, elsewhere())).toMatchObject(given)
  })

  it('is granted once when fifty register through one link at the same moment (WAL-12)', async () => {
    const { accountCalls, codeFor, code } = await open()
    const emails = Array.from({ length: 50 }, newAddress)
    for (const email of emails)
      await accountCalls.sendCode({ query: undefined, body: { email, purpose: 'login' } }, asCaller())
    const users = await Promise.all(
      emails.map((email) =>
        accountCalls.emailLogin(
          { query: undefined, body: { email, code: codeFor(email), invite_code: code } },
          asCaller(elsewhere()),
        ),
      ),
    )
    expect(users.filter((user) => user.gift !== null)).toHaveLength(1)
    expect(users.filter((user) => user.gift_refused === 4001)).toHaveLength(49)
    expect(users.every((user) => user.is_new && user.token)).toBe(true)
    await inSum()
  })

  it('is granted once to an account that claims fifty invitations at the same moment (WAL-12)', async () => {
    const { calls, invite, inviter, join } = await open()
    const others = await Promise.all(Array.from({ length: 50 }, () => invite(inviter.id, cardId)))
    const { id } = await join(newAddress(), undefined, elsewhere())
    const caller = asCaller({ ...elsewhere(), identity: identityOf({ id, lang: 'en' }) })
    const answers = await Promise.all(
      others.map((other) => calls.claimInvitation({ query: undefined, body: { code: other } }, caller)),
    )
    expect(answers.filter(({ gift }) => gift !== null)).toHaveLength(1)
    expect(answers.filter(({ gift_refused }) => gift_refused === 4002)).toHaveLength(49)
    expect(await entriesOf(id)).toHaveLength(2)
  })

  it('is granted once per mailbox, however its address is written (WAL-12)', async () => {
    const { join, invite, inviter } = await open()
    const name = `m.a.r.a.${++addresses}`
    const first = await join(`${name}@example.org`, await invite(inviter.id, cardId), elsewhere())
    expect(first).toMatchObject(given)
    for (const address of [
      `${name.replaceAll('.', '')}@example.org`,
      `${name}+gift@example.org`,
      `${name.toUpperCase()}+2@EXAMPLE.org`,
    ]) {
      const again = await join(address, await invite(inviter.id, cardId), elsewhere())
      expect(again).toMatchObject({ is_new: true, ...refused(4002) })
      expect(await entriesOf(again.id)).toEqual([])
    }
  })

  it('is granted once to two addresses of one mailbox at the same moment (WAL-12)', async () => {
    const { accountCalls, codeFor, invite, inviter } = await open()
    const name = `twice.${++addresses}`
    const emails = [`${name}@example.org`, `${name}+2@example.org`]
    const codes = [await invite(inviter.id, cardId), await invite(inviter.id, cardId)]
    for (const email of emails)
      await accountCalls.sendCode({ query: undefined, body: { email, purpose: 'login' } }, asCaller())
    const users = await Promise.all(
      emails.map((email, at) =>
        accountCalls.emailLogin(
          { query: undefined, body: { email, code: codeFor(email), invite_code: codes[at] } },
          asCaller(elsewhere()),
        ),
      ),
    )
    const entries = await Promise.all(users.map((user) => entriesOf(user.id)))
    expect(entries.flat().length).toBeLessThanOrEqual(2)
  })

  it.each([
    [DAY_MS - 1_000, given],
    [DAY_MS, refused(4001)],
    [DAY_MS + 1_000, refused(4001)],
  ])('%i ms after the invitation: %o (WAL-13)', async (waitMs, answer) => {
    const { join, clock, code } = await open()
    clock.advance(waitMs)
    expect(await join(newAddress(), code, elsewhere())).toMatchObject({ is_new: true, ...answer })
  })

  it('is only for accounts created the same day; older ones are still signed in (WAL-13)', async () => {
    const { join, clock, invite, inviter, calls } = await open()
    const [yesterday, today] = [newAddress(), newAddress()]
    const old = await join(yesterday, undefined, elsewhere())
    clock.advance(DAY_MS)
    const fresh = await join(today, undefined, elsewhere())
    expect(await join(yesterday, await invite(inviter.id, cardId), elsewhere())).toMatchObject({
      id: old.id,
      is_new: false,
      ...refused(4002),
    })
    // Registered an hour ago without it: still the same day, so signing in again or claiming it works.
    clock.advance(3_600_000)
    const code = await invite(inviter.id, cardId)
    const identity = identityOf({ id: fresh.id, lang: 'en' })
    const caller = asCaller({ ...elsewhere(), identity })
    expect(await calls.claimInvitation({ query: undefined, body: { code } }, caller)).toEqual(given)
  })

  it('returns the same answer after a lost reply, and grants nothing twice (WAL-12)', async () => {
    const { join, clock, code } = await open()
    const email = newAddress()
    const first = await join(email, code, elsewhere())
    clock.advance(61_000)
    const again = await join(email, code, elsewhere())
    expect(again).toMatchObject({ id: first.id, is_new: false, ...given, wallet: first.wallet })
    expect(await entriesOf(first.id)).toHaveLength(2)
  })

  it.each(['', 'nowhere', 'x'.repeat(22), 'x'.repeat(64), '\u0000'])('“%s” is not a valid code: 4001', async (code) => {
    const { join, calls } = await open()
    // An empty code means that no invitation was given.
    const answer = code === '' ? { gift: null, gift_held: false, gift_refused: null } : refused(4001)
    expect(await join(newAddress(), code, elsewhere())).toMatchObject({ is_new: true, ...answer })
    await expect(calls.invitationInfo({ query: { code }, body: undefined }, asCaller())).rejects.toMatchObject({
      errorName: 'InvitationExpired',
    })
  })

  it('does not exist if either person has blocked the other (R1)', async () => {
    const block = (personId: string, targetId: string) =>
      db.query("insert into block (person_id, target_type, target_id, created_at) values ($1, 'user', $2, now())", [
        personId,
        targetId,
      ])
    for (const who of ['inviter', 'invitee'] as const) {
      const { inviter, code, calls, join } = await open()
      const { id } = await join(newAddress(), undefined, elsewhere())
      await (who === 'inviter' ? block(inviter.id, id) : block(id, inviter.id))
      const caller = asCaller({ ...elsewhere(), identity: identityOf({ id, lang: 'en' }) })
      await expect(calls.invitationInfo({ query: { code }, body: undefined }, caller)).rejects.toMatchObject({
        errorName: 'InvitationExpired',
      })
      expect(await calls.claimInvitation({ query: undefined, body: { code } }, caller)).toEqual(refused(4001))
      // Anybody else can still claim it.
      expect(await join(newAddress(), code, elsewhere())).toMatchObject(given)
    }
  })

  it('is refused for every sign of the person’s own invitation, with the same answer (WAL-14)', async () => {
    const inviterAddress = `own.${++addresses}@example.org`
    const device = newSecret()
    const { invite, inviter, join, calls } = await open({ email: inviterAddress })
    const inBrowser = { cookies: { device } }
    const made = () => invite(inviter.id, cardId, inBrowser)

    const self = asCaller({ ...elsewhere(), identity: identityOf(inviter) })
    expect(await calls.claimInvitation({ query: undefined, body: { code: await made() } }, self)).toEqual(refused(4002))
    for (const [email, overrides] of [
      [newAddress(), inBrowser],
      [inviterAddress.replace('@', '+me@'), {}],
      [inviterAddress.replaceAll('.', '').replace('exampleorg', 'example.org'), {}],
      ['somebody@mailinator.com', {}],
    ] as const) {
      const code = await made()
      const answer = await join(email, code, { ...elsewhere(), ...overrides })
      expect(answer, email).toMatchObject({ is_new: true, ...refused(4002) })
      // The invited friend can still claim it.
      expect(await join(newAddress(), code, elsewhere())).toMatchObject(given)
    }
  })

  it('is granted once per browser, no matter who signs up there (WAL-14)', async () => {
    const { join, code, invite, inviter } = await open()
    const inBrowser = { ...elsewhere(), cookies: { device: newSecret() } }
    expect(await join(newAddress(), code, inBrowser)).toMatchObject(given)
    expect(await join(newAddress(), await invite(inviter.id, cardId), inBrowser)).toMatchObject(refused(4002))
  })

  it('is granted five times a day per network; the others register and their gift is held (WAL-15)', async () => {
    const { join, invite, inviter, clock } = await open()
    const someNetwork = newNetwork().replace(/\d+$/, '')
    const answers = []
    for (let count = 0; count < 12; count++)
      answers.push(await join(newAddress(), await invite(inviter.id, cardId), { network: `${someNetwork}${count}` }))
    expect(answers.map(({ gift }) => gift !== null)).toEqual([...Array(5).fill(true), ...Array(7).fill(false)])
    expect(answers.at(-1)).toMatchObject({ is_new: true, ...held, wallet: { coin_num: 0, message_num: 20 } })
    clock.advance(DAY_MS)
    const late = await join(newAddress(), await invite(inviter.id, cardId), { network: `${someNetwork}77` })
    expect(late).toMatchObject(given)
  })

  it('is granted twenty times a day per inviter (WAL-15)', async () => {
    const { join, invite, inviter } = await open()
    const answers = []
    for (let count = 0; count < 24; count++)
      answers.push(await join(newAddress(), await invite(inviter.id, cardId), elsewhere()))
    expect(answers.filter(({ gift }) => gift !== null)).toHaveLength(20)
    expect(answers.slice(20)).toEqual(Array(4).fill(expect.objectContaining(held)))
  })

  it('is revoked as far as unspent when the profile says under 18, and the links become invalid', async () => {
    const { join, code, accountCalls, clock, calls } = await open()
    const user = await join(newAddress(), code, elsewhere())
    const spend = (asset: 'coin' | 'message', amount: number) =>
      charge(db, {
        personId: user.id,
        asset,
        amount,
        key: `spent:${user.id}:${asset}`,
        cause: 'message_sent',
        ref: null,
        now: clock.now(),
      })
    await spend('coin', 12)
    await spend('message', 45)
    const caller = asCaller({ identity: identityOf({ id: user.id, lang: 'en' }) })
    const young = { nickname: 'R', gender: null, age_scope: 1 as const }
    const after = await accountCalls.profile({ query: undefined, body: young }, caller)
    expect(after.wallet).toMatchObject({ coin_num: 0, message_num: 0 })
    const again = await accountCalls.profile({ query: undefined, body: young }, caller)
    expect(again.wallet).toEqual(after.wallet)
    expect((await entriesOf(user.id)).slice(2)).toEqual([
      { asset: 'coin', amount: -18, cause: 'invitationTakenBack' },
      { asset: 'message', amount: -25, cause: 'invitationTakenBack' },
    ])
    await expect(calls.createInvitation({ query: undefined, body: { card_id: cardId } }, caller)).rejects.toMatchObject(
      { errorName: 'AgeNotOpen' },
    )
    expect(await join(user.email ?? '', code, elsewhere())).toMatchObject(refused(4002))
    await inSum()
  })

  it('is refused to an address that said it is under 18 (A4, A5)', async () => {
    const { join, accountCalls, invite, inviter } = await open()
    const email = newAddress()
    const { id } = await join(email, undefined, elsewhere())
    const caller = asCaller({ identity: (await createTestSession(db, { id, lang: 'en' })).identity })
    const body = { nickname: 'R', gender: null, age_scope: 1 as const }
    await accountCalls.profile({ query: undefined, body }, caller)
    await accountCalls.deleteAccount({ query: undefined, body: undefined }, caller)
    const code = await invite(inviter.id, cardId)
    expect(await join(email, code, elsewhere())).toMatchObject({ is_new: true, teen: true, ...refused(4002) })
  })

  it('is not granted again after deleting and recreating the account, until its hashes expire (90 days)', async () => {
    const { join, code, invite, inviter, accountCalls, clock } = await open()
    const email = newAddress()
    const { id } = await join(email, code, elsewhere())
    const caller = asCaller({ identity: (await createTestSession(db, { id, lang: 'en' }, clock.now())).identity })
    await accountCalls.deleteAccount({ query: undefined, body: undefined }, caller)
    expect(await db.query('select 1 from invitation where invitee_id = $1', [id])).toEqual([])
    expect(await join(email, await invite(inviter.id, cardId), elsewhere())).toMatchObject(refused(4002))
    clock.advance(90 * DAY_MS)
    await purgeInvitations(db, clock.now())
    const [left] = await db.query<{ count: number }>(
      'select count(*)::int as count from invitation where mailbox_hash is not null or network_hash is not null',
    )
    expect(left?.count).toBe(0)
  })

  it('a crash at any step of the sign-in leaves neither an account with half a gift nor a used code (WAL-12)', async () => {
    const { accounts, accountCalls, callsWith, codeFor, code } = await open()
    const email = newAddress()
    await accountCalls.sendCode({ query: undefined, body: { email, purpose: 'login' } }, asCaller())
    const body = { email, code: codeFor(email), invite_code: code }
    let broken = 0
    const attempt = async (breakAt: number) => {
      const handlers = callsWith({ ...accounts, database: breaking(db, breakAt) })
      return handlers.emailLogin({ query: undefined, body }, asCaller(elsewhere()))
    }
    for (let breakAt = 1; ; breakAt++) {
      const user = await attempt(breakAt).catch((error: unknown) => {
        if (error instanceof Error && error.message === 'the power went') return null
        throw error
      })
      if (user) {
        expect(user).toMatchObject({ is_new: true, ...given })
        expect(await entriesOf(user.id)).toHaveLength(2)
        break
      }
      broken += 1
      expect(await db.query('select 1 from person where email = $1', [email])).toEqual([])
      expect(await db.query('select 1 from invitation where claimed_at is not null')).toEqual([])
      await db.query('update sign_in_code set tries_left = 5')
    }
    expect(broken).toBeGreaterThan(12)
    await inSum()
  })
})

/** The database, except that the sign-in transaction fails before its n-th statement. */
function breaking(database: Database, n: number): Database {
  return {
    ...database,
    transaction: (work) =>
      database.transaction(async (tx) => {
        let count = 0
        let isSignIn = false
        return work({
          afterCommit: tx.afterCommit,
          query: async (text, values) => {
            // `consumeCode` starts it; the attempts before it are recorded in a transaction of their own.
            isSignIn ||= text.includes('set used_at')
            if (isSignIn && ++count === n) throw new Error('the power went')
            return tx.query(text, values)
          },
        })
      }),
  }
}
