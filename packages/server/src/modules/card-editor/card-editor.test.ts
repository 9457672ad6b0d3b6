import { randomUUID } from 'node:crypto'
import type { ApiBody } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportCards } from './own-cards.ts'

type Save = ApiBody<'POST /api/chat.Single/saveCard'>

const WREN: Save = {
  name: 'Wren Ashdown',
  tagline: 'Repairs clocks that nobody owns.',
  age: 41,
  gender: 'female',
  visibility: 'public',
  tags: ['cosy', 'Clocks'],
  definition: {
    description: 'Wren keeps the town’s time.',
    first_mes: '*Wren looks up.* You’re early.',
    alternate_greetings: ['You’re late.'],
    extensions: { house: { deep: [1, null, 'x'] } },
    character_book: { entries: [{ keys: ['bell'], content: 'The bell is cracked.', enabled: true, own: 1 }] },
  },
}

describe.each(testDatabaseKinds)('editing characters on %s', (kind) => {
  let server: TestServer
  let maker: TestPerson
  let other: TestPerson
  beforeAll(async () => {
    server = await startTestServer({ kind, settings: { RATE_LIMITS: 'off' } })
    maker = await server.signIn('maker@example.org')
    other = await server.signIn('other@example.org')
  })
  afterAll(() => server.end())

  const save = (body: Save, by = maker) => by.call('POST /api/chat.Single/saveCard', { body })
  const read = (id: string, by = other) => by.call('GET /api/chat.Single/cardInfo', { query: { id } })
  const own = (id: string) => maker.call('GET /api/editor/card', { query: { id } })
  const made = async (changes: Save = {}) => {
    const { code, data } = await save({ ...WREN, ...changes })
    expect(code).toBe(1)
    return data
  }

  it('keeps the uploads of the album of a draft, until the draft lets go of them', async () => {
    const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(43))
    const [first = '', second = '', third = ''] = ids
    const content = { name: 'Wren', album: [{ upload_id: first }, null, { upload_id: second }, { id: 'x' }, 7] }
    const { data: draft } = await maker.call('POST /api/editor/saveDraft', { body: { type: 'single', content } })
    const inUse = async () => [...(await server.context.modules.mediaInUse(server.context.database, ids))].sort()
    expect(await inUse()).toEqual([first, second])
    for (const album of [{ upload_id: third }, 'text', null, [{ upload_id: third }]]) {
      const body = { id: draft.id, type: 'single' as const, content: { album } }
      expect((await maker.call('POST /api/editor/saveDraft', { body })).code).toBe(1)
    }
    expect(await inUse()).toEqual([third])
    await maker.call('POST /api/editor/deleteDraft', { body: { id: draft.id } })
    expect(await inUse()).toEqual([])
  })

  it('UPL-08: saves no new version once all storage of the person is used up', async () => {
    const { id } = await made({ name: 'Full' })
    const { database } = server.context
    const held = ['full', maker.user.id, 'f'.repeat(64), LIMITS.storageBytes]
    await database.query(
      `insert into card_import (id, person_id, file_hash, content_hash, kind, format, pictures, bytes, created_at)
       values ($1, $2, $3, 'c', 'PNG', 'v2', 0, $4, now())`,
      held,
    )
    expect((await save({ id, name: 'Fuller' })).code).toBe(1006)
    await database.query(`delete from card_import where id = 'full'`)
    expect((await save({ id, name: 'Fuller' })).code).toBe(1)
  })

  it('stores the input exactly, and shows others only what is public', async () => {
    const { id } = await made({ name: 'Zoë 小明 سارة' })
    const { data: card } = await read(id)
    expect(card).toMatchObject({
      name: 'Zoë 小明 سارة',
      mine: false,
      state: 'published',
      greeting: WREN.definition?.first_mes,
    })
    expect(card.tags.map(({ id: tag, name }) => [tag, name])).toEqual([
      ['cosy', 'Cosy'],
      ['Clocks', 'Clocks'],
    ])
    expect(card.definition).toBeUndefined()
    expect((await own(id)).data.card).toMatchObject({ definition: WREN.definition, mine: true })
    const list = await other.call('GET /api/chat.Single/cardList', { query: { q: '小明' } })
    expect(list.data.list.map((each) => each.id)).toContain(id)
  })

  it('shows notes in the reader’s language, and the original to the creator', async () => {
    const definition = { ...WREN.definition, creator_notes_multilingual: { en: 'In English.', de: 'Auf Deutsch.' } }
    const { id } = await made({ creator_notes: 'As written.', definition })
    expect((await read(id)).data.creator_notes).toBe('In English.')
    expect((await read(id)).data).not.toHaveProperty('creator_notes_language')
    const arabic = { query: { id }, headers: { cookie: 'i18n_redirected=ar' } }
    const { data: foreign } = await other.call('GET /api/chat.Single/cardInfo', arabic)
    expect(foreign).toMatchObject({ creator_notes: 'As written.', creator_notes_language: 'en' })
    expect((await own(id)).data.card).toMatchObject({ creator_notes: 'As written.' })
  })

  it('returns what can be sent back unchanged, and ignores counters, creator and dates in the input', async () => {
    const { id } = await made()
    const { data } = await own(id)
    const sent = { ...data.card, like_count: 900, chat_count: 7, creator: { id: 'x', nickname: 'x', avatar: null } }
    const { code, data: saved } = await save(sent as Save)
    expect([code, saved.like_count, saved.chat_count, saved.creator.id]).toEqual([1, 0, 0, maker.user.id])
    expect((await own(id)).data.version).toBe(1)
  })

  it('B5: without an age it is a private draft that nobody can talk with; under 18 is rejected', async () => {
    const { id, state, visibility } = await made({ age: null })
    expect([state, visibility]).toEqual(['draft', 'private'])
    expect((await own(id)).data.blockers).toEqual(['age_missing'])
    expect((await read(id)).code).toBe(1003)
    for (const by of [maker, other])
      expect((await by.call('POST /api/chat/start', { body: { card_id: id } })).code).toBe(1003)
    for (const age of [17, 0, -1, 18.5, 1e9]) {
      const message = age > 100_000 ? 'too_high' : 'under_18'
      const { code, data } = await save({ ...WREN, age })
      expect([age, code, data]).toEqual([age, 1000, { issues: [{ path: 'age', message }] }])
    }
    const contradicted = await made({ definition: { description: '{{char}} is 15 years old.' } })
    expect([contradicted.state, contradicted.visibility]).toEqual(['draft', 'private'])
    const completed = await save({ id, age: 30, visibility: 'public' })
    expect(completed.data).toMatchObject({ state: 'published', visibility: 'public' })
  })

  it.each([
    ['a tagline', { tagline: 'A 15-year-old girl' }],
    ['a description', { definition: { description: 'She is a 15-year-old girl in ninth grade.' } }],
    ['a greeting', { definition: { first_mes: 'I am fifteen.' } }],
    ['a French personality', { definition: { personality: 'Elle a 15 ans et aime le thé.' } }],
    ['a Japanese scenario', { definition: { scenario: '彼女は15歳です。' } }],
    ['a Chinese description', { definition: { description: '她今年15岁。' } }],
    ['an Arabic tagline', { tagline: 'عمرها 15 سنة' }],
    ['a nickname', { definition: { nickname: 'Pip', creator_notes_multilingual: { en: 'Pip is in 9th grade.' } } }],
  ] as [string, Save][])(
    'B5: %s that contradicts the age keeps a public card a private draft',
    async (_part, change) => {
      const { id, state, visibility } = await made(change)
      expect([state, visibility]).toEqual(['draft', 'private'])
      expect((await own(id)).data.blockers).toEqual(['age_contradicted'])
      expect((await read(id)).code).toBe(1003)
      expect((await maker.call('POST /api/chat/start', { body: { card_id: id } })).code).toBe(1003)
    },
  )

  it('B5: an adult’s card may tell of children and of the past; a doubtful one waits for a moderator', async () => {
    const description = 'A mother of a 7-year-old. She was 15 when the war began. Her 15-year-old sister helps out.'
    expect((await made({ tagline: 'A teacher of ninth grade', definition: { description } })).state).toBe('published')
    const doubtful = await made({ definition: { description: 'Her niece Anna lives next door. She is 15.' } })
    expect([doubtful.state, doubtful.visibility]).toEqual(['draft', 'private'])
    expect((await own(doubtful.id)).data.blockers).toEqual(['minor'])
  })

  it('is private by default, for characters and groups, until it is published', async () => {
    const { visibility: _public, ...quiet } = WREN
    const { data: card } = await save({ ...quiet, name: 'Unpublished Wren' })
    expect(card).toMatchObject({ state: 'published', visibility: 'private' })
    const group = { name: 'Unpublished cast', opening: 'Rain.', member_ids: ['ilse', card.id] }
    const { data: cast } = await maker.call('POST /api/chat.Multiple/saveCard', { body: group })
    expect(cast).toMatchObject({ state: 'published', visibility: 'private' })
    expect((await read(card.id)).code).toBe(1003)
    const found = async () => {
      const { data } = await other.call('GET /api/chat.Single/cardList', { query: { q: 'Unpublished Wren' } })
      return data.list.map(({ id }) => id)
    }
    expect(await found()).not.toContain(card.id)

    await save({ id: card.id, visibility: 'public' })
    expect(await found()).toContain(card.id)
    await save({ id: card.id, visibility: 'private' })
    expect(await found()).not.toContain(card.id)
    expect((await read(card.id)).code).toBe(1003)
  })

  it.each([
    ['a blank name', { name: '  ' }, 'name'],
    ['an invisible name', { name: '\u200B\u3164' }, 'name'],
    ['a name of 101 letters', { name: 'x'.repeat(101) }, 'name'],
    ['a long tagline', { tagline: 'x'.repeat(201) }, 'tagline'],
    [
      'a text of more than 64 KiB',
      { definition: { description: 'é'.repeat(LIMITS.cardTextBytes / 2 + 1) } },
      'definition.description',
    ],
    ['too many tags', { tags: Array.from({ length: 21 }, (_, n) => `tag${n}`) }, 'tags'],
    ['a tag that is a story', { tags: ['x'.repeat(41)] }, 'tags'],
    ['someone else’s picture', { avatar: '/media/x/960.webp' }, 'avatar'],
    ['a book that is a list', { definition: { character_book: [] } }, 'definition.character_book'],
    ['adult content where there is none', { rating: 'nsfw' }, 'rating'],
  ] as [string, Save, string][])('rejects %s and stores nothing', async (_name, change, path) => {
    const before = await maker.call('GET /api/user/chatCardList', { query: { type: 'single', limit: 100 } })
    const { code, data } = await save({ ...WREN, ...change })
    if (path === 'rating' && code === 1010) return
    expect(code).toBe(1000)
    expect((data as unknown as { issues: { path: string }[] }).issues[0]?.path).toBe(path)
    const after = await maker.call('GET /api/user/chatCardList', { query: { type: 'single', limit: 100 } })
    expect(after.data.list.length).toBe(before.data.list.length)
  })

  it('rejects a card of more than a MiB', async () => {
    const alternate_greetings = Array.from({ length: 20 }, () => 'x'.repeat(60_000))
    const { code, data } = await save({ ...WREN, definition: { alternate_greetings } })
    expect([code, data]).toEqual([1006, { limit: LIMITS.cardBytes }])
  })

  it('AZ-01: nobody else changes, deletes, reads or restores it', async () => {
    const { id } = await made({ visibility: 'unlisted' })
    expect((await save({ id, name: 'Taken' }, other)).code).toBe(1003)
    for (const call of ['GET /api/editor/card', 'GET /api/editor/versions'] as const)
      expect((await other.call(call, { query: { id } })).code).toBe(1003)
    for (const [call, body] of [
      ['POST /api/editor/deleteCard', { id }],
      ['POST /api/editor/restoreVersion', { id, number: 1 }],
      ['POST /api/editor/duplicateCard', { id }],
    ] as const)
      expect((await other.call(call, { body: body as never })).code).toBe(1003)
    expect((await read(id)).data.name).toBe(WREN.name)
  })

  it('the same save with the same key creates nothing more, with another body it is a conflict', async () => {
    const body = { ...WREN, name: 'Once', idempotency_key: randomUUID() }
    const [first, second] = await Promise.all([save(body), save(body)])
    expect(first.data.id).toBe(second.data.id)
    expect((await save({ ...body, name: 'Twice' })).code).toBe(1004)
    const list = await maker.call('GET /api/user/chatCardList', { query: { type: 'single', limit: 100 } })
    expect(list.data.list.filter(({ name }) => name === 'Once')).toHaveLength(1)
  })

  it('stores versions, compares them and restores one as a new version', async () => {
    const { id } = await made()
    await save({ id, tagline: 'Mends clocks.', definition: { description: 'Wren keeps no time at all.' } })
    await save({ id, visibility: 'private' })
    const query = { id }
    const { data: versions } = await maker.call('GET /api/editor/versions', { query })
    expect(versions.map(({ number, changed }) => [number, changed])).toEqual([
      [2, ['tagline', 'description']],
      [1, expect.arrayContaining(['name', 'age', 'first_mes'])],
    ])
    const { data: compared } = await maker.call('GET /api/editor/version', { query: { id, number: 1 } })
    expect(compared.fields).toEqual([
      { field: 'tagline', before: WREN.tagline, now: 'Mends clocks.' },
      { field: 'description', before: WREN.definition?.description, now: 'Wren keeps no time at all.' },
    ])
    const { data: restored } = await maker.call('POST /api/editor/restoreVersion', { body: { id, number: 1 } })
    expect(restored).toMatchObject({ tagline: WREN.tagline, visibility: 'private', definition: WREN.definition })
    const { data: after } = await maker.call('GET /api/editor/versions', { query })
    expect(after[0]).toMatchObject({ number: 3, restored_from: 1 })
    expect((await maker.call('POST /api/editor/restoreVersion', { body: { id, number: 9 } })).code).toBe(1003)
  })

  it('a private card is its creator’s to talk with; a withdrawn one stays readable, without new replies', async () => {
    const { id } = await made({ name: 'Taken back' })
    const chatId = await other.startChat(id)
    expect((await save({ id, visibility: 'private' })).code).toBe(1)
    expect((await maker.call('POST /api/chat/start', { body: { card_id: id } })).code).toBe(1)
    server.context.chats.contextCache.forget(chatId)
    const query = { chat_id: chatId }
    await expect.poll(async () => (await other.call('GET /api/chat/info', { query })).data.closed).toBe(true)
    expect((await other.call('GET /api/chat/getMessages', { query })).data.list).toHaveLength(1)
    const client = await other.connect()
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Still there?' })
    expect((await client.next('nack')).code).toBe(1003)
  })

  it('a deleted card is gone, and chats with it stay readable under its name', async () => {
    const { id } = await made({ name: 'Gone', tagline: 'canary-gone' })
    const chatId = await other.startChat(id)
    await other.call('POST /api/chat/like', { body: { card_id: id, on: true } })
    expect((await maker.call('POST /api/editor/deleteCard', { body: { id } })).code).toBe(1)
    for (const by of [maker, other]) expect((await read(id, by)).code).toBe(1003)
    expect((await own(id)).code).toBe(1003)
    expect((await save({ id, name: 'Back' })).code).toBe(1003)
    const { data: list } = await other.call('GET /api/chat.Single/cardList', { query: { q: 'Gone' } })
    expect(list.list.map((card) => card.id)).not.toContain(id)
    expect((await other.call('GET /api/user/favourites', { query: {} })).data.list).toEqual([])
    const { data: chats } = await other.call('GET /api/chat/list', { query: { limit: 100 } })
    await expect
      .poll(async () => (await other.call('GET /api/chat/info', { query: { chat_id: chatId } })).data.closed)
      .toBe(true)
    expect(chats.list.find((chat) => chat.id === chatId)).toMatchObject({ title: 'Gone' })
    const rows = await server.context.database.query(`select 1 from card where tagline = 'canary-gone'`)
    expect(rows).toEqual([])
  })

  it('lists the person’s own cards by kind, last changed first, page by page', async () => {
    const person = await server.signIn('lister@example.org')
    const ids: string[] = []
    for (const [name, changes] of [
      ['a', {}],
      ['b', { visibility: 'unlisted' }],
      ['c', { age: null }],
    ] as [string, Save][])
      ids.push((await save({ ...WREN, ...changes, name }, person)).data.id)
    const names = async (query: object) =>
      (await person.call('GET /api/user/chatCardList', { query: { type: 'single', ...query } as never })).data
    expect((await names({})).list.map(({ id }) => id)).toEqual(ids.toReversed())
    expect((await names({ show: 'draft' })).list.map(({ name }) => name)).toEqual(['c'])
    expect((await names({ show: 'unlisted' })).list.map(({ name }) => name)).toEqual(['b'])
    const first = await names({ limit: 2 })
    const second = await names({ limit: 2, cursor: first.next_cursor })
    expect(second.list.map(({ id }) => id)).toEqual([ids[0]])
    expect((await person.call('GET /api/user/chatCardList', { query: { type: 'single', cursor: 'x' } })).code).toBe(
      1000,
    )
  })

  it('groups have two to eight members that everyone can talk with, and can be edited and talked in', async () => {
    const { id: hidden } = await made({ visibility: 'private', name: 'Hidden' })
    const saveGroup = (body: ApiBody<'POST /api/chat.Multiple/saveCard'>) =>
      maker.call('POST /api/chat.Multiple/saveCard', { body })
    const opening = 'Rain.\nIlse: You are late.'
    const group = { name: 'The late shift', opening, language: 'de', visibility: 'public' } as const
    for (const [members, message] of [
      [['ilse'], 'too_few'],
      [['ilse', 'ilse'], 'twice'],
      [['ilse', 'nobody'], 'not_found'],
      [['ilse', hidden], 'private'],
    ] as const) {
      const { code, data } = await saveGroup({ ...group, member_ids: [...members] })
      expect([code, data]).toEqual([1000, { issues: [{ path: 'member_ids', message }] }])
    }
    const { data: cast } = await saveGroup({ ...group, member_ids: ['ilse', 'bram'], turn_policy: 'list' })
    expect(cast).toMatchObject({ type: 'multiple', name: 'The late shift', turn_policy: 'list', mine: true })
    expect(cast).toMatchObject({
      language: 'de',
      opening_turns: [
        { card_id: null, text: 'Rain.' },
        { card_id: 'ilse', text: 'You are late.' },
      ],
    })
    const { data: chat } = await other.call('POST /api/chat/start', { body: { group_id: cast.id } })
    expect(chat).toMatchObject({ title: 'The late shift', closed: false })
    const { data: changed } = await saveGroup({ id: cast.id, member_ids: ['ilse', hidden], visibility: 'private' })
    expect(changed.members.map(({ name }) => name)).toContain('Hidden')
    expect((await save({ id: cast.id, name: 'x' })).code).toBe(1003)
  })

  it('the same change with the same key is applied once, also when it is sent several times at once', async () => {
    const { id } = await made({ name: 'Before' })
    const body = { id, name: 'After', idempotency_key: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 4 }, () => save(body)))
    expect(answers.map(({ code, data }) => [code, data.id])).toEqual(Array(4).fill([1, id]))
    expect((await own(id)).data.version).toBe(2)
  })

  it('B6: screens every text of a card, including its voice settings', async () => {
    const { code } = await save({ ...WREN, voice: { note: ['[[minor-cue]] [[sexual-cue]]'] } })
    expect(code).toBe(1011)
  })

  it.each([
    ['NUL in a name', '{"a\\u0000b":1}'],
    ['ten thousand levels', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ])('XSS-06: %s is rejected where free keys are allowed, and breaks nothing', async (_what, odd) => {
    for (const [path, body] of [
      ['editor/saveDraft', `{"type":"single","content":${odd}}`],
      ['chat.Single/saveCard', `{"name":"x","age":20,"voice":${odd}}`],
      ['chat.Single/saveCard', `{"name":"x","age":20,"definition":{"extensions":${odd}}}`],
      ['editor/testLorebook', `{"text":"x","character_book":{"entries":[],"extensions":${odd}}}`],
    ]) {
      const reply = await fetch(`${server.origin}/api/${path}`, {
        method: 'POST',
        headers: {
          'user-token': maker.token,
          authorization: `Bearer ${maker.secret}`,
          'content-type': 'application/json',
        },
        body: body ?? '',
      })
      expect([path, reply.status]).toEqual([path, 400])
    }
  })

  it('rejects impossible version and revision numbers with a message', async () => {
    const { id } = await made()
    const { data: draft } = await maker.call('POST /api/editor/saveDraft', { body: { type: 'single', content: {} } })
    for (const number of [3_000_000_000, Number.MAX_SAFE_INTEGER]) {
      expect((await maker.call('GET /api/editor/version', { query: { id, number } })).code).toBe(1000)
      expect((await maker.call('POST /api/editor/restoreVersion', { body: { id, number } })).code).toBe(1000)
      const body = { id: draft.id, type: 'single', content: {}, rev: number } as const
      expect((await maker.call('POST /api/editor/saveDraft', { body })).code).toBe(1000)
    }
  })

  it('a list of drafts contains only their name and image', async () => {
    const content = { name: 'x'.repeat(500_000), avatar: 'y'.repeat(400_000) }
    const { data } = await maker.call('POST /api/editor/saveDraft', { body: { type: 'single', content } })
    expect([data.name.length, data.avatar?.length]).toEqual([LIMITS.nameLength, 300])
    await maker.call('POST /api/editor/deleteDraft', { body: { id: data.id } })
  })

  it('D2: the personal data export contains every card with all its versions', async () => {
    const person = await server.signIn()
    const { data: card } = await save({ ...WREN, name: 'First' }, person)
    for (let n = 0; n < 11; n++) await save({ id: card.id, tagline: `canary ${n}` }, person)
    const exported = async (seesAdult: boolean) => {
      const rows: object[] = []
      const request = { person: person.user, canSee: ({ rating }: { rating: string }) => seesAdult || rating === 'sfw' }
      for await (const row of exportCards(server.context.database, request)) rows.push(row)
      return rows
    }
    const rows = await exported(false)
    expect(rows[0]).toMatchObject({ id: card.id, name: 'First', tagline: 'canary 10' })
    expect(rows.slice(1)).toMatchObject(
      Array.from({ length: 12 }, (_, index) => ({ version_of: card.id, number: index + 1 })),
    )
    // N4: adult ones only for people who may see them now.
    await person.call('POST /api/editor/saveDraft', { body: { type: 'single', content: { rating: 'nsfw' } } })
    await server.context.database.query(`update card set rating = 'nsfw' where id = $1`, [card.id])
    expect([(await exported(false)).length, (await exported(true)).length]).toEqual([0, 14])
  })

  it('drafts are stored, versioned by revision, and deleted with the save', async () => {
    const content = { name: 'Half', tagline: 'a thought' }
    const { data: draft } = await maker.call('POST /api/editor/saveDraft', { body: { type: 'single', content } })
    const change = {
      id: draft.id,
      type: 'single',
      content: { ...content, name: 'Half a name' },
      rev: draft.rev,
    } as const
    const { data: later } = await maker.call('POST /api/editor/saveDraft', { body: change })
    expect(later).toMatchObject({ name: 'Half a name', rev: draft.rev + 1 })
    const conflict = await maker.call('POST /api/editor/saveDraft', { body: change })
    expect([conflict.code, conflict.data]).toEqual([1004, { rev: later.rev }])
    const query = { id: draft.id }
    expect((await other.call('GET /api/editor/draft', { query })).code).toBe(1003)
    expect((await maker.call('GET /api/editor/draft', { query })).data.content).toEqual(change.content)
    await made({ draft_id: draft.id })
    expect((await maker.call('GET /api/editor/draft', { query })).code).toBe(1003)
  })

  it('AUTH-01: signed-out visitors cannot create anything', async () => {
    expect((await server.call('POST /api/chat.Single/saveCard', { body: WREN })).code).toBe(1001)
  })
})
