import { LOCALE_CODES, LOCALES } from '@everkin/contract/locales.ts'
import { testAccounts } from '@everkin/testing/account-services.ts'
import { asCaller, createSignedInTestPerson, createTestBrowser, createTestSession } from '@everkin/testing/builders.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { createLog } from '../../platform/log.ts'
import { loadTexts } from '../../platform/texts.ts'
import { logSecurityEvent } from './security-log.ts'
import { type NoticeKind, noticeMail } from './security-notice.ts'

const PASSWORD = 'seven green lamps'
const nothing = { query: undefined, body: undefined }
const STALE = { errorName: 'NotAllowed', facts: { reason: 'fresh_sign_in' }, textKey: 'freshSignIn' }

let last = 0
const newAddress = () => `careful.${++last}@example.org`

function open(db: Database) {
  const accounts = testAccounts(db, { rateLimits: false })
  const { calls, codeFor, clock, mails, sendNotices } = accounts
  const signIn = async (email: string, caller: ReturnType<typeof asCaller>) => {
    await calls.sendCode({ query: undefined, body: { email, purpose: 'login' } }, caller)
    return calls.emailLogin({ query: undefined, body: { email, code: codeFor(email) } }, caller)
  }
  const owner = async (options: Parameters<typeof createSignedInTestPerson>[1] = {}) => {
    const signedIn = await createSignedInTestPerson(db, { now: clock.now(), ...options })
    return { ...signedIn, caller: asCaller({ identity: signedIn.identity, isBrowser: false }) }
  }
  /** The subjects of the notices that an address got, oldest first. */
  const noticesTo = async (email: string | null) => {
    await sendNotices()
    return mails.filter(({ to, text }) => to === email && !/\d{6}/.test(text)).map(({ subject }) => subject)
  }
  return { ...accounts, signIn, owner, noticesTo }
}

describe.each(testDatabaseKinds)('what needs a fresh sign-in, on %s (AUTH-18)', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  it('is refused ten minutes after the sign-in: a first password, the export, unlinking, deleting', async () => {
    const { owner, calls, clock } = open(db)
    const { caller, person } = await owner()
    clock.advance(600_000)
    const refused: (() => Promise<unknown>)[] = [
      () => calls.setPassword({ query: undefined, body: { password: PASSWORD } }, caller),
      () => calls.exportData(nothing, caller),
      () => calls.unlinkIdentity({ query: undefined, body: { provider: 'google' } }, caller),
      () => calls.passkeyOptions(nothing, caller),
      () => calls.deleteAccount(nothing, caller),
    ]
    for (const run of refused) await expect(run()).rejects.toMatchObject(STALE)
    expect((await calls.info(nothing, caller)).id).toBe(person.id)
    expect((await calls.signInWays(nothing, caller)).password).toBe(false)
  })

  it('is open for ten minutes after a code, in the session and browser that asked for it alone', async () => {
    const { owner, calls, clock, codeFor } = open(db)
    const mine = await owner()
    const email = mine.person.email ?? ''
    const elsewhere = asCaller({
      identity: (await createTestSession(db, mine.person, new Date(0))).identity,
      isBrowser: false,
    })
    clock.advance(600_000)
    const { challenge } = await calls.sendConfirmCode({ query: undefined, body: {} }, mine.caller)
    const confirm = (body: { code: string; challenge?: string | undefined }, caller = mine.caller) =>
      calls.confirmIdentity({ query: undefined, body }, caller)
    const code = codeFor(email)
    await expect(confirm({ code })).rejects.toMatchObject({ errorName: 'CodeExpired' })
    await expect(confirm({ code: 'abcdef', challenge })).rejects.toMatchObject({ facts: { tries_left: 4 } })
    await confirm({ code, challenge })
    await expect(confirm({ code, challenge })).rejects.toMatchObject({ errorName: 'CodeExpired' })
    await expect(calls.exportData(nothing, elsewhere)).rejects.toMatchObject(STALE)
    expect((await calls.exportData(nothing, mine.caller)).name).toMatch(/^everkin-/)
    clock.advance(600_000)
    await expect(calls.exportData(nothing, mine.caller)).rejects.toMatchObject(STALE)
  })

  it('is not opened by a code for signing in, nor is that code one for confirming', async () => {
    const { owner, calls, clock, codeFor } = open(db)
    const { caller, person } = await owner()
    const email = person.email ?? ''
    clock.advance(600_000)
    await calls.sendCode({ query: undefined, body: { email, purpose: 'login' } }, caller)
    await expect(
      calls.confirmIdentity({ query: undefined, body: { code: codeFor(email) } }, caller),
    ).rejects.toMatchObject({ errorName: 'CodeExpired' })
    const { challenge } = await calls.sendConfirmCode({ query: undefined, body: {} }, caller)
    const body = { email, code: codeFor(email), challenge: challenge ?? '' }
    await expect(calls.emailLogin({ query: undefined, body }, caller)).rejects.toMatchObject({
      errorName: 'CodeExpired',
    })
    await expect(calls.confirmIdentity({ query: undefined, body: {} }, caller)).rejects.toMatchObject({
      errorName: 'InvalidInput',
    })
  })

  it('says what else helps if the own address accepts no mail', async () => {
    const { owner, calls, refuseMail } = open(db)
    const { caller } = await owner()
    refuseMail('address')
    await expect(calls.sendConfirmCode({ query: undefined, body: {} }, caller)).rejects.toMatchObject({
      errorName: 'InvalidInput',
      textKey: 'ownAddressRejected',
    })
  })

  it('cannot be confirmed by mail without an address', async () => {
    const { owner, calls } = open(db)
    const { caller } = await owner({ email: null })
    await expect(calls.sendConfirmCode({ query: undefined, body: {} }, caller)).rejects.toMatchObject({
      errorName: 'NotAllowed',
    })
  })

  it('a first password signs out every other device at once', async () => {
    const { owner, signIn, calls, closedSockets, noticesTo } = open(db)
    const mine = await owner()
    await signIn(mine.person.email ?? '', asCaller({ isBrowser: false }))
    expect(await calls.sessions(nothing, mine.caller)).toHaveLength(2)
    await calls.setPassword({ query: undefined, body: { password: PASSWORD } }, mine.caller)
    expect((await calls.sessions(nothing, mine.caller)).map(({ current }) => current)).toEqual([true])
    expect(closedSockets).toHaveLength(1)
    expect(await noticesTo(mine.person.email)).toContain('A password was set for your Everkin account')
  })
})

