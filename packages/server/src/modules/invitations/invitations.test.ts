import { invitations } from '@everkin/contract/http/invitations.ts'
import { asCaller, createTestPerson, createTestSession, identityOf } from '@everkin/testing/builders.ts'
import { createTestCard } from '@everkin/testing/card-builders.ts'
import { testInvitations } from '@everkin/testing/invitation-services.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { newId, newSecret } from '../../platform/ids.ts'
import { checkClaims } from './check-claims.ts'
import { exportInvitations } from './list-invitations.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
let people = 0
const newAddress = () => `guest-${++people}@example.org`
const elsewhere = () => ({ network: `10.9.${++people % 250}.1` })

describe.each(testDatabaseKinds)('invitations on %s', (kind) => {
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
    const inviter = await createTestPerson(db, { nickname: 'Jonas', avatar: '/pictures/x/96.webp', ...overrides })
    const as = (person: { id: string }, more = {}) =>
      asCaller({ ...more, identity: identityOf({ id: person.id, lang: 'en' }) })
    const info = (code: string, caller = asCaller()) =>
      all.calls.invitationInfo({ query: { code }, body: undefined }, caller)
    const list = (query = { limit: 20 } as { limit: number; cursor?: string }) =>
      all.calls.listInvitations({ query, body: undefined }, as(inviter))
    const create = (card_id: string, caller = as(inviter)) =>
      all.calls.createInvitation({ query: undefined, body: { card_id } }, caller)
    return { ...all, inviter, as, info, list, create }
  }

  const suspend = async (personId: string) => {
    const id = newId()
    await db.query(
      `insert into suspension (id, person_id, reason, suspended_at) values ($1, $2, 'spam', '2026-11-20T12:00:00Z')`,
      [id, personId],
    )
    await db.query('update person set suspension_id = $2 where id = $1', [personId, id])
  }

  /** Sends this many messages on that day of the clock. */
  const talk = async (personId: string, count: number, at: Date) => {
    const chatId = newId()
    await db.query(
      `insert into chat (id, person_id, card_id, type, title, locale, created_at, updated_at)
       values ($1, $2, $3, 'single', 'Wren', 'en', $4, $4)`,
      [chatId, personId, cardId, at],
    )
    for (let seq = 1; seq <= count; seq++)
      await db.query(
        `insert into message (chat_id, seq, parent_seq, depth, jump_seq, jump_depth, rev, role, text, status, client_id,
           sender_id, created_at) values ($1, $2, 0, 1, 0, 0, 1, 'user', 'Hello.', 'complete', $3, $4, $5)`,
        [chatId, seq, newId(), personId, at],
      )
  }

  it('says who can open the link: everyone, the network of the server, or its machine only', async () => {
    const { create, services } = await open()
    const reaches: Record<string, string> = {}
    for (const site of [
      'https://everkin.example',
      'http://203.0.113.7:3000',
      'http://192.168.1.20:3000',
      'http://[fd12::5]:3000',
      'http://nas.local',
      'http://nas:3000',
      'http://localhost:3000',
      'http://127.0.0.2',
      'http://[::1]:3000',
      'http://everkin.localhost',
    ]) {
      services.siteUrl = () => site
      reaches[site] = (await create(cardId)).reach
    }
    expect(Object.values(reaches)).toEqual([
      ...['everyone', 'everyone'],
      ...['network', 'network', 'network', 'network'],
      ...['device', 'device', 'device', 'device'],
    ])
  })

  it('creates a link that cannot be guessed, stores no code, and shows the inviter and the character', async () => {
    const { create, info, clock } = await open()
    const made = await create(cardId)
    expect(invitations.createInvitation.data.parse(made)).toEqual(made)
    expect(made.code).toMatch(/^[\w-]{22}$/)
    expect(made.url).toBe(`https://everkin.example/invitation?code=${made.code}`)
    expect(made.expires_at).toBe(new Date(clock.now().getTime() + DAY_MS).toISOString())
    expect(JSON.stringify(await db.query('select * from invitation'))).not.toContain(made.code)
    const shown = await info(made.code)
    expect(invitations.invitationInfo.data.parse(shown)).toMatchObject({
      friend_name: 'Jonas',
      friend_avatar: '/pictures/x/96.webp',
      card: { id: cardId, name: 'Wren' },
      gift: { coin_num: 30, message_num: 50 },
      expires_at: made.expires_at,
      server_time: clock.now().toISOString(),
      state: 'open',
      reader: 'visitor',
    })
  })

  it('R1: hides a profile that moderation has hidden, from everyone but its owner', async () => {
    const { create, info, inviter, as } = await open()
    const { code } = await create(cardId)
    for (const restriction of ['hidden', 'removed']) {
      await db.query('update person set profile_restriction = $2 where id = $1', [inviter.id, restriction])
      for (const caller of [asCaller(), as(await createTestPerson(db))])
        expect(await info(code, caller)).toMatchObject({ friend_name: '', friend_avatar: null, state: 'open' })
      expect(await info(code)).toMatchObject({ friend_id: null })
      expect(await info(code, as(await createTestPerson(db)))).toMatchObject({ friend_id: inviter.id })
      expect(await info(code, as(inviter))).toMatchObject({ friend_name: 'Jonas', friend_id: null })
    }
    await db.query('update person set profile_restriction = null where id = $1', [inviter.id])
    expect(await info(code)).toMatchObject({ friend_name: 'Jonas', friend_avatar: '/pictures/x/96.webp' })
  })

  it('does not exist while the inviter is suspended', async () => {
    const { create, info, inviter } = await open()
    const { code } = await create(cardId)
    await suspend(inviter.id)
    await expect(info(code)).rejects.toMatchObject({ errorName: 'InvitationExpired' })
    await db.query('update person set suspension_id = null where id = $1', [inviter.id])
    expect(await info(code)).toMatchObject({ state: 'open' })
  })

  it('is for public characters without an age limit, and for adults with a name', async () => {
    const { create, as } = await open()
    for (const overrides of [
      { visibility: 'unlisted' },
      { visibility: 'private' },
      { state: 'draft' },
      { rating: 'nsfw' },
      { type: 'multiple', memberIds: [cardId] },
    ] satisfies Parameters<typeof createTestCard>[1][])
      await expect(create(await createTestCard(db, overrides))).rejects.toMatchObject({ errorName: 'NotFound' })
    await expect(create('nowhere')).rejects.toMatchObject({ errorName: 'NotFound' })
    for (const [overrides, reason] of [
      [{ ageState: 'unknown' }, 'age_unknown'],
      [{ nickname: '' }, 'age_unknown'],
      [{ ageState: 'minor_declared' }, 'under_18'],
    ] as const)
      await expect(create(cardId, as(await createTestPerson(db, overrides)))).rejects.toMatchObject({
        errorName: 'AgeNotOpen',
        facts: { reason },
      })
    expect(await db.query('select 1 from invitation')).toEqual([])
  })

  it('allows fifty a day, also at the same moment', async () => {
    const { create, clock, services } = await open()
    services.settings = { ...services.settings, rateLimits: true }
    const answers = await Promise.allSettled(Array.from({ length: 60 }, () => create(cardId)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
    await expect(create(cardId)).rejects.toMatchObject({ errorName: 'TooManyRequests', facts: { retry_after: 86_400 } })
    clock.advance(DAY_MS)
    await create(cardId)
  })

  it('shows the state of an invitation only to those it concerns', async () => {
    const { create, info, as, inviter, join, clock, list } = await open()
    const [open1, used] = [await create(cardId), await create(cardId)]
    const user = await join(newAddress(), used.code, elsewhere())
    expect(await info(used.code)).toMatchObject({ state: 'claimed', reader: 'visitor' })
    expect(await info(used.code, as(user))).toMatchObject({ state: 'claimed', reader: 'invitee' })
    expect(await info(open1.code, as(inviter))).toMatchObject({ state: 'open', reader: 'inviter' })
    const fresh = await join(newAddress(), undefined, elsewhere())
    expect(await info(open1.code, as(fresh))).toMatchObject({ state: 'open', reader: 'new' })
    clock.advance(DAY_MS)
    expect(await info(open1.code, as(fresh))).toMatchObject({ state: 'expired', reader: 'member' })
    const listed = await list()
    expect(listed.list.map(({ state }) => state).sort()).toEqual(['claimed', 'expired'])
    expect(JSON.stringify(listed)).not.toContain(user.id)
  })

  it('lists page by page, and rejects an invalid cursor', async () => {
    const { create, list, clock } = await open()
    for (let count = 0; count < 5; count++) {
      await create(cardId)
      if (count % 2) clock.advance(1)
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await list({ limit: 2, ...(cursor && { cursor }) })
      seen.push(...page.list.map(({ id }) => id))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    expect(new Set(seen).size).toBe(5)
    for (const garbage of ['', '.', 'zz', `${'z'.repeat(12)}.a`, 'a.\u0000'])
      await expect(list({ limit: 2, cursor: garbage })).rejects.toMatchObject({ errorName: 'InvalidInput' })
  })

  it('shows a link without a character that is no longer public, and nothing once the inviter is gone', async () => {
    const { create, info, accountCalls, inviter } = await open()
    const fleeting = await createTestCard(db)
    const { code } = await create(fleeting)
    await db.query(`update card set visibility = 'private' where id = $1`, [fleeting])
    expect(await info(code)).toMatchObject({ state: 'open', card: null })
    const { identity } = await createTestSession(db, inviter)
    await accountCalls.deleteAccount({ query: undefined, body: undefined }, asCaller({ identity }))
    await expect(info(code)).rejects.toMatchObject({ errorName: 'InvitationExpired' })
    expect(await db.query('select 1 from invitation')).toEqual([])
  })

  it('rewards the inviter once, when the friend is a day old and has chatted on two days (WAL-16)', async () => {
    const { create, join, clock, services, inviter, list, sent } = await open({ messages: 0 })
    const { code } = await create(cardId)
    const friend = await join(newAddress(), code, elsewhere())
    const coins = async () =>
      await services.database.query<{ asset: string; balance: number }>(
        'select asset, balance from ledger_account where owner_id = $1 order by asset',
        [inviter.id],
      )
    await talk(friend.id, 4, clock.now())
    clock.advance(DAY_MS - 1)
    await talk(friend.id, 4, clock.now())
    expect(await checkClaims(services)).toBe(0) // a millisecond short of a day
    clock.advance(1)
    await Promise.all([checkClaims(services), checkClaims(services)])
    await checkClaims(services)
    expect(await coins()).toEqual([
      { asset: 'coin', balance: 10 },
      { asset: 'message', balance: 20 },
    ])
    expect((await list()).list).toMatchObject([{ state: 'claimed', thanks: { coin_num: 10, message_num: 20 } }])
    expect(sent.map(({ personId }) => personId)).toEqual([friend.id, inviter.id]) // the welcome gift, then the reward
    clock.advance(10 * DAY_MS)
    expect(await checkClaims(services)).toBe(0)
    expect(await exportInvitations(db, inviter.id)).toMatchObject([{ part: 'sent', card_id: cardId }])
    expect(await exportInvitations(db, friend.id)).toMatchObject([{ part: 'taken', gift: 'given' }])
  })

  it.each([
    ['five messages on one day', [[5, 0]]],
    [
      'four messages on two days',
      [
        [3, 0],
        [1, 1],
      ],
    ],
    ['nothing', []],
  ] as const)('does not reward for %s (WAL-16)', async (_, days) => {
    const { create, join, clock, services } = await open()
    const friend = await join(newAddress(), (await create(cardId)).code, elsewhere())
    const start = clock.now().getTime()
    for (const [count, day] of days) await talk(friend.id, count, new Date(start + day * DAY_MS))
    clock.advance(2 * DAY_MS)
    expect(await checkClaims(services)).toBe(1)
    expect(await db.query('select 1 from invitation where thanked_at is not null')).toEqual([])
    expect(await checkClaims(services)).toBe(0) // checked at most once an hour
    clock.advance(HOUR_MS)
    expect(await checkClaims(services)).toBe(1)
  })

  it('does not reward a person who invited themselves, nor soon after a crisis (WAL-14, C3)', async () => {
    const { create, join, clock, services, inviter } = await open()
    const device = newSecret()
    const friend = await join(newAddress(), (await create(cardId)).code, { ...elsewhere(), cookies: { device } })
    await talk(friend.id, 5, clock.now())
    clock.advance(DAY_MS)
    await talk(friend.id, 5, clock.now())
    await db.query('update person set last_crisis_at = $2 where id = $1', [inviter.id, clock.now()])
    await checkClaims(services)
    expect(await db.query('select 1 from invitation where thanks_state is not null')).toEqual([])
    clock.advance(DAY_MS)
    await join(inviter.email ?? '', undefined, { ...elsewhere(), cookies: { device } })
    await checkClaims(services)
    expect(await db.query('select thanks_state from invitation')).toEqual([{ thanks_state: 'refused' }])
  })

  it('rewards for twenty friends a day and a hundred in total (WAL-16)', async () => {
    const { services, clock, inviter } = await open()
    const claimed = new Date(clock.now().getTime() - 2 * DAY_MS)
    // Seventy friends have been rewarded, and forty more qualify.
    await db.query(
      `with friend as (
         insert into person (id, age_state, created_at)
         select $1 || '-friend-' || n, 'declared_adult', $3 from generate_series(1, 110) n returning id
       ), sent as (
         insert into invitation (id, code_hash, inviter_id, card_id, created_at, expires_at, invitee_id, claimed_at,
           gift_state, given_at, thanks_state, thanked_at)
         select $1 || '-' || n, sha256(($1 || n)::bytea), $1, $2, $3, $3, $1 || '-friend-' || n, $3, 'given', $3,
           case when n > 40 then 'given' end, case when n > 40 then $3::timestamptz end
         from generate_series(1, 110) n
       ), chats as (
         insert into chat (id, person_id, card_id, type, title, locale, created_at, updated_at)
         select $1 || '-chat-' || n, $1 || '-friend-' || n, $2, 'single', 'Wren', 'en', $3, $3
         from generate_series(1, 40) n
       )
       insert into message (chat_id, seq, parent_seq, depth, jump_seq, jump_depth, rev, role, text, status, client_id,
         sender_id, created_at)
       select $1 || '-chat-' || n, seq, 0, 1, 0, 0, 1, 'user', 'Hello.', 'complete', 'c' || seq, $1 || '-friend-' || n,
         $3::timestamptz + case when seq = 1 then interval '1 day' else interval '0' end
       from generate_series(1, 40) n, generate_series(1, 5) seq`,
      [inviter.id, cardId, claimed],
    )
    const counts: number[] = []
    for (let day = 0; day < 3; day++) {
      await checkClaims(services)
      const [row] = await db.query<{ count: number }>(
        'select count(*)::int as count from invitation where thanked_at is not null',
      )
      counts.push(row?.count ?? 0)
      clock.advance(DAY_MS)
    }
    expect(counts).toEqual([90, 100, 100])
    expect(await db.query(`select 1 from invitation where thanks_state = 'refused'`)).toHaveLength(10)
  })

  it('releases a held gift once the friend qualifies, within the daily limits (WAL-15)', async () => {
    const { create, join, services, clock, sent } = await open()
    const network = '10.200.1.'
    const users = []
    for (let count = 0; count < 7; count++)
      users.push(await join(newAddress(), (await create(cardId)).code, { network: `${network}${count}` }))
    const waiting = users.filter(({ gift_held }) => gift_held)
    expect(waiting).toHaveLength(2)
    for (const { id } of waiting) await talk(id, 5, clock.now())
    clock.advance(DAY_MS)
    await checkClaims(services)
    expect(await db.query(`select 1 from invitation where gift_state = 'held'`)).toHaveLength(2)
    clock.advance(HOUR_MS)
    for (const { id } of waiting) await talk(id, 1, clock.now())
    await Promise.all([checkClaims(services), checkClaims(services)])
    expect(await db.query(`select 1 from invitation where gift_state = 'given'`)).toHaveLength(7)
    expect(sent.map(({ personId }) => personId)).toEqual(expect.arrayContaining(waiting.map(({ id }) => id)))
    const entries = await db.query(`select 1 from ledger_transfer where key = any($1)`, [
      waiting.flatMap(({ id }) => [`invitation:coin:${id}`, `invitation:message:${id}`]),
    ])
    expect(entries).toHaveLength(4)
  })
})
