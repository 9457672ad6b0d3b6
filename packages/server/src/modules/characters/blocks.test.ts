import { LIMITS } from '@everkin/contract/limits.ts'
import { asCaller, createTestPerson, identityOf } from '@everkin/testing/builders.ts'
import { createTestCard } from '@everkin/testing/card-builders.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { readFromPrimary } from '../../platform/db/read-replica.ts'
import { createLog } from '../../platform/log.ts'
import type { BusEvent } from '../../platform/realtime/event-bus.ts'
import { loadTexts } from '../../platform/texts.ts'
import { deleteBlocksOf } from './block-store.ts'
import { unblockedSql } from './blocked-cards.ts'
import { canReportPerson } from './blocks.ts'
import { blockHandlers, characterHandlers } from './routes.ts'

const texts = loadTexts(createLog('silent'))

describe.each(testDatabaseKinds)('R1: blocks on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  async function open(overrides: Parameters<typeof createTestPerson>[1] = {}) {
    const clock = createTestClock()
    const settings = {
      audience: 'adults' as const,
      nsfwEnabled: true,
      nsfwAgeRule: 'declared' as const,
      countryHeader: null,
    }
    const events: BusEvent[] = []
    const changed: string[] = []
    const services = {
      database: db,
      reads: readFromPrimary(db),
      clock,
      settings,
      texts,
      onCardChange: () => undefined,
      bus: { publish: (event: BusEvent) => void events.push(event) },
      onBlocksChange: (_personId: string, id: string) => void changed.push(id),
    }
    const cards = characterHandlers(services)
    const blocks = blockHandlers(services)
    const person = await createTestPerson(db, overrides)
    const caller = asCaller({ identity: identityOf(person) })
    const block = (target_type: 'card' | 'user', target_id: string, on = true) =>
      blocks.save({ query: undefined, body: { target_type, target_id, on } }, caller)
    type Query = Parameters<typeof cards.singleCardList>[0]['query']
    const singles = async (query: Partial<Query> = {}) =>
      cards.singleCardList({ query: { limit: 20, ...query }, body: undefined }, caller)
    const groups = async (query: Partial<Parameters<typeof cards.multipleCardList>[0]['query']> = {}) =>
      cards.multipleCardList({ query: { limit: 20, ...query }, body: undefined }, caller)
    const idsOf = (page: { list: readonly { id: string }[] }) => page.list.map(({ id }) => id)
    return {
      ...cards,
      clock,
      person,
      caller,
      block,
      singles,
      groups,
      idsOf,
      events,
      changed,
      list: () => blocks.list({ query: undefined, body: undefined }, caller),
    }
  }

  /** A public character, with a tag of its own, by a creator of its own. */
  async function createStranger(tag: string, overrides: Parameters<typeof createTestCard>[1] = {}) {
    const creator = await createTestPerson(db, { nickname: 'Imara' })
    return {
      creatorId: creator.id,
      cardId: await createTestCard(db, { tags: [tag], creatorId: creator.id, ...overrides }),
    }
  }

  it.each(['card', 'user'] as const)('a blocked %s is absent from every list, and comes back', async (what) => {
    const tag = `tag-${what}`
    const name = `Quillon${what}`
    const other = await createTestCard(db, { tags: [tag], name })
    const { cardId, creatorId } = await createStranger(tag, { name, chats: 9 })
    const group = await createTestCard(db, { type: 'multiple', tags: [tag], memberIds: [other, cardId], name })
    const otherGroup = await createTestCard(db, { type: 'multiple', tags: [tag], memberIds: [other], name })
    const reader = await open()
    const { idsOf, singles, groups } = reader
    await db.query('update card set featured_at = now() where id = $1', [cardId])
    await reader.like({ query: undefined, body: { card_id: cardId, on: true } }, reader.caller)
    await reader.like({ query: undefined, body: { card_id: other, on: true } }, reader.caller)
    const everywhere = async () => ({
      popular: idsOf(await singles({ tag, sort: 'popular' })),
      new: idsOf(await singles({ tag, sort: 'new' })).sort(),
      forYou: idsOf(await singles({ tag, sort: 'for_you' })),
      found: idsOf(await singles({ q: name })),
      groups: idsOf(await groups({ tag, sort: 'popular' })).sort(),
      newGroups: idsOf(await groups({ tag, sort: 'new' })).sort(),
      foundGroups: idsOf(await groups({ q: name })).sort(),
      favourites: idsOf(
        await reader.favourites({ query: { type: 'single', limit: 20 }, body: undefined }, reader.caller),
      ).sort(),
      featured: (await reader.featuredCards({ query: undefined, body: undefined }, reader.caller))
        .map(({ id }) => id)
        .filter((id) => id === cardId || id === other),
      alike: (await reader.similarCards({ query: { id: other, limit: 6 }, body: undefined }, reader.caller)).map(
        ({ id }) => id,
      ),
    })
    const both = [other, cardId].sort()
    const bothGroups = [group, otherGroup].sort()
    const characters = { popular: [cardId, other], forYou: [cardId, other], found: [cardId, other], new: both }
    const allGroups = { groups: bothGroups, newGroups: bothGroups, foundGroups: bothGroups }
    const before = { ...characters, ...allGroups, favourites: both, featured: [cardId], alike: [cardId] }
    expect(await everywhere()).toEqual(before)

    await reader.block(what, what === 'card' ? cardId : creatorId)
    expect(await everywhere()).toEqual({
      popular: [other],
      new: [other],
      forYou: [other],
      found: [other],
      groups: [otherGroup],
      newGroups: [otherGroup],
      foundGroups: [otherGroup],
      favourites: [other],
      featured: [],
      alike: [],
    })
    const byId = { query: { id: cardId }, body: undefined }
    await expect(reader.singleCardInfo(byId, reader.caller)).rejects.toMatchObject({ errorName: 'NotFound' })
    await expect(groups({ id: group })).rejects.toMatchObject({ errorName: 'NotFound' })
    const someoneElse = await open()
    expect(idsOf(await someoneElse.singles({ tag, sort: 'popular' }))).toEqual([cardId, other])

    await reader.block(what, what === 'card' ? cardId : creatorId, false)
    expect(await everywhere()).toEqual(before)
  })

  it('pages stay full, without gaps, when blocked cards lie between', async () => {
    const reader = await open()
    const { creatorId } = await createStranger('paged')
    const wanted: string[] = []
    for (let at = 0; at < 6; at++) {
      wanted.push(await createTestCard(db, { tags: ['paged'], chats: 100 - at }))
      await createTestCard(db, { tags: ['paged'], chats: 100 - at, creatorId })
    }
    await reader.block('user', creatorId)
    const first = await reader.singles({ tag: 'paged', sort: 'popular', limit: 4 })
    const second = await reader.singles({ tag: 'paged', sort: 'popular', limit: 4, cursor: first.next_cursor ?? '' })
    expect(reader.idsOf(first)).toHaveLength(4)
    expect([...reader.idsOf(first), ...reader.idsOf(second)].sort()).toEqual(wanted.sort())
    expect(second.next_cursor).toBeNull()
  })

  it('lists what is blocked with names, latest first; repeating changes nothing', async () => {
    const reader = await open()
    const { cardId, creatorId } = await createStranger('listed', { name: 'Odile' })
    await reader.block('card', cardId)
    reader.clock.advance(1_000)
    await reader.block('user', creatorId)
    await reader.block('user', creatorId)
    expect((await reader.list()).list).toMatchObject([
      { target_type: 'user', target_id: creatorId, name: 'Imara' },
      { target_type: 'card', target_id: cardId, name: 'Odile' },
    ])
    expect(reader.changed).toEqual([cardId, creatorId, creatorId])
    expect(reader.events).toContainEqual({ kind: 'blocks_changed', personId: reader.person.id })
    await reader.block('user', creatorId, false)
    await reader.block('user', creatorId, false)
    expect((await reader.list()).list).toHaveLength(1)
    expect((await (await open()).list()).list).toEqual([])
  })

  it('does not name an adult card to someone who may not see it', async () => {
    const reader = await open({ adultConfirmedAt: new Date(), nsfw: true })
    const { cardId } = await createStranger('adult', { rating: 'nsfw', name: 'Odile' })
    await reader.block('card', cardId)
    expect((await reader.list()).list).toMatchObject([{ name: 'Odile' }])
    await db.query('update person set nsfw = false where id = $1', [reader.person.id])
    expect((await reader.list()).list).toMatchObject([{ target_id: cardId, name: null, avatar: null }])
  })

  const refused: [string, 'card' | 'user', () => Promise<string>][] = [
    ['an unknown card', 'card', async () => 'nowhere'],
    ['a private card', 'card', async () => (await createStranger('p', { visibility: 'private' })).cardId],
    ['an unknown person', 'user', async () => 'nobody'],
    ['a person without a card', 'user', async () => (await createTestPerson(db)).id],
    [
      'a person whose cards are private',
      'user',
      async () => (await createStranger('q', { visibility: 'private' })).creatorId,
    ],
    ['the library as a creator', 'user', async () => 'everkin'],
    ['a card as a creator', 'user', async () => (await createStranger('r')).cardId],
    ['a creator as a card', 'card', async () => (await createStranger('s')).creatorId],
  ]
  it.each(refused)('refuses to block %s, and stores nothing', async (_name, type, target) => {
    const reader = await open()
    await expect(reader.block(type, await target())).rejects.toMatchObject({ errorName: 'NotFound' })
    expect((await reader.list()).list).toEqual([])
    expect(reader.changed).toEqual([])
  })

  it('refuses one’s own cards and oneself', async () => {
    const reader = await open()
    const own = await createTestCard(db, { creatorId: reader.person.id })
    await expect(reader.block('card', own)).rejects.toMatchObject({ errorName: 'NotFound' })
    await expect(reader.block('user', reader.person.id)).rejects.toMatchObject({ errorName: 'NotFound' })
  })

  it('keeps one’s own group open where a member is blocked', async () => {
    const reader = await open()
    const { cardId } = await createStranger('mine')
    const own = await createTestCard(db, { type: 'multiple', creatorId: reader.person.id, memberIds: [cardId] })
    await reader.block('card', cardId)
    expect(reader.idsOf(await reader.groups({ id: own }))).toEqual([own])
  })

  it('stops at the limit, under which a block that exists can be repeated', async () => {
    const reader = await open()
    const { cardId } = await createStranger('last')
    await reader.block('card', cardId)
    await db.query(
      `insert into block (person_id, target_type, target_id, created_at)
       select $1, 'card', 'filler-' || n, now() from generate_series(2, $2::int) n`,
      [reader.person.id, LIMITS.blocks],
    )
    await reader.block('card', cardId)
    const { creatorId } = await createStranger('over')
    await expect(reader.block('user', creatorId)).rejects.toMatchObject({ errorName: 'Conflict' })
    await reader.block('card', cardId, false)
    await reader.block('user', creatorId)
    expect((await reader.list()).list).toHaveLength(LIMITS.blocks)
  })

  it('forgets an erased person on both sides', async () => {
    const [reader, other] = [await open(), await open()]
    const { cardId, creatorId } = await createStranger('erased')
    await reader.block('user', creatorId)
    await other.block('card', cardId)
    await db.transaction((tx) => deleteBlocksOf(tx, creatorId))
    expect((await reader.list()).list).toEqual([])
    await db.transaction((tx) => deleteBlocksOf(tx, other.person.id))
    expect((await other.list()).list).toEqual([])
  })

  it('a creator can be reported by who knows a card of theirs, and not by themselves', async () => {
    const reader = await createTestPerson(db)
    const { creatorId } = await createStranger('reported')
    const hidden = await createStranger('hidden', { visibility: 'private' })
    expect(await canReportPerson(db, creatorId, reader.id)).toBe(true)
    expect(await canReportPerson(db, creatorId, creatorId)).toBe(false)
    expect(await canReportPerson(db, hidden.creatorId, reader.id)).toBe(false)
    expect(await canReportPerson(db, reader.id, creatorId)).toBe(false)
  })

  it('R1: an inviter can be reported and blocked, and not by themselves', async () => {
    const { person: reader, block, list } = await open()
    const inviter = await createTestPerson(db, { nickname: 'Jonas' })
    expect(await canReportPerson(db, inviter.id, reader.id)).toBe(false)
    await expect(block('user', inviter.id)).rejects.toMatchObject({ errorName: 'NotFound' })
    await db.query(
      `insert into invitation (id, code_hash, inviter_id, card_id, created_at, expires_at)
       values ($1, '\x01', $1, 'ilse', now(), now())`,
      [inviter.id],
    )
    expect(await canReportPerson(db, inviter.id, reader.id)).toBe(true)
    expect(await canReportPerson(db, inviter.id, inviter.id)).toBe(false)
    await block('user', inviter.id)
    expect((await list()).list).toMatchObject([{ target_type: 'user', target_id: inviter.id, name: 'Jonas' }])
    await db.query(`update person set profile_restriction = 'hidden' where id = $1`, [inviter.id])
    expect((await list()).list).toMatchObject([{ target_id: inviter.id, name: null, avatar: null }])
  })

  it('is never planned as a hash of all cards', async () => {
    const plan = await db.query<Record<string, string>>(
      `explain select card_id from card_shelf where ${unblockedSql('card_id', "'{x}'")} order by rank desc`,
    )
    expect(JSON.stringify(plan)).toContain('SubPlan')
    expect(JSON.stringify(plan)).not.toContain('hashed SubPlan')
  })
})
