import { MultipleCard, SingleCard } from '@everkin/contract/entities/cards.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import { PageQuery } from '@everkin/contract/pagination.ts'
import { asCaller, createTestPerson, identityOf } from '@everkin/testing/builders.ts'
import { createTestCard } from '@everkin/testing/card-builders.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { readFromPrimary } from '../../platform/db/read-replica.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { createLog } from '../../platform/log.ts'
import { loadTexts } from '../../platform/texts.ts'
import { canOpenCard, findCardForChat } from './card-for-chat.ts'
import { loadLibrary } from './library/library-files.ts'
import { seedLibrary } from './library/seed-library.ts'
import { eraseLikes } from './likes.ts'
import { countChatStarted } from './popularity.ts'
import { characterHandlers } from './routes.ts'
import { deleteCards } from './write-card.ts'

const texts = loadTexts(createLog('silent'))
const confirmed = { adultConfirmedAt: new Date('2026-11-01T00:00:00.000Z'), nsfw: true }

type Query = { q?: string; tag?: string; gender?: 'male' | 'female' | 'other'; sort?: 'for_you' | 'popular' | 'new' }

function open(db: Database, nsfwEnabled = true) {
  const clock = createTestClock()
  const settings = { audience: 'adults' as const, nsfwEnabled, nsfwAgeRule: 'declared' as const, countryHeader: null }
  const calls = characterHandlers({
    database: db,
    reads: readFromPrimary(db),
    clock,
    settings,
    texts,
    onCardChange: () => undefined,
  })
  const page = (query: Query & { cursor?: string; limit?: number }, caller: Caller = asCaller()) =>
    calls.singleCardList({ query: { limit: 20, ...query }, body: undefined }, caller)
  return {
    clock,
    calls,
    page,
    names: async (query: Query, caller?: Caller) => (await page(query, caller)).list.map(({ name }) => name),
    info: (id: string, caller: Caller = asCaller()) => calls.singleCardInfo({ query: { id }, body: undefined }, caller),
    like: (personId: string, card_id: string, on = true) =>
      calls.like({ query: undefined, body: { card_id, on } }, signedIn(personId)),
    /** Every id of a list, page by page. */
    async all(query: Query, limit: number, caller?: Caller) {
      const ids: string[] = []
      let cursor: string | undefined
      do {
        const { list, next_cursor } = await page({ ...query, limit, ...(cursor ? { cursor } : {}) }, caller)
        ids.push(...list.map(({ id }) => id))
        cursor = next_cursor ?? undefined
      } while (cursor)
      return ids
    },
  }
}

const signedIn = (personId: string) =>
  asCaller({ identity: { personId, sessionId: 's', role: null, lang: 'en' as const } })