describe.each(testDatabaseKinds)('mails about an account’s security, on %s (AUTH-19)', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  it('tell of a sign-in on a device that the account does not know, and of no other', async () => {
    const { signIn, noticesTo, mails, clock } = open(db)
    const email = newAddress()
    const [home, other] = [createTestBrowser(), createTestBrowser({ userAgent: 'Mozilla/5.0 (iPhone) Safari/605.1' })]
    await signIn(email, home.caller())
    await signIn(email, home.caller())
    expect(await noticesTo(email)).toEqual([])
    await signIn(email, other.caller())
    await signIn(email, other.caller())
    await signIn(email, home.caller())
    expect(await noticesTo(email)).toEqual(['New sign-in to your Everkin account'])
    const mail = mails.at(-1)
    expect(mail?.text).toContain('Device: Safari · iPhone')
    expect(mail?.text).toContain(String(clock.now().getUTCFullYear()))
    expect(mail?.html).not.toMatch(/https?:/)
    // A program keeps no cookie by which it could be known again.
    await signIn(email, asCaller({ isBrowser: false, userAgent: 'everkin-cli/1.0' }))
    expect(await noticesTo(email)).toHaveLength(2)
  })

  it('tell again of a device that was signed out from elsewhere, but not of one that signed out itself', async () => {
    const { signIn, noticesTo, calls, clock } = open(db)
    const email = newAddress()
    const [home, other] = [createTestBrowser(), createTestBrowser()]
    const { id: personId } = await signIn(email, home.caller())
    clock.advance(1000)
    await signIn(email, other.caller())
    const identity = { personId, role: null, lang: 'en' as const }
    const ids = (await calls.sessions(nothing, asCaller({ identity: { ...identity, sessionId: '' } }))).map(
      ({ id }) => id,
    )
    const here = (sessionId: string) => asCaller({ identity: { ...identity, sessionId } })
    const [newer = '', older = ''] = ids // last used first
    await calls.revokeSession({ query: undefined, body: { session_id: newer } }, here(older))
    await signIn(email, other.caller())
    expect(await noticesTo(email)).toHaveLength(2)
    await calls.logout(nothing, here(older))
    await signIn(email, home.caller())
    expect(await noticesTo(email)).toHaveLength(2)
  })

  it('tell of a changed password, an export and the deletion, and are retried while mail is refused', async () => {
    const { owner, calls, clock, refuseMail, noticesTo, sendNotices } = open(db)
    const { caller, person } = await owner()
    await calls.setPassword({ query: undefined, body: { password: PASSWORD } }, caller)
    refuseMail(true)
    const changed = { password: 'three tin boats', current_password: PASSWORD }
    await calls.setPassword({ query: undefined, body: changed }, caller)
    await sendNotices()
    refuseMail(false)
    clock.advance(60_000)
    await calls.exportData(nothing, caller)
    await calls.deleteAccount(nothing, caller)
    // What was still to be sent goes with the account.
    expect(await noticesTo(person.email)).toEqual(['Your Everkin account was deleted'])
    expect(await db.query('select 1 from security_notice where person_id = $1', [person.id])).toEqual([])
  })

  it('are not retried when the mail server rejects the address for good', async () => {
    const { owner, calls, clock, refuseMail, noticesTo, sendNotices } = open(db)
    const { caller, person } = await owner()
    refuseMail('address')
    await calls.setPassword({ query: undefined, body: { password: PASSWORD } }, caller)
    expect(await sendNotices()).toBe(1)
    refuseMail(false)
    clock.advance(DAY_MS)
    expect(await sendNotices()).toBe(0)
    expect(await noticesTo(person.email)).toEqual([])
    expect(await db.query('select 1 from security_notice')).toEqual([])
    expect(await db.query("select 1 from job where kind = 'send-security-notice'")).toEqual([])
  })

  it('arrive once mail is accepted again', async () => {
    const { owner, calls, clock, refuseMail, noticesTo, sendNotices } = open(db)
    const { caller, person } = await owner()
    refuseMail(true)
    await calls.setPassword({ query: undefined, body: { password: PASSWORD } }, caller)
    await sendNotices()
    refuseMail(false)
    clock.advance(60_000)
    expect(await noticesTo(person.email)).toEqual(['A password was set for your Everkin account'])
    expect(await db.query('select 1 from security_notice')).toEqual([])
  })
})

