import { randomUUID } from 'node:crypto'
import { createTestCard } from '@everkin/testing/card-builders.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../providers/text-model/fake.ts'
import { UNDO_MS } from './rules.ts'

describe.each(testDatabaseKinds)('frames of notices on %s', (kind) => {
  const clock = createTestClock()
  let server: TestServer
  let moderator: TestPerson
  let author: TestPerson
  let cardId: string
  beforeAll(async () => {
    const model = createFakeTextModel({ reply: { parts: ['Very well.'] } })
    server = await startTestServer({ kind, clock, model, settings: { ADMIN_EMAILS: 'desk@example.org' } })
    moderator = await server.signIn('desk@example.org')
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    author = await server.signIn(`author-${randomUUID()}@example.org`)
    cardId = await createTestCard(server.context.database, { creatorId: author.user.id, name: `Wren ${randomUUID()}` })
  })

  const decide = (action: 'hide' | 'restore') =>
    moderator.call('POST /api/desk/decideItem', {
      body: { target_type: 'card', target_id: cardId, action, reason: 'spam' },
    })
  const tellEveryone = async () => {
    clock.advance(UNDO_MS)
    await server.context.jobs.runDue()
  }
  const arrived = (live: Awaited<ReturnType<TestPerson['connect']>>) =>
    live.frames.filter(({ type }) => type === 'notices.updated')

  it('arrive at open pages when the decision can no longer be undone', async () => {
    const live = await author.connect()
    const bystander = await (await server.signIn(`by-${randomUUID()}@example.org`)).connect()
    await decide('hide')
    await server.context.jobs.runDue()
    expect(arrived(live)).toEqual([])
    await tellEveryone()
    const frame = await live.next('notices.updated')
    const { list } = (await author.call('GET /api/moderation/notices')).data
    expect(frame).toMatchObject({ notice_id: list[0]?.id, unread: 1, text: expect.stringContaining('decision') })
    expect(arrived(bystander)).toEqual([])
  })

  it('never come for a decision that was undone', async () => {
    const live = await author.connect()
    const { data } = await decide('hide')
    await moderator.call('POST /api/desk/undo', { body: { decision_id: data.decision_id } })
    await tellEveryone()
    live.send({ type: 'sync', user_rev: 0, chats: [], streams: [] })
    await live.next('synced')
    expect(arrived(live)).toEqual([])
  })

  it('are sent after a reconnect while they are unread', async () => {
    const first = await author.connect()
    const { user_rev } = await first.next('ready')
    first.close()
    await decide('hide')
    await tellEveryone()
    const second = await author.connect()
    second.send({ type: 'sync', user_rev, chats: [], streams: [] })
    expect(await second.next('notices.updated')).toMatchObject({ unread: 1 })
    const { user_rev: now } = await second.next('synced')
    expect(now).toBeGreaterThan(user_rev)

    await author.call('POST /api/moderation/readNotices')
    const third = await author.connect()
    third.send({ type: 'sync', user_rev, chats: [], streams: [] })
    await third.next('synced')
    expect(arrived(third)).toEqual([])
  })
})