describe.each(testDatabaseKinds)('the library on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  let seeded: string[]
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
    seeded = await seedLibrary(db, createTestClock())
  })
  afterAll(() => drop())

  it('is stored completely, and not written again while its files stay the same', async () => {
    expect(seeded).toHaveLength(36)
    expect(await seedLibrary(db, createTestClock('2027-01-01T00:00:00.000Z'))).toEqual([])
    expect(await db.query("select id from card where state <> 'published'")).toEqual([])
  })

  it.each(LOCALE_CODES)('is translated to %s for its readers: names, taglines, greetings, tags', async (locale) => {
    const { info } = open(db)
    const card = SingleCard.parse(await info('pip', asCaller({ locale })))
    expect(card).toMatchObject({ mine: false, creator: { id: 'everkin' }, rating: 'sfw', chat_count: 0 })
    expect(card).not.toHaveProperty('definition')
    expect(card.avatar).toBe('/pictures/pip/960.webp')
    const english = await info('pip')
    if (locale !== 'en') expect([card.tagline, card.greeting]).not.toEqual([english.tagline, english.greeting])
    expect(card.tags.map(({ count }) => count > 0)).not.toContain(false)
  })

  it.each(LOCALE_CODES)('shows the notes in %s, also of a member of a group', async (locale) => {
    const { info, calls } = open(db)
    const library = loadLibrary()
    const written = library.characters.find(({ id }) => id === 'wren')?.creator_notes
    const translated = library.localCharacter('wren', locale)?.creator_notes
    const reader = asCaller({ locale })
    const card = await info('wren', reader)
    expect(card.creator_notes).toBe(translated ?? written)
    const isForeign = locale !== 'en' && translated === undefined
    expect(card.creator_notes_language).toBe(isForeign ? 'en' : undefined)
    const query = { id: 'rain-on-quay-street', limit: 1 }
    const [group] = (await calls.multipleCardList({ query, body: undefined }, reader)).list
    expect(group?.members.find(({ id }) => id === 'wren')?.creator_notes).toBe(card.creator_notes)
  })

  it('shows notes that are not translated as written, and says in which language', async () => {
    await db.query("update card_text set creator_notes = null where card_id = 'greta' and locale = 'de'")
    const { info } = open(db)
    const { creator_notes } = await info('greta')
    const card = await info('greta', asCaller({ locale: 'de' }))
    expect(card).toMatchObject({ creator_notes, creator_notes_language: 'en' })
  })

  it.each([
    ['Inkwell', 'pip'],
    ['INKWEL', 'pip'],
    ['inkw', 'pip'],
    ['Sunnvia', 'sunniva'],
    ['beetrix', 'beatriz'],
    ['oisin', 'oisin'],
    ['library cat', 'pip'],
    ['letzte Fähre', 'ilse'],
    ['letzte fahre', 'ilse'],
  ])('finds %s', async (q, id) => {
    const { page } = open(db)
    expect((await page({ q })).list[0]?.id).toBe(id)
  })

  it.each([
    ['cosy', 'cosy'],
    ['Gemütlich', 'cosy'],
    ['gemutlich', 'cosy'],
    ['冒険', 'adventure'],
    ['مغامره', 'adventure'],
    ['悬疑', 'mystery'],
    ['Abenteur', 'adventure'],
  ])('finds a tag by its name in any language: %s', async (q, tag) => {
    const { all } = open(db)
    const found = await all({ q }, 20)
    const tagged = await all({ tag, sort: 'popular' }, 20)
    expect(tagged.length).toBeGreaterThan(3)
    expect(found).toEqual(expect.arrayContaining(tagged))
  })

  it.each(['zzzzqqqq', '%', "'; dropp tabl zzzqqq; --", '\u0000', '🙂', '____'])('finds nobody for %s', async (q) => {
    expect(await open(db).page({ q })).toEqual({ list: [], next_cursor: null })
  })

  it('pages every order without gaps or repetitions, and rejects a cursor of another list', async () => {
    const { all, page } = open(db)
    const orders: Query[] = [{ sort: 'popular' }, { sort: 'new' }, { q: 'cosy' }, { tag: 'cosy', gender: 'female' }]
    for (const query of orders) {
      const whole = await all(query, 100)
      expect(await all(query, 3)).toEqual(whole)
      expect(new Set(whole).size).toBe(whole.length)
    }
    expect(await all({ sort: 'popular' }, 100)).toHaveLength(28)
    const { next_cursor } = await page({ sort: 'popular', limit: 2 })
    for (const [sort, cursor] of [
      ['new', next_cursor ?? ''],
      ['popular', 'garbage'],
      ['popular', Buffer.from('{"list":"popular","rank":"x"}').toString('base64url')],
      // Values that no database column can store.
      ['popular', Buffer.from('{"list":"popular","id":"x","rank":3000000000}').toString('base64url')],
      ['popular', Buffer.from('{"list":"popular","id":"\\u0000","rank":3}').toString('base64url')],
      ['new', Buffer.from('{"list":"new","id":"x","publishedAt":"0000-01-01T00:00:00Z"}').toString('base64url')],
    ] as const)
      await expect(page({ sort, cursor })).rejects.toMatchObject({ errorName: 'InvalidInput' })
  })

  it('finds a name by its beginning, whatever words others put before it, and forgets the words of deleted cards', async () => {
    const { names } = open(db)
    for (const name of ['Quimena', 'Quimena Two']) await createTestCard(db, { name })
    const junk: string[] = []
    for (let part = 0; part < 3; part++) {
      const words = Array.from({ length: 14 }, (_, at) => `quim${part}${at}`)
      junk.push(await createTestCard(db, { name: words.join(' ') }))
    }
    expect(await names({ q: 'quim' })).toEqual(expect.arrayContaining(['Quimena', 'Quimena Two']))

    const known = () =>
      db.query<{ term: string }>(
        `select term from search_term where term like 'quim%' union select term from search_slip where term like 'quim%'`,
      )
    expect((await known()).length).toBe(43)
    await db.transaction((tx) => deleteCards(tx, junk, new Date()))
    expect(await known()).toEqual([{ term: 'quimena' }])
    expect(await names({ q: 'quim' })).toHaveLength(2)
  })

  it('filters by tag and gender, in lists and in search', async () => {
    const { page } = open(db)
    for (const query of [
      { tag: 'mystery', gender: 'female' as const },
      { q: 'a', tag: 'mystery', gender: 'female' as const },
    ]) {
      const { list } = await page(query)
      expect(list.length).toBeGreaterThan(0)
      for (const card of list) {
        expect(card.gender).toBe('female')
        expect(card.tags.map(({ id }) => id)).toContain('mystery')
      }
    }
    expect((await page({ tag: 'no-such-tag' })).list).toEqual([])
  })

  it('shows groups with their members in the reader’s language', async () => {
    const { calls } = open(db)
    const caller = asCaller({ locale: 'de' })
    const { list } = await calls.multipleCardList({ query: { limit: 20, sort: 'popular' }, body: undefined }, caller)
    expect(list).toHaveLength(8)
    for (const group of list) expect(MultipleCard.parse(group).members.length).toBeGreaterThan(1)
    const one = await calls.multipleCardList(
      { query: { limit: 20, id: 'rain-on-quay-street' }, body: undefined },
      caller,
    )
    expect(one.list[0]).toMatchObject({
      name: 'Regen in der Quay Street',
      cover: '/pictures/rain-on-quay-street/960.webp',
    })
    expect(one.list[0]?.opening).toContain('Viertel vor eins')
  })

  it('counts the tags in use, most used first, with names in the reader’s language', async () => {
    const { calls, all } = open(db)
    const tags = await calls.cardTags({ query: { type: 'single' }, body: undefined }, asCaller({ locale: 'fr' }))
    expect(tags.map(({ count }) => count)).toEqual(tags.map(({ count }) => count).sort((a, b) => b - a))
    expect(tags.find(({ id }) => id === 'mystery')?.name).toBe('Mystère')
    for (const { id, count } of tags) expect(await all({ tag: id, sort: 'popular' }, 100)).toHaveLength(count)
  })

  it('keeps forty cards of a list below 15 kB', async () => {
    const { gzipSync } = await import('node:zlib')
    for (const locale of LOCALE_CODES) {
      const { list } = await open(db).page({ limit: 40, sort: 'popular' }, asCaller({ locale }))
      const forty = (gzipSync(JSON.stringify(list)).length / list.length) * 40
      expect(forty).toBeLessThan(15_000)
      expect((await open(db).info('pip', asCaller({ locale }))).greeting.length).toBeGreaterThan(140)
    }
  })

  it('gives a chat the card as written, and the texts that the reader sees in their language', async () => {
    const card = await findCardForChat(db, { cardId: 'pip', locale: 'de', readerId: null })
    expect(card).toMatchObject({
      originalName: 'Inkwell',
      age: 97,
      language: 'en',
      definition: { first_mes: expect.stringContaining('tolerable shadow') },
    })
    expect(card?.names[0]).toBe(card?.name)
    expect(card?.names).toEqual(expect.arrayContaining(['Inkwell', card?.name]))
    expect(card?.names.length).toBeGreaterThan(2)
    expect(card?.greetings.length).toBe(2)
    expect(card?.greetings[0]).not.toBe(card?.definition?.first_mes)
    const group = await findCardForChat(db, { cardId: 'orchard-case', locale: 'en', readerId: null })
    expect(group?.members.map(({ id }) => id)).toEqual(['zahra', 'bram', 'beatriz'])
    expect(group?.casting?.openingTurns[1]?.speaker).toBe('zahra')
    expect(group && canOpenCard(null, group)).toBe(true)
    expect(await findCardForChat(db, { cardId: 'nobody', locale: 'en', readerId: null })).toBeNull()
  })
})

