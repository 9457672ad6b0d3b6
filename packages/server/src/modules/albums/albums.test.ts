import { talk } from '@everkin/testing/guest.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { libraryAlbums } from '../../providers/image-model/library-albums.ts'
import { createFakeTextModel } from '../../providers/text-model/fake.ts'
import { detectImageKind } from '../media/file-type.ts'
import { grant } from '../wallet/charge.ts'
import { copiedAlbumTexts, copyAlbum, deleteAlbum, newAlbumTexts, saveAlbum } from './save-album.ts'
import { seedLibraryAlbums } from './seed-library-albums.ts'

const PATH = 'POST /api/chat.Single/unlockImgByThumbnail'

describe.each(testDatabaseKinds)('albums on %s', (kind) => {
  let server: TestServer
  const clock = createTestClock()
  let maker: TestPerson
  let keys = 0
  beforeAll(async () => {
    server = await startTestServer({
      kind,
      clock,
      model: createFakeTextModel({ reply: () => ({ parts: ['Of course.'] }) }),
    })
    maker = await server.signIn()
    await server.context.database.query(
      `insert into card (id, type, state, visibility, creator_id, name, age, gender, language, definition, definition_public,
         rule_version, created_at, updated_at)
       select made.id, type, state, visibility, $1, 'Made', 30, gender, language, definition, false, rule_version, created_at, updated_at
       from card, unnest($2::text[]) as made (id) where card.id = 'ilse'`,
      [maker.user.id, ['made', 'spoken', 'taken']],
    )
  })
  afterAll(() => server.end())

  const rich = async (coins: number) => {
    const person = await server.signIn()
    await server.context.database.transaction((tx) =>
      grant(tx, {
        personId: person.user.id,
        asset: 'coin',
        amount: coins,
        key: `g:${person.user.id}`,
        cause: 'test',
        ref: null,
        now: clock.now(),
      }),
    )
    return person
  }
  const get = (url: string, by: TestPerson | null) =>
    fetch(server.origin + url, { headers: by ? credentialsOf(by) : {} })
  const upload = async (tint: string, by = maker) => {
    const form = new FormData()
    const bytes = await sharp({ create: { width: 300, height: 400, channels: 3, background: tint } })
      .png()
      .toBuffer()
    form.append('purpose', 'locked_image')
    form.append('file', new Blob([new Uint8Array(bytes)]), 'x')
    const reply = await fetch(`${server.origin}/api/common/upload`, {
      method: 'POST',
      headers: credentialsOf(by),
      body: form,
    })
    return ((await reply.json()) as { data: { id: string } }).data.id // the envelope
  }
  // One after the other: more than two at a time are refused.
  const uploadEach = async (tints: readonly string[]) => {
    const ids: string[] = []
    for (const tint of tints) ids.push(await upload(tint))
    return ids
  }
  type Items = Parameters<typeof saveAlbum>[2]['items']
  const saveScreened = (items: Items, screenedTexts: readonly string[], cardId = 'made', personId = maker.user.id) =>
    server.context.database.transaction((tx) =>
      saveAlbum(tx, server.context.media, { cardId, personId, items, screenedTexts, now: clock.now() }),
    )
  const save = async (items: Items, cardId = 'made', personId = maker.user.id) =>
    saveScreened(items, await newAlbumTexts(server.context.database, cardId, items), cardId, personId)
  const unlock = (by: TestPerson, chatId: string, itemId: string, key = `key-${++keys}`) =>
    by.call(PATH, { body: { chat_id: chatId, attachment_id: itemId, idempotency_key: key } })
  const lockedOf = async (by: TestPerson, chatId: string) =>
    (await by.call('GET /api/chat/getLockImage', { query: { chat_id: chatId } })).data
  const coinsOf = async (by: TestPerson) => (await by.call('GET /api/user/info')).data.wallet.coin_num

  it('names a keepsake before it is paid for, and quotes its reader until they delete what they said', async () => {
    const person = await rich(20)
    const other = await rich(0)
    const chatId = await person.startChat('ilse')
    const client = await person.connect()
    await talk(client, chatId, '*waves* The lamp is out again.')
    const page = (await lockedOf(person, chatId)).find(({ keepsake }) => keepsake === 'log')
    expect(page).toMatchObject({ locked: true, caption: 'A page of the ferry log', url: null })
    expect(page).not.toHaveProperty('quote')
    const { data } = await unlock(person, chatId, page?.id ?? '')
    expect(data.attachment).toMatchObject({ locked: false, keepsake: 'log', quote: 'waves The lamp is out again.' })
    const seen = async (by: TestPerson) => {
      const query = { chat_id: await by.startChat('ilse') }
      const { list } = (await by.call('GET /api/chat/images', { query })).data
      return list.find(({ id }) => id === page?.id)?.quote
    }
    expect(await seen(person)).toBe('waves The lamp is out again.')
    expect(await seen(other)).toBeUndefined()
    const own = (await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })).data.list
    const said = own.find(({ role }) => role === 'user')?.id ?? ''
    client.send({ type: 'message.delete', chat_id: chatId, message_id: said })
    await client.next('message.deleted')
    expect(await seen(person)).toBeUndefined()
  })

  it('keeps a picture for who unlocked it when the library retires it', async () => {
    const [person, other] = [await rich(20), await rich(0)]
    const chatId = await person.startChat('kenji')
    const { database } = server.context
    const items = (names: readonly string[]) => ({
      read: () =>
        new Map([
          [
            'kenji',
            names.map((id) => ({ id, kind: 'image' as const, locked: true, captions: { en: id }, keepsake: null })),
          ],
        ]),
      picture: libraryAlbums.picture,
      clip: async () => null,
    })
    await seedLibraryAlbums(database, clock, items(['tea', 'rain']))
    const tea = (await lockedOf(person, chatId)).find(({ caption }) => caption === 'tea')
    expect((await unlock(person, chatId, tea?.id ?? '')).code).toBe(1)
    await seedLibraryAlbums(database, clock, items(['rain']))
    const captions = async (by: TestPerson, chat: string) =>
      (await lockedOf(by, chat)).map(({ caption, locked }) => [caption, locked])
    expect(await captions(person, chatId)).toEqual([
      ['rain', true],
      ['tea', false],
    ])
    expect(await captions(other, await other.startChat('kenji'))).toEqual([['rain', true]])
    await seedLibraryAlbums(database, clock, libraryAlbums)
  })

  it('lists the library’s albums, open and locked, and renders items on first access', async () => {
    const person = await rich(0)
    const chatId = await person.startChat('ilse')
    const { data } = await person.call('GET /api/chat/images', { query: { chat_id: chatId } })
    const open = data.list.find((item) => !item.locked)
    const closed = data.list.find((item) => item.locked && item.kind === 'image')
    expect(closed).toMatchObject({ url: null, price: 10, generated: true, caption: expect.stringMatching(/./) })
    for (const [url, by] of [
      [open?.url, null],
      [closed?.thumbnail, null],
    ] as const) {
      const reply = await get(url ?? '', by)
      expect(detectImageKind(new Uint8Array(await reply.arrayBuffer()))).toBe('WebP')
    }
    expect(
      (await person.call('GET /api/chat/getLockVideo', { query: { chat_id: chatId } })).data.every(
        (item) => item.kind === 'video',
      ),
    ).toBe(true)
    await seedLibraryAlbums(server.context.database, clock, {
      read: () => new Map(),
      picture: async () => new Uint8Array(),
      clip: async () => null,
    })
    expect(await lockedOf(person, chatId)).toEqual([])
  })

  it('WAL-02: a hundred unlocks at once are one charge and one hundred successful answers', async () => {
    await save([{ upload_id: await upload('#311'), locked: true, price: 7 }])
    const person = await rich(7)
    const chatId = await person.startChat('made')
    const [item] = await lockedOf(person, chatId)
    const many = Array.from({ length: 100 }, (_, n) =>
      unlock(person, chatId, item?.id ?? '', n % 2 ? 'same' : `own-${n}`),
    )
    const answers = await Promise.all(many)
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 1))
    expect(new Set(answers.map(({ data }) => data.attachment.id))).toEqual(new Set([item?.id]))
    expect(answers.every(({ data }) => data.wallet.coin_num === 0 && !data.attachment.locked)).toBe(true)
    const [booked] = await server.context.database.query<{ count: number }>(
      `select count(*)::int from ledger_transfer where ref = $1`,
      [item?.id ?? ''],
    )
    expect(booked?.count).toBe(1)
    expect(await coinsOf(person)).toBe(0)
  })

  it('WAL-03: with coins for two of five items, two are unlocked and three refused with wallet and price', async () => {
    const items = await uploadEach(['#411', '#421', '#431', '#441', '#451'])
    await save(items.map((upload_id) => ({ upload_id, locked: true, price: 5 })))
    const person = await rich(12)
    const chatId = await person.startChat('made')
    const answers = await Promise.all((await lockedOf(person, chatId)).map((item) => unlock(person, chatId, item.id)))
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(2)
    const refused = answers.filter(({ code }) => code === 2002)
    expect(refused).toHaveLength(3)
    expect(refused[0]?.data).toMatchObject({ price: 5, wallet: { coin_num: 2 } })
    expect(await coinsOf(person)).toBe(2)
  })

  it('uses the server’s price, charges once per key, and accepts the thumbnail in place of the id', async () => {
    await save([
      { upload_id: await upload('#511'), locked: true, price: 3 },
      { upload_id: await upload('#521'), locked: true },
    ])
    const person = await rich(50)
    const chatId = await person.startChat('made')
    const [first, second] = await lockedOf(person, chatId)
    const body = { chat_id: chatId, thumbnail: first?.thumbnail ?? '', idempotency_key: 'k', price: 0 }
    const done = await person.call(PATH, { body })
    expect(done.data).toMatchObject({ attachment: { id: first?.id, locked: false }, wallet: { coin_num: 47 } })
    expect((await person.call(PATH, { body })).data.wallet.coin_num).toBe(47)
    expect((await unlock(person, chatId, second?.id ?? '', 'k')).code).toBe(1004)
    expect((await unlock(person, chatId, second?.id ?? '')).data.wallet.coin_num).toBe(37)
    const stored = await get(done.data.attachment.url ?? '', person)
    expect(stored.headers.get('content-type')).toBe('image/webp')
    for (const odd of [{}, { attachment_id: 'nothing' }, { thumbnail: '/media/x/240.webp' }, { thumbnail: '' }])
      expect([1000, 1003]).toContain(
        (await person.call(PATH, { body: { chat_id: chatId, idempotency_key: 'o', ...odd } })).code,
      )
  })

  it('charges no more than the price shown, and returns the current price', async () => {
    const kept = { upload_id: await upload('#531'), locked: true }
    await save([{ ...kept, price: 3 }])
    const person = await rich(50)
    const chatId = await person.startChat('made')
    const [item] = await lockedOf(person, chatId)
    await save([{ id: item?.id ?? '', locked: true, price: 40 }])
    const body = { chat_id: chatId, attachment_id: item?.id ?? '', idempotency_key: 'seen' }
    const dearer = await person.call(PATH, { body: { ...body, shown_price: 3 } })
    expect(dearer).toMatchObject({ code: 1004, data: { price: 40 } })
    expect(await coinsOf(person)).toBe(50)
    expect((await lockedOf(person, chatId))[0]).toMatchObject({ locked: true, price: 40 })
    await save([{ id: item?.id ?? '', locked: true, price: 2 }])
    const cheaper = await person.call(PATH, { body: { ...body, shown_price: 40 } })
    expect(cheaper.data.wallet.coin_num).toBe(48)
    for (const odd of [-1, 1.5, 2 ** 40])
      expect((await person.call(PATH, { body: { ...body, shown_price: odd } })).code).toBe(1000)
  })

  it('AZ-04: a signed URL works for its person alone; other chats and people get nothing', async () => {
    await save([{ upload_id: await upload('#611'), locked: true, price: 1 }])
    const [person, other] = [await rich(5), await rich(5)]
    const chatId = await person.startChat('made')
    const [item] = await lockedOf(person, chatId)
    const { url } = (await unlock(person, chatId, item?.id ?? '')).data.attachment
    expect((await get(url ?? '', person)).status).toBe(200)
    for (const by of [null, other]) expect((await get(url ?? '', by)).status).toBe(404)
    expect((await unlock(other, chatId, item?.id ?? '')).code).toBe(1003)
    expect((await other.call('GET /api/chat/images', { query: { chat_id: chatId } })).code).toBe(1003)
    const elsewhere = await other.startChat('wren')
    expect((await unlock(other, elsewhere, item?.id ?? '')).code).toBe(1003)
    const page = await other.call('GET /api/chat/cardAlbum', { query: { card_id: 'made' } })
    expect(page.data.list).toMatchObject([{ locked: true, url: null, price: 1 }])
    clock.advance(21 * 60_000)
    expect((await get(url ?? '', person)).status).toBe(404)
    expect((await get((await lockedOf(person, chatId))[0]?.url ?? '', person)).status).toBe(200)
  })

  it('keeps unlocked items when the creator removes them, and shows creators their own', async () => {
    const ids = [await upload('#711'), await upload('#721')]
    await save(ids.map((upload_id) => ({ upload_id, locked: true, price: 2, caption: 'A day', keys: ['lantern'] })))
    const person = await rich(5)
    const chatId = await person.startChat('made')
    const [first] = await lockedOf(person, chatId)
    await unlock(person, chatId, first?.id ?? '')
    const own = await maker.call('GET /api/editor/album', { query: { card_id: 'made' } })
    expect(own.data).toMatchObject([
      { locked: true, unlocked_count: 1, keys: ['lantern'], caption: 'A day', url: expect.stringMatching(/signed/) },
      { unlocked_count: 0 },
    ])
    expect((await person.call('GET /api/editor/album', { query: { card_id: 'made' } })).code).toBe(1003)
    const open = await maker.call('GET /api/chat/images', { query: { chat_id: await maker.startChat('made') } })
    expect(open.data.list.every((item) => !item.locked)).toBe(true)
    const copied = { fromCardId: 'made', toCardId: 'copy', personId: maker.user.id, now: clock.now() }
    const copyWith = (screenedTexts: string[]) =>
      server.context.database.transaction((tx) => copyAlbum(tx, { ...copied, screenedTexts }))
    const screenedTexts = await copiedAlbumTexts(server.context.database, 'made', maker.user.id)
    expect(screenedTexts).toEqual(['A day', 'lantern', 'A day', 'lantern'])
    await expect(copyWith(['A night', 'lantern', 'A day', 'lantern'])).rejects.toMatchObject({ errorName: 'Conflict' })
    await copyWith(screenedTexts)
    await server.context.database.transaction((tx) => deleteAlbum(tx, 'made', clock.now()))
    const kept = await lockedOf(person, chatId)
    expect(kept).toMatchObject([{ id: first?.id, locked: false }])
    expect((await get(kept[0]?.url ?? '', person)).status).toBe(200)
  })

  it('AZ-04: of a withdrawn character others keep what they unlocked, and nothing more', async () => {
    const items = [{ locked: true, price: 2 }, { locked: true, price: 2 }, { locked: false }]
    const uploads = await uploadEach(['#741', '#742', '#743'])
    await save(
      items.map((item, index) => ({ ...item, upload_id: uploads[index] })),
      'taken',
    )
    const person = await rich(5)
    const [chatId, own] = [await person.startChat('taken'), await maker.startChat('taken')]
    const [first, second] = await lockedOf(person, chatId)
    await unlock(person, chatId, second?.id ?? '')
    const seenBy = async (by: TestPerson, chat: string) =>
      (await by.call('GET /api/chat/images', { query: { chat_id: chat } })).data.list.map(({ id }) => id)
    await server.context.database.query(`update card set visibility = 'private' where id = 'taken'`)
    // Chats keep a card for five seconds.
    const now = performance.now.bind(performance)
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 5_000)
    onTestFinished(() => later.mockRestore())
    expect(await seenBy(person, chatId)).toEqual([second?.id])
    expect((await unlock(person, chatId, first?.id ?? '')).code).toBe(1003)
    expect(await coinsOf(person)).toBe(3)
    expect(await seenBy(maker, own)).toHaveLength(3)
  })

  it('reports album errors field by field, and stores nothing', async () => {
    const mine = await upload('#811')
    await save([{ upload_id: mine, locked: true, price: 4 }])
    const [item] = (await maker.call('GET /api/editor/album', { query: { card_id: 'made' } })).data
    const other = await server.signIn()
    const theirs = await upload('#821', other)
    const bad = [
      [{ locked: true }],
      [{ upload_id: theirs, locked: true }],
      [{ upload_id: 'nothing', locked: true }],
      [{ id: 'nothing', locked: true }],
      [
        { id: item?.id, locked: true },
        { id: item?.id, locked: true },
      ],
    ]
    for (const items of bad) await expect(save(items as never)).rejects.toMatchObject({ errorName: 'InvalidInput' })
    await save([{ id: item?.id, locked: false }])
    const after = (await maker.call('GET /api/editor/album', { query: { card_id: 'made' } })).data
    expect(after).toMatchObject([{ id: item?.id, locked: false, price: 4 }])
  })

  it('B6: stores only texts that were screened, those that stay as well', async () => {
    const captioned = { upload_id: await upload('#831'), locked: false, caption: 'At noon', keys: ['clock'] }
    await save([captioned])
    const [item] = (await maker.call('GET /api/editor/album', { query: { card_id: 'made' } })).data
    const kept = [{ id: item?.id, locked: false }]
    const screened = await newAlbumTexts(server.context.database, 'made', kept)
    expect(screened).toEqual(['At noon', 'clock'])
    await save([{ id: item?.id, locked: false, caption: 'At midnight' }]) // another device, meanwhile
    await expect(saveScreened(kept, screened)).rejects.toMatchObject({ errorName: 'Conflict' })
    await expect(saveScreened([{ ...kept[0], locked: false, caption: 'Unseen' }], [])).rejects.toMatchObject({
      errorName: 'Conflict',
    })
    const after = (await maker.call('GET /api/editor/album', { query: { card_id: 'made' } })).data
    expect(after).toMatchObject([{ caption: 'At midnight', keys: ['clock'] }])
  })

  it('refunds what can no longer be delivered, and does not charge for what never could', async () => {
    await save([
      { upload_id: await upload('#911'), locked: true, price: 6 },
      { upload_id: await upload('#921'), locked: true, price: 6 },
    ])
    const person = await rich(6)
    const chatId = await person.startChat('made')
    const [paid, never] = await lockedOf(person, chatId)
    await unlock(person, chatId, paid?.id ?? '')
    const rows = await server.context.database.query<{ file_id: string }>(
      'select file_id from album_item where id = any($1)',
      [[paid?.id ?? '', never?.id ?? '']],
    )
    await server.context.media.files.remove(rows.map((row) => row.file_id))
    expect(await unlock(person, chatId, paid?.id ?? '')).toMatchObject({
      code: 9002,
      msg: expect.stringMatching(/can’t be unlocked/),
    })
    expect(await coinsOf(person)).toBe(6)
    for (const item of [paid, never]) expect((await unlock(person, chatId, item?.id ?? '')).code).toBe(9002)
    expect(await coinsOf(person)).toBe(6)
  })

  it('C3: no price and no unlock for a day after a crisis; A5: people under 18 see no album', async () => {
    await save([{ upload_id: await upload('#a11'), locked: true, price: 2 }])
    const person = await rich(9)
    const chatId = await person.startChat('made')
    const set = (column: string, value: string | Date) =>
      server.context.database.query(`update person set ${column} = $2 where id = $1`, [person.user.id, value])
    await set('last_crisis_at', clock.now())
    const [item] = await lockedOf(person, chatId)
    expect(item).toMatchObject({ locked: true, price: 0 })
    expect((await unlock(person, chatId, item?.id ?? '')).code).toBe(1002)
    clock.advance(24 * 3_600_000 + 1)
    expect(await lockedOf(person, chatId)).toMatchObject([{ price: 2 }])
    await set('age_state', 'minor_declared')
    expect((await unlock(person, chatId, item?.id ?? '')).code).toBe(1010)
    expect((await person.call('GET /api/chat/images', { query: { chat_id: chatId } })).code).toBe(1010)
    expect((await person.call('GET /api/chat/cardAlbum', { query: { card_id: 'made' } })).data.list).toEqual([])
    expect(await coinsOf({ ...person })).toBe(9)
  })

  it('attaches an item to a reply when one of its keys is said, once per chat', async () => {
    await save([{ upload_id: await upload('#b11'), locked: true, price: 2, keys: ['lantern', '灯笼'] }], 'spoken')
    const person = await rich(9)
    const chatId = await person.startChat('spoken')
    const client = await person.connect()
    const say = async (text: string) => {
      const from = client.frames.length
      client.send({ type: 'message.send', chat_id: chatId, client_id: crypto.randomUUID(), text })
      return (await client.next('message.completed', () => true, from)).message
    }
    expect((await say('Good evening')).attachments).toEqual([])
    const told = await say('Show me your lantern!')
    expect(told.attachments).toMatchObject([{ locked: true, price: 2, url: null }])
    expect((await say('那个灯笼呢')).attachments).toEqual([])
    const [item] = told.attachments
    await unlock(person, chatId, item?.id ?? '')
    const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })
    expect(data.list.find(({ id }) => id === told.id)?.attachments).toMatchObject([{ id: item?.id, locked: false }])
    client.close()
  })
})
