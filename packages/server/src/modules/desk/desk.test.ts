import { randomBytes } from 'node:crypto'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../platform/durations.ts'

describe.each(testDatabaseKinds)('the people desk on %s', (kind) => {
  let server: TestServer
  let owner: TestPerson
  let support: TestPerson
  beforeAll(async () => {
    server = await startTestServer({ kind, settings: { ADMIN_EMAILS: 'owner@example.org' } })
    owner = await server.signIn('owner@example.org')
    support = await server.signIn()
    const body = { person_id: support.user.id, role: 'support' } as const
    expect((await owner.call('POST /api/desk/role', { body })).code).toBe(1)
  })
  afterAll(() => server.end())

  const find = async (q: string) =>
    (await support.call('POST /api/desk/people/find', { body: { q } })).data.map(({ id }) => id)
  const view = async (person: TestPerson) =>
    (await support.call('GET /api/desk/people/person', { query: { id: person.user.id } })).data
  const actionsOn = async (person: TestPerson) =>
    (await owner.call('GET /api/desk/audit', { query: { target_id: person.user.id } })).data.list.map(
      ({ action }) => action,
    )

  it('finds people by nickname, id and whole address, and by nothing less', async () => {
    const person = await server.signIn('findme.exactly@example.org')
    const profile = { nickname: '100%_Robin', gender: null, age_scope: 3 }
    expect((await person.call('POST /api/user/profile', { body: profile })).code).toBe(1)
    const { id } = person.user
    expect(await find('100%_ro')).toEqual([id])
    expect(await find(id)).toEqual([id])
    expect(await find('FindMe.exactly@example.org')).toEqual([id])
    for (const less of ['findme', 'findme.exactly@example', '%', '100_', id.slice(0, -1)])
      expect(await find(less)).not.toContain(id)
    for (const q of ['', 'x'.repeat(500)])
      expect((await support.call('POST /api/desk/people/find', { body: { q } })).code).toBe(1000)
  })

  it('shows what support needs, without any chat, and records the look once', async () => {
    const person = await server.signIn()
    const chatId = await person.startChat()
    const shown = await view(person)
    expect(shown).toMatchObject({ nickname: 'Mara', email: person.user.email, role: null, may_act: true })
    expect(shown.sessions).toHaveLength(1)
    expect(shown.ledger.length).toBeGreaterThan(0)
    expect(JSON.stringify(shown)).not.toContain(chatId)
    await view(person)
    expect(await actionsOn(person)).toEqual(['person.viewed'])
  })

  it('counts the reports about a person and their cards', async () => {
    const [maker, reader] = [await server.signIn(), await server.signIn()]
    const card = { name: 'Wren', tagline: 'Keeps lamps.', age: 40, visibility: 'public', idempotency_key: 'wren' }
    const definition = { description: 'Keeps lamps.', first_mes: 'Hello.' }
    const made = await maker.call('POST /api/chat.Single/saveCard', { body: { ...card, definition } })
    expect(made.code).toBe(1)
    const body = { target_type: 'card', target_id: made.data.id, reason: 'spam' }
    expect((await reader.call('POST /api/safety/report', { body })).code).toBe(1)
    expect(await view(maker)).toMatchObject({ reports_by: 0, reports_about: 1, open_reports_about: 1 })
    expect(await view(reader)).toMatchObject({ reports_by: 1, reports_about: 0 })
  })

  it('grants through the ledger, once per key, and within limits', async () => {
    const person = await server.signIn()
    const grant = (extra: object) =>
      support.call('POST /api/desk/people/grant', {
        body: {
          person_id: person.user.id,
          asset: 'coin',
          amount: 50,
          reason: 'outage',
          idempotency_key: 'a',
          ...extra,
        },
      })
    const before = (await view(person)).wallet.coin_num
    expect([(await grant({})).code, (await grant({})).code]).toEqual([1, 1])
    expect((await grant({ amount: 60 })).code).toBe(1004)
    const shown = await view(person)
    expect(shown.wallet.coin_num).toBe(before + 50)
    expect(shown.ledger[0]).toMatchObject({ asset: 'coin', amount: 50, cause: 'operator_grant' })

    const now = server.context.clock.now().getTime()
    expect((await grant({ asset: 'member_day', amount: 30, idempotency_key: 'b' })).code).toBe(1)
    expect((await grant({ asset: 'member_day', amount: 30, idempotency_key: 'b' })).code).toBe(1)
    const until = Date.parse((await view(person)).member_until ?? '')
    expect(until).toBeGreaterThanOrEqual(now + 30 * DAY_MS - 1_000)
    expect(until).toBeLessThan(now + 31 * DAY_MS)
    expect((await person.call('GET /api/user/info')).data.member.active).toBe(true)

    for (const wrong of [{ amount: 0 }, { amount: -5 }, { amount: 10_001 }, { amount: 1.5 }, { reason: 'friend' }])
      expect((await grant({ ...wrong, idempotency_key: 'c' })).code).toBe(1000)
    expect((await grant({ person_id: support.user.id, idempotency_key: 'd' })).code).toBe(1002)
    expect((await grant({ person_id: owner.user.id, idempotency_key: 'e' })).code).toBe(1002)
    expect((await actionsOn(person)).filter((action) => action === 'wallet.granted')).toHaveLength(2)
  })

  it('signs out everywhere, sockets included', async () => {
    const person = await server.signIn()
    const socket = await person.connect()
    const body = { person_id: person.user.id }
    expect((await support.call('POST /api/desk/people/signOut', { body })).data).toEqual({ ended: 1 })
    expect(await socket.closed()).toBe(4401)
    expect((await person.call('GET /api/user/info')).code).toBe(1001)
    expect((await server.signIn(person.user.email ?? '')).user.id).toBe(person.user.id)
  })

  it('asks for the age again where only words say under 18, and never undoes an answer', async () => {
    const person = await server.signIn()
    const body = { person_id: person.user.id }
    const ask = () => support.call('POST /api/desk/people/askAge', { body })
    const stateIs = (state: string) =>
      server.context.database.query('update person set age_state = $2 where id = $1', [person.user.id, state])
    for (const state of ['declared_adult', 'minor_declared', 'minor_verified', 'verified_adult']) {
      await stateIs(state)
      expect([state, (await ask()).code]).toEqual([state, 1004])
    }
    await stateIs('minor_suspected')
    expect((await ask()).code).toBe(1)
    expect((await person.call('GET /api/user/info')).data).toMatchObject({ teen: false, age_scope: null })
    expect(await actionsOn(person)).toEqual(['person.age_asked'])
  })

  it('A4: ends “Under 18” with a reason, also for the address and the browser, and never the result of a check', async () => {
    const person = await server.signIn('chose.wrong@example.org')
    const end = (reason = 'mistake') =>
      support.call('POST /api/desk/people/endUnder18', { body: { person_id: person.user.id, reason } as never })
    const answer = (age_scope: 1 | 3) =>
      person.call('POST /api/user/profile', { body: { nickname: 'Mara', gender: null, age_scope } })
    const { database } = server.context
    const marks = async () => (await database.query('select 1 from age_mark')).length
    const before = await marks()
    // Browsers of theirs that have the mark too: one alone, one shared with a minor, one of someone who was too young.
    const sibling = await server.signIn('sibling@example.org')
    await database.query("update person set age_state = 'minor_declared' where id = $1", [sibling.user.id])
    const [own, shared, tooYoung, other] = [randomBytes(32), randomBytes(32), randomBytes(32), randomBytes(32)]
    const devices = [
      [person, own],
      [person, shared],
      [person, tooYoung],
      [sibling, shared],
    ] as const
    for (const [{ user }, hash] of devices)
      await database.query(
        'insert into known_device (person_id, device_hash, created_at, last_sign_in_at) values ($1, $2, now(), now())',
        [user.id, hash],
      )
    for (const hash of [own, shared, tooYoung, other])
      await database.query(
        `insert into age_mark (key_hash, until, too_young) values ($1, now() + interval '90 days', $2)`,
        [hash, hash === tooYoung],
      )
    expect((await end()).code).toBe(1004)
    expect((await answer(1)).data).toMatchObject({ teen: true, age_scope: 1 })
    expect((await answer(3)).data).toMatchObject({ teen: true, age_scope: 1 })
    expect(await marks()).toBe(before + 5)
    for (const reason of ['', 'because']) expect((await end(reason)).code).toBe(1000)
    expect(
      (
        await person.call('POST /api/desk/people/endUnder18', {
          body: { person_id: person.user.id, reason: 'mistake' },
        })
      ).code,
    ).toBe(1002)
    expect((await end()).code).toBe(1)
    expect(await database.query('select key_hash from age_mark where key_hash = $1', [own])).toEqual([])
    expect(await marks()).toBe(before + 3)
    expect((await person.call('GET /api/user/info')).data).toMatchObject({ teen: false, age_scope: null })
    expect((await person.call('POST /api/chat/start', { body: { card_id: 'ilse' } })).data).toMatchObject({
      reason: 'age_unknown',
    })
    expect((await end()).code).toBe(1004)
    const { list } = (await owner.call('GET /api/desk/audit', { query: { target_id: person.user.id } })).data
    expect(list.map(({ action, reason }) => [action, reason])).toEqual([['person.under_18_ended', 'mistake']])
    expect((await answer(3)).data).toMatchObject({ teen: false, age_scope: 3 })
    for (const state of ['minor_suspected', 'minor_verified', 'declared_adult', 'verified_adult']) {
      await database.query('update person set age_state = $2 where id = $1', [person.user.id, state])
      expect([state, (await end()).code]).toEqual([state, 1004])
    }
  })

  it('answers requests for a copy by mail, and never hands it out', async () => {
    const person = await server.signIn('copy@example.org')
    const body = { person_id: person.user.id }
    expect((await support.call('POST /api/desk/people/offerExport', { body })).data).toEqual({})
    await server.context.jobs.runDue()
    const mail = server.context.outbox?.mails().find(({ to }) => to === 'copy@example.org')
    expect(mail?.subject).toBe(server.context.texts.translate('en')('accounts.mail.notice.exportOffered.subject'))
    expect(await actionsOn(person)).toContain('data.export_offered')
  })

  it('deletes an account on request, only under the right name', async () => {
    const person = await server.signIn()
    const erase = (nickname: string) =>
      support.call('POST /api/desk/people/erase', { body: { person_id: person.user.id, nickname } })
    expect((await erase('Someone else')).code).toBe(1004)
    expect((await person.call('GET /api/user/info')).code).toBe(1)
    expect((await erase('Mara')).code).toBe(1)
    expect((await person.call('GET /api/user/info')).code).toBe(1001)
    expect((await erase('Mara')).code).toBe(1003)
    const { list } = (await owner.call('GET /api/desk/audit', { query: { action: 'data.deletion_granted' } })).data
    expect(list[0]).toMatchObject({ target_name: null })
    expect(list[0]?.target_id).not.toBe(person.user.id)
  })

  it('has the figures of a year, as a table and as CSV', async () => {
    const person = await server.signIn()
    const suspended = { person_id: person.user.id, reason: 'fraud' } as const
    expect((await owner.call('POST /api/desk/suspend', { body: suspended })).code).toBe(1)
    const [open] = (await owner.call('GET /api/desk/queue', { query: { limit: 10 } })).data.list
    const decision = { case_id: open?.id, action: 'keep', reason: 'spam' }
    expect((await owner.call('POST /api/desk/decide', { body: decision })).code).toBe(1)
    const year = server.context.clock.now().getUTCFullYear()
    const { data } = await owner.call('GET /api/desk/figures')
    expect(data.year).toBe(year)
    expect(data.years[0]).toBe(year)
    expect(data.rows).toContainEqual({ figure: 'suspensions', key: 'fraud', value: 1 })
    expect(data.rows).toContainEqual({ figure: 'reports', key: 'spam', value: 1 })
    expect(data.rows).toContainEqual({ figure: 'dataRequests', key: 'data.export_offered', value: 1 })
    expect(data.rows).toContainEqual({ figure: 'decisions', key: 'keep', value: 1 })
    expect(data.rows).toContainEqual({ figure: 'hoursToDecision', key: 'report', value: 0 })
    const earlier = await owner.call('GET /api/desk/figures', { query: { year: year - 5 } })
    expect(earlier.data.rows.filter(({ value }) => value > 0)).toEqual([])
    expect((await owner.call('GET /api/desk/figures', { query: { year: 'soon' as never } })).code).toBe(1000) // not a year
    const response = await fetch(`${server.origin}/api/desk/figures/export`, {
      headers: credentialsOf(owner),
    })
    expect(await response.text()).toContain(`${year},suspensions,fraud,1\r\n`)
  })
})
