import { attribution } from '@everkin/contract/http/attribution.ts'
import { testAccounts } from '@everkin/testing/account-services.ts'
import { asCaller, createTestPerson, createTestSession, identityOf } from '@everkin/testing/builders.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { createRateLimiter } from '../../platform/http/rate-limit.ts'
import { isKnownMinor } from '../accounts/age/minor-flag.ts'
import { saveProfile } from '../accounts/profile/save-profile.ts'
import { ensureDevice } from '../accounts/sessions/device.ts'
import { countCampaigns, countPurchase, countRefund, exportCampaigns, loadCampaigns } from './campaign-counts.ts'
import { visitHandlers } from './routes.ts'
import { purgeVisits } from './visit-lifecycle.ts'

const DAY_MS = 86_400_000
const campaign = { utm_source: 'paper', utm_medium: 'print', utm_campaign: 'autumn', ref: 'page-3' }

interface Overrides {
  consent?: boolean
  page?: string
  referrer?: string
}

describe.each(testDatabaseKinds)('visits on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  beforeEach(() => db.script('truncate web_visit cascade'))
  afterAll(() => drop())

  const open = () => {
    const accounts = testAccounts(db, { rateLimits: false })
    const limiter = createRateLimiter(accounts.clock, true)
    const calls = visitHandlers({
      database: db,
      clock: accounts.clock,
      limiter,
      isKnownMinor: (caller) => isKnownMinor(accounts.services, caller),
    })
    const visit = (caller: Caller, overrides: Overrides = {}, link = {}) => {
      accounts.clock.advance(1) // so that rows have an order
      return calls.saveWebVisit(
        {
          query: { ...campaign, ...link },
          body: attribution.saveWebVisit.body.parse({ page: '/dopaming', consent: true, ...overrides }),
        },
        caller,
      )
    }
    const join = async (email: string, caller: Caller) => {
      await accounts.calls.sendCode({ query: undefined, body: { email, purpose: 'login' } }, asCaller())
      return accounts.calls.emailLogin({ query: undefined, body: { email, code: accounts.codeFor(email) } }, caller)
    }
    return { ...accounts, visit, join }
  }
  const rows = () => db.query<Record<string, unknown>>('select * from web_visit order by created_at, id')
  /** The browser that received this reply, at its next request. */
  const after = ({ setCookies }: { setCookies: string[] }) => {
    const value = setCookies.find((line) => line.startsWith('visit='))?.split(/[=;]/)[1] ?? ''
    return asCaller({ cookies: { visit: value } })
  }

  it('D4: stores nothing without consent, and sets no cookie', async () => {
    const { visit } = open()
    const caller = asCaller()
    expect(await visit(caller, { consent: false })).toEqual({})
    expect(await rows()).toEqual([])
    expect(caller.setCookies).toEqual([])
  })

  it('stores only the listed properties of a visit', async () => {
    const { visit, clock } = open()
    const caller = asCaller({ deviceType: 0, isSecure: true, network: '203.0.113.7', userAgent: 'canary-agent' })
    await visit(caller, {
      page: '/ar/dopamingsv2/?utm_source=x#y',
      referrer: 'https://news.example/story/7?reader=ana',
    })
    const [row] = await rows()
    expect(row).toEqual({
      id: expect.any(String),
      key_hash: expect.anything(),
      person_id: null,
      page: 'dopamingsv2',
      locale: 'ar',
      device_type: 0,
      utm_source: 'paper',
      utm_medium: 'print',
      utm_campaign: 'autumn',
      ref: 'page-3',
      referrer: 'https://news.example',
      created_at: clock.now(),
      joined_at: null,
      first_order_at: null,
      order_count: 0,
    })
    expect(caller.setCookies).toEqual([
      expect.stringMatching(/^visit=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ])
    expect(JSON.stringify(await rows())).not.toMatch(/203\.0\.113|canary|reader|ana/)
  })

  it('attributes an account to the first visit of its browser, once', async () => {
    const { visit, join } = open()
    const first = asCaller()
    await visit(first)
    const second = after(first)
    await visit(second, { page: '/landPage' })
    expect(second.setCookies).toEqual([])
    const joining = after(first)
    const user = await join('from-paper@example.org', joining)
    expect(joining.setCookies).toContainEqual(expect.stringMatching(/^visit=; Max-Age=0; .*HttpOnly/))
    expect(await rows()).toMatchObject([
      { page: 'dopaming', person_id: user.id, key_hash: null, joined_at: expect.any(Date) },
      { page: 'landPage', person_id: null, key_hash: null, joined_at: null },
    ])
    await join('someone-else@example.org', after(first))
    expect((await rows()).filter((row) => row.person_id !== null)).toHaveLength(1)
  })

  it('attributes nothing to a person who already has an account, and nothing after 30 days', async () => {
    const { visit, join, clock } = open()
    await join('regular@example.org', asCaller())
    const caller = asCaller()
    await visit(caller)
    await join('regular@example.org', after(caller))
    clock.advance(30 * DAY_MS)
    await join('late@example.org', after(caller))
    expect(await rows()).toMatchObject([{ person_id: null, joined_at: null }])

    const person = await createTestPerson(db)
    const signedIn = asCaller({ identity: identityOf(person) })
    await visit(signedIn)
    expect(signedIn.setCookies).toEqual([])
    expect(await rows()).toMatchObject([{}, { person_id: null, key_hash: null }])
  })

  it('deletes a visit when consent is withdrawn, before the account and after it', async () => {
    const { visit, join } = open()
    const caller = asCaller()
    await visit(caller)
    const leaving = after(caller)
    await visit(leaving, { consent: false })
    expect(await rows()).toEqual([])
    expect(leaving.setCookies).toEqual([expect.stringMatching(/^visit=; .*Max-Age=0/)])

    const again = asCaller()
    await visit(again)
    const user = await join('changed-mind@example.org', after(again))
    const identity = { personId: user.id, sessionId: 's', role: null, lang: 'en' as const }
    await visit(asCaller({ identity }), { consent: false })
    expect(await rows()).toEqual([])
  })

  it('is erased with the person', async () => {
    const { visit, join, calls } = open()
    const caller = asCaller()
    await visit(caller)
    const { id } = await join('leaver@example.org', after(caller))
    const { identity } = await createTestSession(db, { id, lang: 'en' })
    expect(await rows()).toMatchObject([{ person_id: id }])
    await calls.deleteAccount({ query: undefined, body: undefined }, asCaller({ identity }))
    expect(await rows()).toEqual([])
  })

  it('D4: counts nothing of people under 18: not their earlier visits, not later ones, not in that browser', async () => {
    const { visit, join, calls, services, clock } = open()
    const caller = asCaller()
    await visit(caller)
    const joining = after(caller)
    const { id } = await join('young@example.org', joining)
    expect(await rows()).toMatchObject([{ person_id: id }])
    const { identity } = await createTestSession(db, { id, lang: 'en' }, clock.now())
    const device = joining.setCookies.find((line) => line.startsWith('device='))?.split(/[=;]/)[1] ?? ''
    const inBrowser = asCaller({ identity, cookies: { device } })
    const profile = { nickname: 'R', gender: null, age_scope: 1 as const }
    await saveProfile(services, id, profile, {
      deviceHash: await ensureDevice(services, db, inBrowser),
      country: undefined,
    })
    expect(await rows()).toEqual([])
    expect(await visit(asCaller({ identity }))).toEqual({})
    const signedOut = asCaller({ cookies: { device } })
    await visit(signedOut)
    expect(signedOut.setCookies).toEqual([])
    expect(await rows()).toEqual([])

    // The address was flagged as under 18, so another account is never linked to a visit.
    await calls.deleteAccount({ query: undefined, body: undefined }, asCaller({ identity }))
    const elsewhere = asCaller()
    await visit(elsewhere)
    await join('young@example.org', after(elsewhere))
    expect(await rows()).toMatchObject([{ person_id: null }])
    clock.advance(91 * DAY_MS)
    await visit(asCaller({ cookies: { device } }))
    expect(await rows()).toHaveLength(2)
  })

  it('keeps visits without an account for 180 days, their keys for 30, a person’s as long as the account', async () => {
    const { visit, join, clock } = open()
    const caller = asCaller()
    await visit(caller)
    await join('stays@example.org', after(caller))
    await visit(asCaller())
    clock.advance(30 * DAY_MS)
    await purgeVisits(db, clock.now())
    expect((await rows()).map((row) => row.key_hash)).toEqual([null, null])
    clock.advance(150 * DAY_MS)
    await purgeVisits(db, clock.now())
    expect(await rows()).toHaveLength(2)
    clock.advance(1)
    await purgeVisits(db, clock.now())
    expect(await rows()).toMatchObject([{ person_id: expect.any(String) }])
  })

  it('counts accounts, buyers and orders of a link, all for the first visit of a browser', async () => {
    const { visit, join, clock } = open()
    const since = clock.now()
    const first = asCaller()
    await visit(first)
    await visit(after(first), { page: '/landPage' })
    await visit(asCaller())
    const { id } = await join('buyer@example.org', after(first))
    const { id: other } = await join('no-visit@example.org', asCaller())
    const sale = { amount: 199, currency: 'USD', now: clock.now() }
    for (const personId of [id, id, other]) await countPurchase(db, personId, sale)
    await countRefund(db, id, { amount: 100, currency: 'USD' })
    const until = new Date(clock.now().getTime() + 1)
    const link = { page: null, source: 'paper', medium: 'print', campaign: 'autumn', ref: 'page-3' }
    expect(await countCampaigns(db, { since, until })).toEqual([
      { ...link, visits: 3, accounts: 1, buyers: 1, orders: 2, amounts: [{ currency: 'USD', amount: 298 }] },
    ])
    expect(await countCampaigns(db, { since: until, until })).toEqual([])

    const none = { source: '', medium: '', campaign: '', ref: '' }
    expect(await countCampaigns(db, { since, until, by: 'page' })).toEqual([
      {
        ...none,
        page: 'dopaming',
        visits: 2,
        accounts: 1,
        buyers: 1,
        orders: 2,
        amounts: [{ currency: 'USD', amount: 298 }],
      },
      { ...none, page: 'landPage', visits: 1, accounts: 0, buyers: 0, orders: 0, amounts: [] },
    ])
  })

  it('shows operators whole days in UTC, and the same figures as a file that runs no formula', async () => {
    const { visit, join, clock } = open()
    const day = clock.now().toISOString().slice(0, 10)
    const first = asCaller()
    await visit(first, {}, { utm_source: '=cmd()', utm_campaign: 'a,b' })
    const { id } = await join('table@example.org', after(first))
    await countPurchase(db, id, { amount: 500, currency: 'EUR', now: clock.now() })
    const services = { database: db, clock }
    const page = await loadCampaigns(services, { since: day, until: day, by: 'campaign' })
    expect(page).toMatchObject({ since: day, until: day, more: 0, kept_days: 180 })
    expect(page.rows.find(({ source }) => source === '=cmd()')).toMatchObject({
      campaign: 'a,b',
      visits: 1,
      accounts: 1,
      orders: 1,
      amounts: [{ currency: 'EUR', amount: 500 }],
    })
    const byDefault = await loadCampaigns(services, { by: 'campaign' })
    expect(Date.parse(byDefault.until) - Date.parse(byDefault.since)).toBe(29 * 86_400_000)
    await expect(
      loadCampaigns(services, { since: '2026-02-02', until: '2026-02-01', by: 'page' }),
    ).rejects.toMatchObject({ errorName: 'InvalidInput' })
    const file = await exportCampaigns(services, { since: day, until: day, by: 'campaign' })
    let csv = ''
    for await (const piece of file.pieces) csv += new TextDecoder().decode(piece)
    expect(csv.split('\r\n')[0]).toContain(
      'page,source,medium,campaign,ref,visits,accounts,buyers,orders,amount_EUR_minor',
    )
    expect(csv).toContain(`'=cmd(),`)
    expect(csv).toContain('"a,b"')
  })

  it('accepts 60 visits per network and hour', async () => {
    const { visit } = open()
    for (let count = 0; count < 60; count++) await visit(asCaller())
    await expect(visit(asCaller())).rejects.toMatchObject({ errorName: 'TooManyRequests' })
    expect(await visit(asCaller(), { consent: false })).toEqual({})
    expect(await visit(asCaller({ network: '198.51.100.1' }))).toEqual({})
  })
})

describe('what is stored of a browser’s input', () => {
  it('reports the field of bad input, to visitors and signed-in people alike', async () => {
    const server = await startTestServer()
    const send = (query: object, body: object, from = server.call) =>
      from('POST /api/advert/saveWebVisit', { query: query as never, body })
    const good = { page: '/landPage', consent: true, device_type: 0 }
    expect(await send({}, good)).toMatchObject({ status: 200, code: 1, data: {} })
    expect(await send({}, good, (await server.signIn()).call)).toMatchObject({ code: 1, data: {} })
    for (const [path, query, body] of [
      ['consent', {}, { page: '/landPage' }],
      ['consent', {}, { page: '/landPage', consent: 'true' }],
      ['page', {}, { consent: true }],
      ['device_type', {}, { ...good, device_type: 2 }],
      ['referrer', {}, { ...good, referrer: 'x'.repeat(2_001) }],
      ['utm_source', { utm_source: 'x'.repeat(101) }, good],
    ] as const)
      expect(await send(query, body)).toMatchObject({ status: 400, code: 1000, data: { issues: [{ path }] } })
    const kept = await server.context.database.query('select id from web_visit')
    expect(kept).toHaveLength(2)
    await server.end()
  })
})
