import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { recordAudit } from './audit/record-audit.ts'
import { checkAuditChain, verifyAuditChain } from './audit/verify-audit.ts'

describe.each(testDatabaseKinds)('operators on %s', (kind) => {
  let server: TestServer
  let owner: TestPerson
  beforeAll(async () => {
    server = await startTestServer({ kind, settings: { ADMIN_EMAILS: 'owner@example.org' } })
    owner = await server.signIn('owner@example.org')
  })
  afterAll(() => server.end())

  const withRole = async (role: 'owner' | 'moderator' | 'support' | 'read_only') => {
    const person = await server.signIn()
    const given = await owner.call('POST /api/desk/role', { body: { person_id: person.user.id, role } })
    expect(given.code).toBe(1)
    return person
  }
  const suspend = (by: TestPerson, person: TestPerson) =>
    by.call('POST /api/desk/suspend', { body: { person_id: person.user.id, reason: 'harassment' } })
  const newest = async () => (await owner.call('GET /api/desk/audit', { query: { limit: 1 } })).data.list[0]
  const query = (text: string, values: (string | number)[] = []) => server.context.database.query(text, values)

  describe('roles', () => {
    it('are given and taken by owners, count at once, and are recorded', async () => {
      const person = await server.signIn()
      const setRole = (role: string | null) =>
        owner.call('POST /api/desk/role', { body: { person_id: person.user.id, role } })
      expect((await person.call('GET /api/desk/audit')).code).toBe(1002)
      expect((await setRole('moderator')).code).toBe(1)
      expect((await person.call('GET /api/desk/audit')).code).toBe(1)
      expect((await person.call('GET /api/user/info')).data).toMatchObject({
        is_admin: true,
        operator_role: 'moderator',
      })
      expect((await owner.call('GET /api/desk/roles')).data).toContainEqual({
        id: person.user.id,
        nickname: 'Mara',
        role: 'moderator',
        by_settings: false,
      })
      expect(await newest()).toMatchObject({
        action: 'role.given',
        actor: { id: owner.user.id },
        target_id: person.user.id,
        details: { role: 'moderator' },
      })
      expect((await setRole('moderator')).code).toBe(1004)
      expect((await setRole(null)).code).toBe(1)
      expect((await person.call('GET /api/desk/audit')).code).toBe(1002)
      expect((await person.call('GET /api/user/info')).data).toMatchObject({ is_admin: false, operator_role: null })
      expect((await setRole('king')).code).toBe(1000)
    })

    it('need a fresh sign-in', async () => {
      const person = await server.signIn()
      const setRole = (role: string | null) =>
        owner.call('POST /api/desk/role', { body: { person_id: person.user.id, role } })
      const ageSession = (interval: string) =>
        query(`update session set authenticated_at = now() - interval '${interval}' where person_id = $1`, [
          owner.user.id,
        ])
      await ageSession('11 minutes')
      expect(await setRole('moderator')).toMatchObject({ code: 1002, data: { reason: 'fresh_sign_in' } })
      expect((await person.call('GET /api/desk/audit')).code).toBe(1002)
      await ageSession('1 minute')
      expect((await setRole('moderator')).code).toBe(1)
      await ageSession('11 minutes')
      expect((await setRole(null)).code).toBe(1002)
      await ageSession('0 minutes')
    })

    it('reach no further than they should', async () => {
      const [moderator, support, reader] = [
        await withRole('moderator'),
        await withRole('support'),
        await withRole('read_only'),
      ]
      const second = await withRole('owner')
      const person = await server.signIn()
      for (const other of [moderator, support, reader]) {
        const body = { person_id: person.user.id, role: 'owner' }
        expect((await other.call('POST /api/desk/role', { body })).code).toBe(1002)
        expect((await other.call('GET /api/admin/connections')).code).toBe(1002)
      }
      expect((await suspend(support, person)).code).toBe(1002)
      expect((await suspend(reader, person)).code).toBe(1002)
      expect((await suspend(moderator, support)).code).toBe(1002)
      expect((await suspend(moderator, owner)).code).toBe(1002)
      expect((await suspend(moderator, moderator)).code).toBe(1002)
      const demote = (by: TestPerson, target: TestPerson) =>
        by.call('POST /api/desk/role', { body: { person_id: target.user.id, role: null } })
      expect((await demote(second, second)).code).toBe(1002)
      expect((await demote(second, owner)).code).toBe(1002)
      expect((await suspend(second, support)).code).toBe(1)
    })
  })

  describe('the mail about a suspension', () => {
    /** What has been sent to a person, and what waits for its minute. */
    const mailsTo = (person: TestPerson) =>
      (server.context.outbox?.mails() ?? []).filter(({ to }) => to === person.user.email)
    const sendDue = async () => {
      await query("update job set run_at = now() - interval '1 second' where kind = 'send-security-notice'")
      await server.context.jobs.runDue()
    }
    const restore = (person: TestPerson) =>
      owner.call('POST /api/desk/restore', { body: { person_id: person.user.id } })

    it('is sent in the person’s language, without the reason, and so is that about its end', async () => {
      const person = await server.signIn()
      await query("update person set lang = 'de' where id = $1", [person.user.id])
      await suspend(owner, person)
      await server.context.jobs.runDue()
      const before = mailsTo(person).length
      await sendDue()
      const told = mailsTo(person).find(({ subject }) => subject === 'Dein Everkin-Konto ist gesperrt')
      expect(mailsTo(person)).toHaveLength(before + 1)
      expect(told?.text).toContain('Melde dich an')
      expect(told?.text).not.toMatch(/Belästigung|Gerät|http/)
      await restore(person)
      await sendDue()
      expect(mailsTo(person).map(({ subject }) => subject)).toContain('Dein Everkin-Konto ist wieder aktiv')
    })

    it('is not sent for a suspension that is taken back within a minute', async () => {
      const person = await server.signIn()
      const before = mailsTo(person).length
      await suspend(owner, person)
      await restore(person)
      await sendDue()
      expect(mailsTo(person)).toHaveLength(before)
    })
  })

  describe('suspension', () => {
    it('AZ-03: ends sessions and sockets at once, refuses, tells why, and can be lifted', async () => {
      const email = 'suspended@example.org'
      const person = await server.signIn(email)
      const socket = await person.connect()
      expect((await suspend(owner, person)).code).toBe(1)
      expect(await socket.closed()).toBe(4401)
      expect((await person.call('GET /api/user/info')).code).toBe(1001)
      expect((await suspend(owner, person)).code).toBe(1004)

      const again = await server.signIn(email)
      const refused = await again.call('GET /api/chat/list')
      expect(refused).toMatchObject({ status: 403, code: 1002, data: { reason: 'suspended' } })
      expect(refused.msg).toBe(server.context.texts.translate('en')('errors.suspended'))
      expect((await again.call('GET /api/user/info')).data).toMatchObject({ suspended: true })
      expect((await again.call('GET /api/account/suspension')).data).toEqual({
        suspension: { id: expect.any(String), reason: 'harassment', suspended_at: expect.any(String) },
      })
      expect((await again.call('GET /api/chat.Single/cardList')).code).toBe(1)

      const restored = await owner.call('POST /api/desk/restore', { body: { person_id: person.user.id } })
      expect(restored.code).toBe(1)
      expect(await newest()).toMatchObject({ action: 'person.restored', target_id: person.user.id })
      expect((await again.call('GET /api/chat/list')).code).toBe(1)
      expect((await again.call('GET /api/account/suspension')).data).toEqual({ suspension: null })
      const twice = await owner.call('POST /api/desk/restore', { body: { person_id: person.user.id } })
      expect(twice.code).toBe(1004)
    })

    it('takes the desk from an operator too', async () => {
      const moderator = await withRole('moderator')
      const email = moderator.user.email ?? ''
      expect((await suspend(owner, moderator)).code).toBe(1)
      const again = await server.signIn(email)
      expect((await again.call('GET /api/desk/audit')).code).toBe(1002)
    })

    it('lets them delete their account, and the log stays whole', async () => {
      const person = await server.signIn()
      await suspend(owner, person)
      const again = await server.signIn(person.user.email ?? '')
      expect((await again.call('POST /api/account/delete')).code).toBe(1)
      expect(JSON.stringify(await query('select * from audit_entry'))).not.toContain(person.user.id)
      expect((await verifyAuditChain(server.context.database)).brokenSeq).toBeNull()
      expect(await newest()).toMatchObject({ action: 'person.suspended', target_name: null })
    })
  })

  describe('the audit log', () => {
    const record = (details: Record<string, string | number> = {}) =>
      server.context.database.transaction((tx) =>
        recordAudit(tx, {
          actorId: owner.user.id,
          action: 'test.done',
          targetType: 'card',
          targetId: 'ilse',
          details,
          now: new Date(),
        }),
      )

    it('refuses changes, deletions and emptying', async () => {
      await record()
      for (const statement of [
        "update audit_entry set action = 'x'",
        'delete from audit_entry',
        'truncate audit_entry',
      ])
        await expect(server.context.database.script(statement)).rejects.toThrow('never changed or deleted')
    })

    it('takes no sentences and no addresses', async () => {
      await expect(record({ note: 'was rude to me' })).rejects.toThrow('short names')
      await expect(record({ who: 'a@example.org' })).rejects.toThrow('short names')
    })

    it('stays one chain when many write at once', async () => {
      const before = (await verifyAuditChain(server.context.database)).intactTo
      await Promise.all(Array.from({ length: 12 }, (_, index) => record({ index })))
      expect(await verifyAuditChain(server.context.database, 5)).toEqual({ intactTo: before + 12, brokenSeq: null })
    })

    it('writes nothing when the rest of the transaction fails', async () => {
      const before = (await verifyAuditChain(server.context.database)).intactTo
      const failed = server.context.database.transaction(async (tx) => {
        await recordAudit(tx, {
          actorId: null,
          action: 'test.done',
          targetType: 'card',
          targetId: null,
          now: new Date(),
        })
        throw new Error('something else failed')
      })
      await expect(failed).rejects.toThrow('something else failed')
      expect((await verifyAuditChain(server.context.database)).intactTo).toBe(before)
    })

    it('is filtered, paged and exported, without formulas', async () => {
      await record({ amount: -5, name: '-formula' })
      const list = (filter: Record<string, string>) => owner.call('GET /api/desk/audit', { query: filter as never }) // any filter, also wrong ones
      const byAction = await list({ action: 'test.done', limit: '2' })
      expect(byAction.data.list.map(({ action }) => action)).toEqual(['test.done', 'test.done'])
      const next = await list({ action: 'test.done', limit: '2', cursor: byAction.data.next_cursor ?? '' })
      expect(next.data.list[0]?.seq).toBeLessThan(byAction.data.list[1]?.seq ?? 0)
      expect((await list({ actor_id: owner.user.id, target_id: 'ilse' })).data.list.length).toBeGreaterThan(1)
      expect((await list({ actor_id: 'nobody' })).data.list).toEqual([])
      expect((await list({ from: '2999-01-01' })).data.list).toEqual([])
      for (const wrong of [{ cursor: 'x' }, { from: 'yesterday' }, { limit: '0' }])
        expect((await list(wrong as never)).code).toBe(1000)

      const response = await fetch(`${server.origin}/api/desk/audit/export?action=test.done`, {
        headers: credentialsOf(owner),
      })
      expect(response.headers.get('content-type')).toContain('text/csv')
      const lines = (await response.text()).trim().split('\r\n')
      expect(lines[0]).toContain('seq,at,actor,actor_name,action')
      expect(lines[1]).toContain('test.done,card,ilse,,"{""amount"":-5,""name"":""-formula""}"')
      expect(await newest()).toMatchObject({ action: 'audit.exported' })
    })

    // The last test: the log stays broken.
    it('notices what was changed, removed or appended behind its back', async () => {
      const { database } = server.context
      const behindItsBack = async (statement: string) => {
        await database.script('alter table audit_entry disable trigger audit_entry_for_ever')
        await database.script(statement)
        await database.script('alter table audit_entry enable trigger audit_entry_for_ever')
      }
      const { intactTo } = await verifyAuditChain(database)
      await behindItsBack(`update audit_entry set reason = 'spam' where seq = 3`)
      expect(await verifyAuditChain(database)).toEqual({ intactTo: 2, brokenSeq: 3 })
      await behindItsBack(`update audit_entry set reason = null where seq = 3`)
      await behindItsBack(`delete from audit_entry where seq = ${intactTo}`)
      expect(await verifyAuditChain(database)).toEqual({ intactTo: intactTo - 1, brokenSeq: intactTo })
      await checkAuditChain(database, new Date(), createLog('silent'))
      const { data } = await owner.call('GET /api/desk/audit')
      expect(data.chain).toMatchObject({ intact_to: intactTo - 1, broken_seq: intactTo })
      const gauges = await server.context.modules.gauges()
      expect(gauges.find(({ name }) => name === 'everkin_audit_chain_broken')?.value).toBe(1)
    })
  })
})
