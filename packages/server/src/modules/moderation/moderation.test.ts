import { randomUUID } from 'node:crypto'
import { createTestCard } from '@everkin/testing/card-builders.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../providers/text-model/fake.ts'
import { MIN_REPORTERS_TO_HIDE, UNDO_MS } from './rules.ts'

type Decision = 'keep' | 'hide' | 'remove' | 'change' | 'suspend' | 'restore' | 'uphold'

describe.each(testDatabaseKinds)('moderation on %s', (kind) => {
  const clock = createTestClock()
  const model = createFakeTextModel({ reply: { parts: ['Very well.'] } })
  let server: TestServer
  let moderator: TestPerson
  let author: TestPerson
  let cardId: string
  beforeAll(async () => {
    server = await startTestServer({ kind, clock, model, settings: { ADMIN_EMAILS: 'desk@example.org' } })
    moderator = await server.signIn('desk@example.org')
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    author = await server.signIn(`author-${randomUUID()}@example.org`)
    cardId = await createTestCard(server.context.database, { creatorId: author.user.id, name: `Wren ${randomUUID()}` })
  })

  const query = (text: string, values: (string | null)[] = []) => server.context.database.query(text, values)
  const report = async (by: TestPerson, target: { target_type: string; target_id: string }, reason = 'hate') => {
    const answer = await by.call('POST /api/safety/report', { body: { ...target, reason } })
    expect(answer.code).toBe(1)
  }
  const reportedBy = async (count: number, target = { target_type: 'card', target_id: cardId }) => {
    const people: TestPerson[] = []
    for (let number = 0; number < count; number++) {
      const person = await server.signIn(`reporter-${randomUUID()}@example.org`)
      await report(person, target)
      people.push(person)
    }
    return people
  }
  const queue = async () => (await moderator.call('GET /api/desk/queue', { query: { limit: 100 } })).data
  const caseOf = async (name: string) => (await queue()).list.find(({ label }) => label === name)
  const nameOf = async () => (await author.call('GET /api/chat.Single/cardInfo', { query: { id: cardId } })).data.name
  const decide = (case_id: string, action: Decision, reason = 'hate', by = moderator) =>
    by.call('POST /api/desk/decide', { body: { case_id, action, reason } })
  const isSeenBy = async (person: TestPerson, id = cardId) =>
    (await person.call('GET /api/chat.Single/cardInfo', { query: { id } })).code === 1
  const noticesOf = async (person: TestPerson) => (await person.call('GET /api/moderation/notices')).data.list
  const openCase = async (reporters = 1) => {
    const people = await reportedBy(reporters)
    const found = await caseOf(await nameOf())
    if (!found) throw new Error('no case')
    return { id: found.id, found, people }
  }

  describe('reports', () => {
    it('of one item are one case, and its severity is that of the worst', async () => {
      const { found, people } = await openCase(2)
      expect(found).toMatchObject({ source: 'report', reports: 2, severity: 2, hidden: false, reasons: ['hate'] })
      expect(Date.parse(found.due_at) - clock.now().getTime()).toBe(24 * 3_600_000)
      await report(people[0] ?? author, { target_type: 'card', target_id: cardId }, 'minor_safety')
      const worse = (await queue()).list.find(({ id }) => id === found.id)
      expect(worse).toMatchObject({ reports: 3, severity: 0 })
      expect(Date.parse(worse?.due_at ?? '') - clock.now().getTime()).toBe(3_600_000)
    })

    it('are taken of a card for adults from those who may see it, or have a chat with it', async () => {
      const adults = await createTestCard(server.context.database, {
        creatorId: author.user.id,
        name: `Wren ${randomUUID()}`,
        rating: 'nsfw',
      })
      const reader = await server.signIn()
      const code = async () =>
        (
          await reader.call('POST /api/safety/report', {
            body: { target_type: 'card', target_id: adults, reason: 'spam' },
          })
        ).code
      expect((await reader.call('GET /api/chat.Single/cardInfo', { query: { id: adults } })).code).toBe(1010)
      expect(await code()).toBe(1010)
      const chatId = await reader.startChat()
      await query('update chat set card_id = $2 where id = $1', [chatId, adults])
      expect(await code()).toBe(1)
    })

    it('R2: of three people hide an item from everyone but its author, who is notified', async () => {
      const [reader] = await reportedBy(MIN_REPORTERS_TO_HIDE - 1)
      if (!reader) throw new Error('nobody reported')
      const name = await nameOf()
      expect(await isSeenBy(reader)).toBe(true)
      await reportedBy(1)
      expect(await isSeenBy(reader)).toBe(false)
      expect((await server.call('GET /api/chat.Single/cardInfo', { query: { id: cardId } })).code).toBe(1003)
      const found = await reader.call('GET /api/chat.Single/cardList', { query: { q: name } })
      expect(found.data.list.map(({ id }) => id)).not.toContain(cardId)
      expect((await reader.call('POST /api/chat/start', { body: { card_id: cardId } })).code).toBe(1003)
      expect((await author.call('GET /api/chat.Single/cardInfo', { query: { id: cardId } })).data.restriction).toBe(
        'hidden',
      )
      expect((await author.call('POST /api/chat/start', { body: { card_id: cardId } })).code).toBe(1003)
      expect(await caseOf(name)).toMatchObject({ hidden: true, reports: 3 })
      expect(await noticesOf(author)).toMatchObject([{ kind: 'yours', action: 'auto_hide', can_appeal: true }])
    })

    it('hide nothing when they come from the author or one person again and again', async () => {
      const [reader] = await reportedBy(1)
      for (let time = 0; time < 3; time++) {
        await report(author, { target_type: 'card', target_id: cardId })
        await report(reader ?? author, { target_type: 'card', target_id: cardId })
      }
      expect(await isSeenBy(reader ?? author)).toBe(true)
    })

    it('that come at once still hide it', async () => {
      const people = await Promise.all(
        Array.from({ length: MIN_REPORTERS_TO_HIDE }, () => server.signIn(`at-once-${randomUUID()}@example.org`)),
      )
      await Promise.all(people.map((person) => report(person, { target_type: 'card', target_id: cardId })))
      expect(await isSeenBy(people[0] ?? author)).toBe(false)
    })

    it('take a group with a hidden member out of the lists', async () => {
      const other = await createTestCard(server.context.database, { name: 'Ilse of the group' })
      const group = await createTestCard(server.context.database, { type: 'multiple', memberIds: [cardId, other] })
      const reader = await server.signIn(`group-${randomUUID()}@example.org`)
      const isListed = async () =>
        (await reader.call('GET /api/chat.Multiple/cardList', { query: { id: group } })).code === 1
      expect(await isListed()).toBe(true)
      await reportedBy(3)
      expect(await isListed()).toBe(false)
    })
  })

  describe('a decision', () => {
    it('keeps: the item is visible again, and everyone concerned is notified after a minute', async () => {
      const { id, people } = await openCase(3)
      expect(await decide(id, 'keep', 'no_breach')).toMatchObject({ code: 1 })
      expect(await isSeenBy(people[0] ?? author)).toBe(true)
      expect(await noticesOf(people[0] ?? author)).toEqual([])
      clock.advance(UNDO_MS)
      expect(await noticesOf(people[0] ?? author)).toMatchObject([{ kind: 'reported', action: 'keep' }])
      expect((await noticesOf(author))[0]).toMatchObject({ kind: 'yours', action: 'keep', can_appeal: false })
      expect(await caseOf(await nameOf())).toBeUndefined()
      // Later reports begin to count again from zero.
      await reportedBy(2)
      expect(await isSeenBy(people[0] ?? author)).toBe(true)
    })

    it('removes: nobody sees it, and its author finds it in their list only', async () => {
      const { id, people } = await openCase()
      await decide(id, 'remove', 'violence')
      expect(await isSeenBy(author)).toBe(false)
      expect(await isSeenBy(people[0] ?? author)).toBe(false)
      const own = (await author.call('GET /api/user/chatCardList', { query: { type: 'single' } })).data.list
      expect(own.find((card) => card.id === cardId)).toMatchObject({ restriction: 'removed' })
    })

    it('closes its chats at once, and those of groups that it belongs to', async () => {
      const other = await createTestCard(server.context.database, { name: 'Ilse of the group' })
      const group = await createTestCard(server.context.database, { type: 'multiple', memberIds: [cardId, other] })
      const reader = await server.signIn(`reader-${randomUUID()}@example.org`)
      const device = await reader.connect()
      const send = async (chat_id: string, text: string) => {
        const from = device.frames.length
        device.send({ type: 'message.send', chat_id, client_id: randomUUID(), text })
        return device.until(
          () =>
            device.frames
              .slice(from)
              .flatMap((frame) =>
                frame.type === 'nack' ? [frame.code] : frame.type === 'message.completed' ? [1] : [],
              )
              .at(0),
          'an answer',
        )
      }
      const chats: string[] = []
      for (const body of [{ card_id: cardId }, { group_id: group }]) {
        const { data: chat } = await reader.call('POST /api/chat/start', { body })
        chats.push(chat.id)
        for (const text of ['Good evening.', 'And now?']) expect(await send(chat.id, text)).toBe(1)
      }
      const { id } = await openCase()
      await decide(id, 'remove', 'violence')
      for (const chatId of chats) expect(await send(chatId, 'Still there?')).toBe(1003)
    })

    it('can be undone for a minute by who made it, and then nobody was notified', async () => {
      const { id, people } = await openCase()
      const { data } = await decide(id, 'remove')
      const other = await server.signIn(`second-${randomUUID()}@example.org`)
      await query("update person set operator_role = 'moderator' where id = $1", [other.user.id])
      const undo = (by: TestPerson) => by.call('POST /api/desk/undo', { body: { decision_id: data.decision_id } })
      expect((await undo(other)).code).toBe(1003)
      expect((await undo(moderator)).code).toBe(1)
      expect((await undo(moderator)).code).toBe(1004)
      expect(await isSeenBy(people[0] ?? author)).toBe(true)
      expect((await moderator.call('GET /api/desk/case', { query: { id } })).data).toMatchObject({
        state: 'open',
        reports: 1,
      })
      clock.advance(UNDO_MS)
      expect(await noticesOf(author)).toEqual([])
      const again = await decide(id, 'hide')
      clock.advance(UNDO_MS + 1)
      const late = await moderator.call('POST /api/desk/undo', { body: { decision_id: again.data.decision_id } })
      expect(late.code).toBe(1004)
      expect(await isSeenBy(people[0] ?? author)).toBe(false)
    })

    it('is made once, with a reason that fits', async () => {
      const { id } = await openCase()
      expect((await decide(id, 'restore')).code).toBe(1000)
      expect((await decide(id, 'remove', 'no_breach')).code).toBe(1000)
      expect((await decide(id, 'remove', 'because')).code).toBe(1000)
      expect((await decide('no-such-case', 'keep')).code).toBe(1003)
      const both = await Promise.all([decide(id, 'hide'), decide(id, 'remove')])
      expect(both.map(({ code }) => code).sort()).toEqual([1, 1004])
    })

    it('asks for a change: hidden until the author saves one, which then waits in the queue', async () => {
      const { id, people } = await openCase()
      await decide(id, 'change', 'wrong_rating')
      expect(await isSeenBy(people[0] ?? author)).toBe(false)
      const name = await nameOf()
      expect(await caseOf(name)).toBeUndefined()
      clock.advance(UNDO_MS)
      await query('update card set updated_at = $2 where id = $1', [cardId, clock.now().toISOString()])
      const review = await caseOf(name)
      expect(review).toMatchObject({ source: 'review' })
      await decide(review?.id ?? '', 'keep', 'no_breach')
      expect(await isSeenBy(people[0] ?? author)).toBe(true)
    })

    it('suspends the author, who may still read why, appeal and come back', async () => {
      const { id } = await openCase()
      expect((await decide(id, 'suspend', 'harassment')).code).toBe(1)
      expect((await author.call('GET /api/user/info')).code).toBe(1001)
      clock.advance(UNDO_MS)
      const back = await server.signIn(author.user.email ?? '')
      expect((await back.call('GET /api/chat/list')).code).toBe(1002)
      const [told] = await noticesOf(back)
      expect(told).toMatchObject({ action: 'suspend', reason: 'harassment', can_appeal: true })
      const body = { decision_id: told?.decision_id ?? '', text: 'Somebody else used my account.' }
      expect((await back.call('POST /api/moderation/appeal', { body })).code).toBe(1)
      const appeal = (await queue()).list.find(({ source, label }) => source === 'appeal' && label.startsWith('Wren'))
      await decide(appeal?.id ?? '', 'restore', 'no_breach')
      expect((await back.call('GET /api/chat/list')).code).toBe(1)
      expect(await isSeenBy(back)).toBe(true)
    })

    it('is written to the audit log with its reason, and without what it is about', async () => {
      const { id } = await openCase()
      await decide(id, 'hide', 'spam')
      const { data } = await moderator.call('GET /api/desk/audit', { query: { limit: 1 } })
      expect(data.list[0]).toMatchObject({
        action: 'case.decided',
        target_id: id,
        reason: 'spam',
        details: { decision: 'hide' },
      })
    })

    it('is for moderators only', async () => {
      const { id } = await openCase()
      expect((await decide(id, 'hide', 'spam', author)).code).toBe(1002)
      const support = await server.signIn(`support-${randomUUID()}@example.org`)
      await query("update person set operator_role = 'support' where id = $1", [support.user.id])
      expect((await support.call('GET /api/desk/queue')).code).toBe(1002)
      expect((await decide(id, 'hide', 'spam', support)).code).toBe(1002)
    })
  })

  describe('a card in review', () => {
    it('is shown whole, and decided only as it was seen', async () => {
      const name = `Wren ${randomUUID()}`
      const late = `Late ${'x'.repeat(9_000)} end.`
      const id = await createTestCard(server.context.database, { creatorId: author.user.id, name, state: 'in_review' })
      const definition = {
        nickname: 'Wrennie',
        description: late,
        group_only_greetings: ['Hello, all.'],
        character_book: { entries: [{ keys: ['moor'], content: 'The moor is wide.' }] },
        extensions: { depth_prompt: { prompt: 'Speaks softly.' } },
      }
      await query('update card set definition = definition || $2::jsonb where id = $1', [
        id,
        JSON.stringify(definition),
      ])
      const waiting = (await caseOf(name))?.id ?? ''
      const look = async () =>
        (await moderator.call('GET /api/desk/case', { query: { id: waiting } })).data.item ?? {
          texts: [],
          version: null,
        }
      const seen = await look()
      const textOf = (field: string) => seen.texts.find((part) => part.field === field)?.text
      expect(textOf('description')).toBe(late)
      expect([textOf('nickname'), textOf('group_only_greetings')]).toEqual(['Wrennie', 'Hello, all.'])
      expect(textOf('lorebook')).toBe('moor\nThe moor is wide.')
      expect(textOf('other')).toContain('Speaks softly.')

      await query('update card set version = version + 1 where id = $1', [id])
      const keep = (version: number | null) =>
        moderator.call('POST /api/desk/decide', {
          body: { case_id: waiting, action: 'keep', reason: 'no_breach', version: version ?? -1 },
        })
      expect((await keep(seen.version)).code).toBe(1004)
      expect((await query('select state from card where id = $1', [id]))[0]).toEqual({ state: 'in_review' })
      expect((await keep((await look()).version)).code).toBe(1)
    })

    it('waits in the queue and is published by a decision', async () => {
      const name = `Doubtful ${randomUUID()}`
      const id = await createTestCard(server.context.database, { creatorId: author.user.id, name, state: 'in_review' })
      const reader = await server.signIn(`review-${randomUUID()}@example.org`)
      expect(await isSeenBy(reader, id)).toBe(false)
      const waiting = await caseOf(name)
      expect(waiting).toMatchObject({ source: 'review', target_type: 'card' })
      expect((await queue()).list.filter(({ label }) => label === name)).toHaveLength(1)
      const decided = await decide(waiting?.id ?? '', 'keep', 'no_breach')
      expect(await isSeenBy(reader, id)).toBe(true)
      await moderator.call('POST /api/desk/undo', { body: { decision_id: decided.data.decision_id } })
      expect(await isSeenBy(reader, id)).toBe(false)
      await query("update card set state = 'draft' where id = $1", [id])
      expect(await caseOf(name)).toBeUndefined()
    })
  })

  describe('an appeal', () => {
    it('is made once, lands in the queue, and is answered', async () => {
      const { id, people } = await openCase()
      await decide(id, 'remove', 'violence')
      const [decision] = await query('select id from moderation_decision where case_id = $1', [id])
      const appeal = (by: TestPerson, text = 'It is a history of the war.') =>
        by.call('POST /api/moderation/appeal', { body: { decision_id: String(decision?.id), text } })
      expect((await appeal(author)).code).toBe(1003) // it can still be undone
      clock.advance(UNDO_MS)
      expect((await appeal(people[0] ?? moderator)).code).toBe(1003)
      expect((await appeal(author, '  ')).code).toBe(1000)
      expect((await appeal(author)).code).toBe(1)
      expect((await appeal(author, 'And again.')).code).toBe(1004)
      const waiting = (await queue()).list.find(
        ({ source, target_type }) => source === 'appeal' && target_type === 'card',
      )
      expect(waiting).toMatchObject({ author_name: author.user.nickname, appealed_reason: 'violence' })
      const { data } = await moderator.call('GET /api/desk/case', { query: { id: waiting?.id ?? '' } })
      expect(data).toMatchObject({
        choices: ['restore', 'uphold'],
        appeal: { text: 'It is a history of the war.', against: { action: 'remove', reason: 'violence' } },
      })
      await decide(waiting?.id ?? '', 'restore', 'no_breach')
      expect(await isSeenBy(people[0] ?? author)).toBe(true)
      clock.advance(UNDO_MS)
      const told = await noticesOf(author)
      expect(told[0]).toMatchObject({ kind: 'appeal', action: 'restore' })
      expect(told[1]).toMatchObject({ kind: 'yours', appeal: { outcome: 'restored' }, can_appeal: false })
    })
  })

  describe('a reported message', () => {
    async function reportedMessage() {
      const chatId = await author.startChat()
      const live = await author.connect()
      const messages: { id: string; text: string }[] = []
      for (const text of ['One.', 'Two.', 'Three.', 'Four.']) {
        const from = live.frames.length
        live.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text })
        messages.push((await live.next('ack', undefined, from)).message)
        await live.next('message.completed', undefined, from)
      }
      const message = messages[1]
      if (!message) throw new Error('no message')
      await report(author, { target_type: 'message', target_id: message.id })
      const [row] = await query("select id from moderation_case where target_id = $1 and state = 'open'", [message.id])
      return { chatId, message, caseId: String(row?.id) }
    }
    const read = async (chatId: string) =>
      (await author.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })).data.list

    it('R4: is read by nobody before they say why, and every look is recorded first', async () => {
      const { caseId, message } = await reportedMessage()
      const before = await moderator.call('GET /api/desk/case', { query: { id: caseId } })
      expect(JSON.stringify(before.data)).not.toContain(message.text)
      expect((await moderator.call('POST /api/desk/look', { body: { case_id: caseId } })).code).toBe(1000)
      const { data } = await moderator.call('POST /api/desk/look', { body: { case_id: caseId, reason: 'report' } })
      expect(data.lines.map(({ text }) => text)).toContain('Two.')
      expect(data.lines.find(({ reported }) => reported)).toMatchObject({ role: 'user', text: 'Two.' })
      expect(data.lines.length).toBeLessThanOrEqual(11)
      const log = await moderator.call('GET /api/desk/audit', { query: { limit: 1 } })
      expect(log.data.list[0]).toMatchObject({ action: 'chat.read', target_id: caseId, reason: 'report' })
    })

    it('is withheld from its chat and its prompts, and comes back with a restoration', async () => {
      const { caseId, chatId, message } = await reportedMessage()
      expect((await decide(caseId, 'hide', 'violence')).code).toBe(1)
      const hidden = (await read(chatId)).find(({ id }) => id === message.id)
      expect(hidden).toMatchObject({ text: '', restriction: 'hidden', hidden: true })
      const live = await author.connect()
      for (const branch of [false, true]) {
        const from = live.frames.length
        live.send({ type: 'message.edit', chat_id: chatId, message_id: message.id, text: 'Six.', branch })
        expect(await live.next('error', undefined, from)).toMatchObject({ code: 1002 })
      }
      live.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Five.' })
      await live.next('message.completed')
      expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toContain('Two.')
      clock.advance(UNDO_MS)
      const [told] = await noticesOf(author)
      await author.call('POST /api/moderation/appeal', {
        body: { decision_id: told?.decision_id ?? '', text: 'It was a quotation.' },
      })
      const [row] = await query("select id from moderation_case where source = 'appeal' and target_id = $1", [
        message.id,
      ])
      await decide(String(row?.id), 'restore', 'no_breach')
      const shown = (await read(chatId)).find(({ id }) => id === message.id)
      expect(shown).toMatchObject({ text: 'Two.' })
      expect(shown?.restriction).toBeUndefined()
    })
  })

  describe('pictures and profiles', () => {
    it('a hidden picture is in its album for its owner only, and a removed one for nobody', async () => {
      const itemId = `item-${randomUUID()}`
      await query(
        `insert into album_item (id, card_id, owner_id, place, kind, locked, captions, file_id, thumbnail_id, main_file,
           small_file, width, height, generated, created_at)
         values ($1, $2, $3, 0, 'image', false, '{"*": "A lamp"}', $1, $1, 'x', 'x', 1, 1, false, now())`,
        [itemId, cardId, author.user.id],
      )
      const reader = await server.signIn(`album-${randomUUID()}@example.org`)
      const album = async (person: TestPerson) =>
        (await person.call('GET /api/chat/cardAlbum', { query: { card_id: cardId } })).data.list.map(({ id }) => id)
      expect(await album(reader)).toEqual([itemId])
      await reportedBy(3, { target_type: 'image', target_id: itemId })
      expect(await album(reader)).toEqual([])
      expect(await album(author)).toEqual([itemId])
      const [row] = await query('select id from moderation_case where target_id = $1', [itemId])
      const { data } = await moderator.call('GET /api/desk/case', { query: { id: String(row?.id) } })
      expect(data).toMatchObject({ label: 'A lamp', item: { restriction: 'hidden', image: expect.any(String) } })
      await decide(String(row?.id), 'remove', 'sexual')
      expect(await album(author)).toEqual([])
    })

    it('a hidden profile has neither name nor picture for others', async () => {
      await query('update person set profile_restriction = $2 where id = $1', [author.user.id, 'hidden'])
      const reader = await server.signIn(`profile-${randomUUID()}@example.org`)
      const creator = async (person: TestPerson) =>
        (await person.call('GET /api/chat.Single/cardInfo', { query: { id: cardId } })).data.creator.nickname
      expect(await creator(reader)).toBe('')
      expect(await creator(author)).toBe('Mara')
    })
  })

  describe('the desk of items', () => {
    it('finds, hides and restores a card without a case', async () => {
      const name = await nameOf()
      const items = async (show?: 'restricted') =>
        (await moderator.call('GET /api/desk/items', { query: { type: 'card', q: name, show } })).data.list
      expect(await items()).toMatchObject([{ target_id: cardId, author: { id: author.user.id }, restriction: null }])
      expect(await items('restricted')).toEqual([])
      const change = (action: string) =>
        moderator.call('POST /api/desk/decideItem', {
          body: { target_type: 'card', target_id: cardId, action, reason: 'spam' },
        })
      expect((await change('hide')).code).toBe(1)
      expect(await items('restricted')).toMatchObject([{ target_id: cardId, restriction: 'hidden' }])
      clock.advance(1_000)
      expect((await change('restore')).code).toBe(1)
      expect(await items('restricted')).toEqual([])
      clock.advance(UNDO_MS)
      expect((await noticesOf(author)).map(({ action }) => action)).toEqual(['restore', 'hide'])
    })

    it('features public cards on Explore, and a hidden one never', async () => {
      const feature = (on: boolean) => moderator.call('POST /api/desk/feature', { body: { card_id: cardId, on } })
      const featured = async () => (await server.call('GET /api/chat/featuredCards')).data.map(({ id }) => id)
      expect((await feature(true)).code).toBe(1)
      expect(await featured()).toContain(cardId)
      await reportedBy(3)
      expect(await featured()).not.toContain(cardId)
      expect((await feature(true)).code).toBe(1003)
      expect((await feature(false)).code).toBe(1)
    })
  })
})
