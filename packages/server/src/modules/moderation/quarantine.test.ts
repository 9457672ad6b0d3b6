import { randomUUID } from 'node:crypto'
import { createTestCard } from '@everkin/testing/card-builders.ts'
import { createTestPicture, sendFile } from '@everkin/testing/filled-account.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../providers/text-model/fake.ts'
import { expireEvidence } from './quarantine.ts'
import { CONSENT_MS, EVIDENCE_MS } from './rules.ts'

describe.each(testDatabaseKinds)('R3: quarantine on %s', (kind) => {
  const clock = createTestClock()
  let server: TestServer
  let owner: TestPerson
  let moderator: TestPerson
  let author: TestPerson
  beforeAll(async () => {
    const model = createFakeTextModel({ reply: { parts: ['Very well.'] } })
    server = await startTestServer({ kind, clock, model, settings: { ADMIN_EMAILS: 'owner@example.org' } })
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    owner = await server.signIn('owner@example.org')
    moderator = await withRole('moderator')
    author = await server.signIn(`author-${randomUUID()}@example.org`)
  })

  const query = (text: string, values: (string | null)[] = []) => server.context.database.query(text, values)
  const withRole = async (role: 'moderator' | 'support' | 'read_only' | 'owner') => {
    const person = await server.signIn(`role-${randomUUID()}@example.org`)
    await query('update person set operator_role = $2 where id = $1', [person.user.id, role])
    return person
  }
  /** A card with a picture of its author's own, reported for the safety of minors. */
  const reportedCard = async () => {
    const fileId = await upload('card')
    const name = `Wren ${randomUUID()}`
    const id = await createTestCard(server.context.database, { creatorId: author.user.id, name })
    await query('update card set avatar = $2 where id = $1', [id, `/media/${fileId}/480.webp`])
    const reporter = await server.signIn(`reporter-${randomUUID()}@example.org`)
    const body = { target_type: 'card', target_id: id, reason: 'minor_safety' }
    expect((await reporter.call('POST /api/safety/report', { body })).code).toBe(1)
    const [row] = await query('select id from moderation_case where target_id = $1', [id])
    return { id, name, fileId, caseId: String(row?.id) }
  }
  const upload = async (purpose: string) => {
    const file = { name: 'a.png', bytes: await createTestPicture() }
    const reply = await sendFile(server, credentialsOf(author), '/api/common/upload', { purpose }, file)
    const { data } = (await reply.json()) as { data: { id: string } } // the contract's upload
    return data.id
  }
  const look = (caseId: string, by: TestPerson) =>
    by.call('POST /api/desk/look', { body: { case_id: caseId, reason: 'report' } })
  const caseBy = async (by: TestPerson, id: string) => (await by.call('GET /api/desk/case', { query: { id } })).data
  const decide = (case_id: string, action: 'keep' | 'remove', reason: string) =>
    moderator.call('POST /api/desk/decide', { body: { case_id, action, reason } })
  const isServed = async (fileId: string) => (await fetch(`${server.origin}/media/${fileId}/480.webp`)).ok

  it('has no preview in a case, a list or the search of the desk', async () => {
    const { caseId, name } = await reportedCard()
    const shown = await caseBy(owner, caseId)
    expect(shown).toMatchObject({ quarantine: { confirmed: [] }, item: { image: null, texts: [], quarantined: true } })
    const { data } = await owner.call('GET /api/desk/items', { query: { type: 'card', q: name } })
    expect(data.list).toMatchObject([{ image: null, texts: [], quarantined: true }])
  })

  it('opens for an owner and a moderator who have both confirmed within a day, and records each step', async () => {
    const { caseId } = await reportedCard()
    expect((await look(caseId, await withRole('read_only'))).code).toBe(1002)
    expect((await look(caseId, owner)).data).toMatchObject({ waits_for: 'moderator', texts: [], pictures: [] })
    expect((await look(caseId, await withRole('owner'))).data.waits_for).toBe('moderator')
    expect((await caseBy(moderator, caseId)).quarantine).toEqual({ confirmed: ['owner'] })
    const seen = (await look(caseId, moderator)).data
    expect(seen.waits_for).toBeNull()
    expect(seen.texts.length).toBeGreaterThan(0)
    expect(seen.pictures).toEqual([expect.stringMatching(/^data:image\/webp;base64,/)])
    const log = (await owner.call('GET /api/desk/audit', { query: { limit: 3 } })).data.list
    expect(log.map(({ action }) => action)).toEqual(['quarantine.seen', 'quarantine.confirmed', 'quarantine.confirmed'])
    clock.advance(CONSENT_MS)
    owner = await server.signIn('owner@example.org')
    expect((await look(caseId, owner)).data.waits_for).toBe('moderator')
  })

  it('serves the files of what is removed to nobody, and keeps them', async () => {
    const { caseId, id, fileId } = await reportedCard()
    expect(await isServed(fileId)).toBe(true)
    const { data } = await decide(caseId, 'remove', 'minor_safety')
    expect(await isServed(fileId)).toBe(false)
    await moderator.call('POST /api/desk/undo', { body: { decision_id: data.decision_id } })
    expect(await isServed(fileId)).toBe(true)
    await decide(caseId, 'remove', 'minor_safety')
    await query('update card set avatar = null where id = $1', [id])
    expect([...(await server.context.modules.mediaInUse(server.context.database, [fileId]))]).toEqual([fileId])
  })

  it('ends with the decision that it is harmless, and goes on when that is undone', async () => {
    const { caseId } = await reportedCard()
    const { data } = await decide(caseId, 'keep', 'no_breach')
    expect((await caseBy(owner, caseId)).quarantine).toBeNull()
    await moderator.call('POST /api/desk/undo', { body: { decision_id: data.decision_id } })
    expect((await caseBy(owner, caseId)).quarantine).toEqual({ confirmed: [] })
  })

  it('takes a picture that the moderation model withheld, and shows it again when it is harmless', async () => {
    const fileId = await upload('card')
    await query("update media_file set moderation = 'blocked' where id = $1", [fileId])
    await owner.call('GET /api/desk/queue', { query: { limit: 100 } })
    const [row] = await query("select id from moderation_case where target_type = 'file' and target_id = $1", [fileId])
    const caseId = String(row?.id)
    expect(await caseBy(owner, caseId)).toMatchObject({
      severity: 0,
      choices: ['keep', 'remove', 'suspend'],
      quarantine: { confirmed: [] },
    })
    await look(caseId, owner)
    expect((await look(caseId, moderator)).data.pictures).toHaveLength(1)
    await decide(caseId, 'keep', 'no_breach')
    expect(await isServed(fileId)).toBe(true)
  })

  it('keeps the files when the account is deleted, for a year, without the person', async () => {
    const { caseId, fileId } = await reportedCard()
    await decide(caseId, 'remove', 'minor_safety')
    const support = await withRole('support')
    const body = { person_id: author.user.id, nickname: author.user.nickname }
    expect((await support.call('POST /api/desk/people/erase', { body })).code).toBe(1)
    const { media, database } = server.context
    expect(await media.files.read(fileId, '480.webp')).not.toBeNull()
    expect([...(await server.context.modules.mediaInUse(database, [fileId]))]).toEqual([fileId])
    clock.advance(EVIDENCE_MS - 1_000)
    await expireEvidence({ database, clock })
    expect(await query('select 1 from quarantine where files @> array[$1]', [fileId])).toHaveLength(1)
    clock.advance(1_000)
    await expireEvidence({ database, clock })
    expect(await query('select 1 from quarantine where files @> array[$1]', [fileId])).toHaveLength(0)
    owner = await server.signIn('owner@example.org')
    const log = await owner.call('GET /api/desk/audit', { query: { limit: 5, action: 'quarantine.expired' } })
    expect(log.data.list.length).toBeGreaterThan(0)
  })
})