describe.each(testDatabaseKinds)('user-created cards on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  it('counts a like once, and ranks liked cards higher', async () => {
    const { like, page, info } = open(db)
    const person = await createTestPerson(db)
    const [plain, liked] = [
      await createTestCard(db, { tags: ['t-like'] }),
      await createTestCard(db, { tags: ['t-like'] }),
    ]
    await Promise.all([like(person.id, liked), like(person.id, liked)])
    expect(await info(liked, signedIn(person.id))).toMatchObject({ liked: true, like_count: 1 })
    expect(await info(liked)).toMatchObject({ liked: false, like_count: 1 })
    const order = async () => (await page({ tag: 't-like', sort: 'popular' })).list.map(({ id }) => id)
    expect(await order()).toEqual([liked, plain])
    const begin = (personId: string) => db.transaction((tx) => countChatStarted(tx, plain, personId))
    for (const personId of ['a', 'a', 'a', 'b']) await begin(personId)
    expect(await info(plain)).toMatchObject({ chat_count: 2 })
    expect(await order()).toEqual([liked, plain])
    await begin('c')
    expect(await order()).toEqual([plain, liked])
    await like(person.id, liked, false)
    await like(person.id, liked, false)
    expect(await info(liked)).toMatchObject({ like_count: 0 })
    await expect(like(person.id, 'nobody')).rejects.toMatchObject({ errorName: 'NotFound' })
  })

  it('removes the likes of an erased person (D2)', async () => {
    const { like, info } = open(db)
    const person = await createTestPerson(db)
    const card = await createTestCard(db)
    await like(person.id, card)
    await db.transaction((tx) => eraseLikes(tx, person.id))
    expect(await info(card)).toMatchObject({ like_count: 0 })
  })

  it('recommends cards by what a person likes, stable over pages, even with likes in between', async () => {
    const { like, all, page } = open(db)
    const person = await createTestPerson(db)
    const reader = signedIn(person.id)
    for (let count = 0; count < 12; count++)
      await createTestCard(db, { tags: [count % 3 === 0 ? 't-loved' : 't-other'], chats: 100 + count })
    const loved = await createTestCard(db, { tags: ['t-loved'] })
    await like(person.id, loved)
    const whole = await all({ sort: 'for_you' }, 100, reader)
    expect(new Set(whole).size).toBe(whole.length)
    expect(new Set(whole)).toEqual(new Set(await all({ sort: 'popular' }, 100)))
    const { list } = await page({ limit: 5 }, reader)
    expect(list.every((card) => card.tags.some(({ id }) => id === 't-loved'))).toBe(true)

    const first = await page({ sort: 'for_you', limit: 3 }, reader)
    await like(person.id, await createTestCard(db, { tags: ['t-other'], state: 'in_review', creatorId: person.id }))
    const second = await page({ sort: 'for_you', limit: 3, cursor: first.next_cursor ?? '' }, reader)
    expect([...first.list, ...second.list].map(({ id }) => id)).toEqual(whole.slice(0, 6))
  })

  it('a person who likes long tags can page their list', async () => {
    const { like, page } = open(db)
    const person = await createTestPerson(db)
    const tags = ['風', '林', '火', '山'].map((word) => word.repeat(LIMITS.tagLength))
    await like(person.id, await createTestCard(db, { tags }))
    const { next_cursor } = await page({ sort: 'for_you', limit: 1 }, signedIn(person.id))
    expect(PageQuery.parse({ cursor: next_cursor }).cursor).toBe(next_cursor)
  })

  it.each([
    ['a private one', { visibility: 'private' as const }],
    ['a draft', { state: 'draft' as const, visibility: 'private' as const }],
    ['one in review', { state: 'in_review' as const }],
  ])('shows %s to its creator alone, and to nobody in a list (AZ-01)', async (_name, overrides) => {
    const { info, names } = open(db)
    const [creator, stranger] = [await createTestPerson(db), await createTestPerson(db)]
    const id = await createTestCard(db, { ...overrides, creatorId: creator.id, name: 'Hiddenname', tags: ['t-hidden'] })
    const mine = await info(id, signedIn(creator.id))
    expect(mine).toMatchObject({ mine: true, creator: { id: creator.id, nickname: 'Robin' } })
    expect(mine.definition?.first_mes).toBe('Hello there.')
    for (const caller of [asCaller(), signedIn(stranger.id)]) {
      await expect(info(id, caller)).rejects.toMatchObject({ errorName: 'NotFound' })
      expect(await names({ q: 'Hiddenname' }, caller)).toEqual([])
      expect(await names({ tag: 't-hidden' }, caller)).toEqual([])
    }
    expect(await findCardForChat(db, { cardId: id, locale: 'en', readerId: stranger.id })).toBeNull()
  })

  it('shows an unlisted card to people with its URL, and in no list', async () => {
    const { info, names } = open(db)
    const id = await createTestCard(db, { visibility: 'unlisted', name: 'Unlistedname' })
    expect((await info(id)).name).toBe('Unlistedname')
    expect(await names({ q: 'Unlistedname' })).toEqual([])
  })

  it('lets nobody, not even its creator, chat with a card without an adult age (B5)', async () => {
    const creator = await createTestPerson(db)
    for (const age of [null, 17]) {
      const cardId = await createTestCard(db, { age, creatorId: creator.id })
      const card = await findCardForChat(db, { cardId, locale: 'en', readerId: creator.id })
      expect(card && canOpenCard(creator, card)).toBe(false)
    }
  })

  it('hides adult cards unless allowed: lists, search, tags, groups, ids (N1, N2, N4, AZ-05)', async () => {
    const { names, info, calls } = open(db)
    const id = await createTestCard(db, { rating: 'nsfw', name: 'Grownupname', tags: ['t-grownup'] })
    const other = await createTestCard(db, { name: 'Plainname' })
    const group = await createTestCard(db, {
      type: 'multiple',
      name: 'Mixedgroup',
      memberIds: [other, id],
      tags: ['t-mixed'],
    })
    const adult = await createTestPerson(db, confirmed)
    const asAdult = signedIn(adult.id)
    expect(await names({ q: 'Grownupname' }, asAdult)).toEqual(['Grownupname'])
    expect(await names({ tag: 't-grownup', sort: 'popular' }, asAdult)).toEqual(['Grownupname'])
    expect((await info(id, asAdult)).rating).toBe('nsfw')

    const refused: [string, Caller, string][] = [
      ['a visitor', asCaller(), 'NotFound'],
      ['a forged cookie', asCaller({ cookies: { nsfw: '1' } }), 'NotFound'],
      ['unknown age', signedIn((await createTestPerson(db, { ...confirmed, ageState: 'unknown' })).id), 'NotFound'],
      ['under 18', signedIn((await createTestPerson(db, { ...confirmed, ageState: 'minor_declared' })).id), 'NotFound'],
      ['switched off', signedIn((await createTestPerson(db, { ...confirmed, nsfw: false })).id), 'NotFound'],
      ['not confirmed', signedIn((await createTestPerson(db)).id), 'AgeNotOpen'],
    ]
    for (const [who, caller, errorName] of refused) {
      expect({ who, names: await names({ q: 'Grownupname' }, caller) }).toEqual({ who, names: [] })
      for (const sort of ['popular', 'new', 'for_you'] as const)
        expect(await names({ tag: 't-grownup', sort }, caller)).toEqual([])
      const tags = await calls.cardTags({ query: {}, body: undefined }, caller)
      expect(tags.map((tag) => tag.id)).not.toContain('t-grownup')
      await expect(info(id, caller)).rejects.toMatchObject({ errorName })
      const groups = { query: { limit: 20, tag: 't-mixed' }, body: undefined }
      expect((await calls.multipleCardList(groups, caller)).list).toEqual([])
      const byId = { query: { limit: 20, id: group }, body: undefined }
      await expect(calls.multipleCardList(byId, caller)).rejects.toMatchObject({ errorName })
    }
    await expect(open(db, false).info(id, asAdult)).rejects.toMatchObject({ errorName: 'NotFound' })
  })

  it('answers NotFound for a group requested as a character, and the other way round', async () => {
    const { info, calls } = open(db)
    const member = await createTestCard(db)
    const group = await createTestCard(db, { type: 'multiple', memberIds: [member, member] })
    await expect(info(group)).rejects.toMatchObject({ errorName: 'NotFound' })
    const asGroup = calls.multipleCardList({ query: { limit: 20, id: member }, body: undefined }, asCaller())
    await expect(asGroup).rejects.toMatchObject({ errorName: 'NotFound' })
  })

  it('shows a definition to all when its creator makes it public', async () => {
    const person = await createTestPerson(db)
    const id = await createTestCard(db, { creatorId: person.id })
    const { info } = open(db)
    expect(await info(id)).not.toHaveProperty('definition')
    await db.query('update card set definition_public = true where id = $1', [id])
    expect((await info(id, asCaller({ identity: identityOf(await createTestPerson(db)) }))).definition?.first_mes).toBe(
      'Hello there.',
    )
  })

  it('lists similar cards of the same kind by shared tags, and none for a hidden card', async () => {
    const { calls, info, clock } = open(db)
    await seedLibrary(db, clock)
    const similar = (id: string) => calls.similarCards({ query: { id, limit: 6 }, body: undefined }, asCaller())
    const [ilse, alike] = [await info('ilse'), await similar('ilse')]
    const shared = alike.map(({ tags }) => tags.filter(({ id }) => ilse.tags.some((tag) => tag.id === id)).length)
    expect(alike.length).toBeGreaterThan(0)
    expect(alike.every(({ id, type }) => id !== 'ilse' && type === 'single')).toBe(true)
    expect(shared).toEqual([...shared].sort((one, other) => other - one))
    expect(shared.at(-1)).toBeGreaterThan(0)
    await expect(similar('nobody')).rejects.toMatchObject({ errorName: 'NotFound' })
  })
})