describe('the mail of a notice', () => {
  const texts = loadTexts(createLog('silent'))
  const kinds: NoticeKind[] = [
    'newSignIn',
    'passwordSet',
    'passwordChanged',
    'identityLinked',
    'identityUnlinked',
    'passkeyAdded',
    'passkeyRemoved',
    'dataExported',
    'accountDeleted',
  ]

  it.each(LOCALE_CODES)('says in %s what happened, where and when, without a link or a code', (locale) => {
    const subjects = kinds.map((kind) => {
      const notice = {
        kind,
        provider: kind.startsWith('identity') ? ('google' as const) : null,
        device: 'Firefox · Linux',
        createdAt: new Date('2026-11-20T12:34:56Z'),
      }
      const to = { email: 'someone@example.org', lang: locale, timeZone: 'Europe/Berlin' }
      const mail = noticeMail(notice, to, texts.translate(locale))
      expect(mail.text).toContain('Firefox · Linux')
      expect(mail.text).not.toMatch(/\{\{|https?:|(?<!\d)\d{6}(?!\d)/)
      expect(mail.text.includes('Google')).toBe(kind.startsWith('identity'))
      expect(mail.html).toContain(`dir="${LOCALES[locale].direction}"`)
      return mail.subject
    })
    expect(new Set(subjects).size).toBe(kinds.length)
  })
})

describe('the security log', () => {
  const secrets = { appSecret: { current: 'a secret of tests, 32 letters or more', fallbacks: [] } }

  /** A log like the server's, and the lines that it has written. */
  function collectingLog() {
    const lines: string[] = []
    return { log: pino({ level: 'info', base: null }, { write: (line: string) => lines.push(line) }), lines }
  }

  it('has one info line per event, which names nobody, and the same hash for the same person', () => {
    const { log, lines } = collectingLog()
    const about = { personId: 'PERSON-1', email: 'Someone@Example.org', network: '192.0.2.7', sessionId: 'SESSION-1' }
    logSecurityEvent({ log, ...secrets }, 'sign_in', { ...about, method: 'code' })
    logSecurityEvent({ log, ...secrets }, 'session_revoked', { personId: 'PERSON-1' })
    const [one, two] = lines.map((line) => JSON.parse(line))
    expect(one).toMatchObject({ level: 30, event: 'sign_in', method: 'code', msg: 'security event' })
    expect(two).toMatchObject({ event: 'session_revoked', person: one.person })
    expect(one.person).toMatch(/^[0-9a-f]{16}$/)
    expect(lines.join()).not.toMatch(/PERSON-1|SESSION-1|someone@|192\.0\.2/i)
  })

  it('tells of codes, sign-ins, failures, lockouts and changes, without any address or code', async () => {
    const { database, drop } = await openTestDatabase('embedded')
    const { log, lines } = collectingLog()
    const accounts = testAccounts(database)
    const calls = accounts.callsWith({ ...accounts.services, log })
    const email = newAddress()
    const caller = asCaller({ isBrowser: false })
    const login = (body: { code?: string; password?: string }) =>
      calls.emailLogin({ query: undefined, body: { email, ...body } }, caller)
    await calls.sendCode({ query: undefined, body: { email, purpose: 'login' } }, caller)
    await calls.sendCode({ query: undefined, body: { email, purpose: 'login' } }, caller).catch(() => undefined)
    await login({ code: 'abcdef' }).catch(() => undefined)
    const code = accounts.codeFor(email)
    const { id: personId } = await login({ code })
    for (let count = 1; count <= 11; count++) await login({ password: 'wrong one' }).catch(() => undefined)
    const [session] = await database.query<{ id: string }>('select id from session')
    const identity = { personId, sessionId: session?.id ?? '', role: null, lang: 'en' as const }
    const signedIn = asCaller({ identity, isBrowser: false })
    await calls.setPassword({ query: undefined, body: { password: PASSWORD } }, signedIn)
    await calls.revokeOtherSessions(nothing, signedIn)
    await calls.deleteAccount(nothing, signedIn)
    const events = lines.map((line) => JSON.parse(line).event)
    expect(events).toEqual([
      'code_sent',
      'sign_in_locked',
      'sign_in_failed',
      'sign_in',
      ...Array.from({ length: 10 }, () => 'sign_in_failed'),
      'sign_in_locked',
      'password_set',
      'session_revoked',
      'account_deleted',
    ])
    for (const secret of [email, code, personId, session?.id ?? '', PASSWORD, caller.network])
      expect(lines.join('')).not.toContain(secret)
    await drop()
  })
})
