import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readCardFile } from '@everkin/card-formats'
import { LIMITS } from '@everkin/contract/limits.ts'
import type { CardDefinition } from '@everkin/contract/types.ts'
import { asCaller, identityOf } from '@everkin/testing/builders.ts'
import { fullCard, pngOf, textChunk } from '@everkin/testing/card-files/card-file-builders.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { AppError } from '../../platform/app-error.ts'
import { exportInfo } from './export-card.ts'
import { importCard } from './import-card.ts'
import { attachImport, eraseImports, purgeImports } from './import-lifecycle.ts'

let server: TestServer
let person: TestPerson
const clock = createTestClock()
beforeAll(async () => {
  server = await startTestServer({ clock })
  person = await server.signIn()
})
afterAll(() => server.end())

interface Imported {
  card: {
    name: string
    avatar: string | null
    import_id: string
    age: number | null
    language: string
    definition: CardDefinition
    rating: string
  }
  used: { code: string; message: string }[]
  look: { code: string; message: string }[]
  file: { kind: string; format: string; bytes: number; pictures: number }
  duplicates: { id: string; name: string }[]
  issues?: { path: string; message: string }[]
  call?: string
  category?: string
  entries?: number
}

async function bring(bytes: Uint8Array | string, by = person, call = 'importCard', locale = 'en') {
  const form = new FormData()
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), 'any.name')
  const reply = await fetch(`${server.origin}/api/chat.Single/${call}`, {
    method: 'POST',
    headers: { ...credentialsOf(by), 'accept-language': locale },
    body: form,
  })
  return { status: reply.status, ...((await reply.json()) as { code: number; data: Imported }) } // the envelope
}

async function take(query: Record<string, string>, by = person, call = 'exportCard') {
  const url = new URL(`/api/chat.Single/${call}`, server.origin)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const reply = await fetch(url, { headers: credentialsOf(by) })
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
}

/** Saves the imported card as the card editor does: a card of the person's, linked to the file. */
async function save(imported: Imported, changes: Record<string, unknown> = {}, by = person): Promise<string> {
  const { card } = imported
  const id = `card-${card.import_id}`
  const row = { visibility: 'private', definition_public: false, name: card.name, avatar: card.avatar, ...changes }
  await server.context.database.transaction(async (tx) => {
    await tx.query(
      `insert into card (id, type, state, visibility, creator_id, name, avatar, age, creator_notes, definition,
         definition_public, tags, created_at, updated_at)
       values ($1, 'single', 'published', $2, $3, $4, $5, 30, $6, $7::jsonb, $8, $9, $10, $10)`,
      [
        id,
        row.visibility,
        by.user.id,
        row.name,
        row.avatar,
        'Best read at dusk.',
        JSON.stringify(card.definition),
        row.definition_public,
        ['Fantasy', 'Slow burn'],
        clock.now(),
      ],
    )
    await attachImport(tx, { personId: by.user.id, importId: card.import_id, cardId: id, now: clock.now() })
  })
  return id
}

const folder = () => join(server.context.settings.dataDir, 'card-files')
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const json = (card: unknown) => JSON.stringify(card)

describe('importing a character', () => {
  it('returns the input of saveCard, keeps the file byte for byte and stores its image', async () => {
    const bytes = pngOf([textChunk('ccv3', fullCard())])
    const { code, data } = await bring(bytes)
    expect(code).toBe(1)
    expect(data.card).toMatchObject({
      type: 'single',
      name: 'Sunniva',
      age: null,
      visibility: 'private',
      rating: 'sfw',
      language: 'en',
      definition: { nickname: 'Sunny', group_only_greetings: ['Oh. There are several of you.'] },
    })
    expect(data.file).toEqual({ kind: 'PNG', format: 'v3', bytes: bytes.length, pictures: 1 })
    expect((await fetch(server.origin + data.card.avatar)).status).toBe(200)
    expect(await server.context.cardFiles.files.read(hashOf(bytes))).toEqual(bytes)
    expect(data.used.find(({ code }) => code === 'lorebook')?.message).toBe('Lorebook entries: 2')
  })

  it('takes the stated language if it is one of ours, else that of its texts', async () => {
    const languageOf = async (language: string) => {
      const { spec, data } = fullCard()
      const stated = { ...data, extensions: { everkin: { language } } }
      return (await bring(json({ spec, data: stated }), person, 'importCard', 'de')).data.card.language
    }
    expect(await languageOf('fr')).toBe('fr')
    expect(await languageOf('it')).toBe('en')
    expect(await languageOf('no language')).toBe('en')
  })

  it('gives its report in the reader’s language', async () => {
    const { data } = await bring(json(fullCard()), person, 'importCard', 'de')
    expect(data.used.find(({ code }) => code === 'texts')?.message).toBe(
      'Name, Beschreibung, Charakterzüge und Szenario',
    )
  })

  it('names the placeholders that nothing is inserted for', async () => {
    const card = fullCard()
    card.data.description = '{{char}} on {{isMobile}} at {{time}} {{random::a::{{bias x}}}}'
    const { data } = await bring(json(card), person)
    expect(data.look.find(({ code }) => code === 'macros')?.message).toContain('{{isMobile}}, {{bias}}')
    const plain = await bring(json(fullCard()), person)
    expect(plain.data.look.some(({ code }) => code === 'macros')).toBe(false)
  })

  it('reports by how much its texts are too large for the model', async () => {
    const withText = (words: number) => {
      const card = fullCard()
      return json({ ...card, data: { ...card.data, personality: 'The tide turns at noon. '.repeat(words) } })
    }
    const lineOf = async (words: number, locale?: string) =>
      (await bring(withText(words), person, 'importCard', locale)).data.look.find(({ code }) => code === 'model_room')
    expect(await lineOf(600)).toBeUndefined()
    const message = (await lineOf(2_000))?.message ?? ''
    expect(message).toMatch(/^Too large for this site’s model: the card needs 1\d,\d{3} tokens but only [67],\d{3} fit/)
    expect((await lineOf(2_000, 'de'))?.message).toContain('Zu groß für das Modell dieser Website')
  })

  it.each([
    ['no kind of ours', 'GIF89a', 415, 1007, undefined],
    ['a picture without a card', pngOf([]), 400, 1000, 'no_card'],
    ['a lorebook', json({ spec: 'lorebook_v3', data: { entries: [] } }), 400, 1000, 'lorebook'],
    ['nothing but nesting', `{"name":"x","a":${'['.repeat(9_000)}`, 400, 1000, 'too_large'],
  ] as const)('rejects %s with a message', async (_name, bytes, status, code, message) => {
    const reply = await bring(bytes)
    expect([reply.status, reply.code, reply.data.issues?.[0]?.message]).toEqual([status, code, message])
    if (message === 'lorebook') expect(reply.data.call).toBe('/api/chat.Single/importLorebook')
  })

  it('B6: blocked text stores nothing, wherever in the file it is', async () => {
    for (const place of ['description', 'x_unknown', 'first_mes']) {
      const card = { name: 'Mara', first_mes: 'Hello.', [place]: `[[minor-cue]] and [[sexual-cue]] ${place}` }
      const { status, code, data } = await bring(json(card))
      expect([status, code, data.category]).toEqual([422, 1011, 'minor_safety'])
      expect(await server.context.cardFiles.files.read(hashOf(Buffer.from(json(card))))).toBeNull()
    }
    const split = { name: 'Mara', first_mes: '[[minor-cue]]', mes_example: '[[sexual-cue]]' }
    expect((await bring(json(split))).code).toBe(1011)
  })

  it('A5: accepts nothing from a person under 18', async () => {
    const young = await server.signIn()
    await young.call('POST /api/user/profile', {
      body: { nickname: 'Robin', gender: null, age_scope: 1, avatar: null },
    })
    expect((await bring(json(fullCard()), young)).code).toBe(1010)
  })

  it('A3: accepts nothing while the age is not known', async () => {
    const unknown = await server.signIn()
    await server.context.database.query(`update person set age_state = 'unknown' where id = $1`, [unknown.user.id])
    for (const call of ['importCard', 'importLorebook']) {
      const { code, data } = await bring(json(fullCard()), unknown, call)
      expect([code, data]).toEqual([1010, { reason: 'age_unknown' }])
    }
  })

  it('UPL-08: nobody exceeds the quota, each file counted once', async () => {
    const owner = await server.signIn()
    const { settings } = server.context
    const { mode } = settings
    onTestFinished(() => void Object.assign(settings, { mode }))
    Object.assign(settings, { mode: 'production' })
    const has = (bytes: number, hash: string) =>
      server.context.database.query(
        `insert into card_import (id, person_id, file_hash, content_hash, kind, format, pictures, bytes, created_at)
         values ($1, $2, $3, 'c', 'PNG', 'v2', 0, $4, now())`,
        [`held-${owner.user.id}-${hash}-${bytes % 7}`, owner.user.id, hash.repeat(64), bytes],
      )
    const file = json({ name: 'Full', first_mes: 'x' })
    await has(200 * 1024 * 1024, 'b')
    expect((await bring(file, owner)).data).toEqual({ limit: 200 * 1024 * 1024 })
    await server.context.database.query(`update person set created_at = created_at - interval '7 days' where id = $1`, [
      owner.user.id,
    ])
    await has(LIMITS.cardFilesBytes - 200 * 1024 * 1024 - 7, 'a')
    expect((await bring(file, owner)).code).toBe(1)
    const { code, data } = await bring(file, owner)
    expect([code, data]).toEqual([1006, { limit: LIMITS.cardFilesBytes }])
  })

  it('names the person’s cards that come from the same card, in whatever file', async () => {
    const owner = await server.signIn()
    const first = await bring(json({ name: 'Twin', first_mes: 'Two.' }), owner)
    expect(first.data.duplicates).toEqual([])
    const id = await save(first.data, {}, owner)
    const again = await bring(pngOf([textChunk('chara', { first_mes: 'Two.', name: 'Twin' })]), owner)
    expect(again.data.duplicates).toEqual([{ id, name: 'Twin' }])
    expect((await bring(json({ name: 'Twin', first_mes: 'Two.' }))).data.duplicates).toEqual([])
  })

  it('imports a lorebook on its own, and exports it again', async () => {
    const file = { entries: { 0: { uid: 0, key: ['sea'], content: 'Salt.', order: 5, sticky: 2 } } }
    const { data } = await bring(json(file), person, 'importLorebook')
    expect(data).toMatchObject({ entries: 1, character_book: { entries: [{ keys: ['sea'], content: 'Salt.' }] } })
    const id = await save((await bring(json(fullCard()))).data)
    const out = await take({ id }, person, 'exportLorebook')
    expect(out.headers.get('content-disposition')).toBe('attachment; filename="sunniva-lorebook.json"')
    expect(JSON.parse(out.bytes.toString())).toMatchObject({
      spec: 'lorebook_v3',
      data: { name: 'Shelves', oddBook: [] },
    })
    const tavern = await take({ id, format: 'sillytavern' }, person, 'exportLorebook')
    expect(JSON.parse(tavern.bytes.toString())).toMatchObject({
      entries: { 0: { key: ['sea', '海'] } },
    })
    expect((await bring(json({ name: 'x', first_mes: 'y' }), person, 'importLorebook')).data.issues?.[0]?.message).toBe(
      'no_lorebook',
    )
  })
})

describe('exporting a character', () => {
  it('returns the original file, and the current card with the file’s own pixels and unknown keys', async () => {
    const bytes = pngOf([textChunk('ccv3', fullCard())])
    const id = await save((await bring(bytes)).data, { name: 'Sunniva the Second' })
    expect((await take({ id, state: 'original' })).bytes).toEqual(bytes)
    const { bytes: out, headers } = await take({ id, format: 'png' })
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      'image/png',
      'attachment; filename="sunniva-the-second.png"',
    ])
    const pixels = (png: Buffer) => png.subarray(png.indexOf('IDAT'), png.indexOf('IDAT') + 20)
    expect(pixels(out)).toEqual(pixels(bytes))
    expect(readCardFile(out, LIMITS).fields).toMatchObject({
      name: 'Sunniva the Second',
      tags: ['Fantasy', 'Slow burn'],
    })
    for (const [format, version] of [
      ['json', '2'],
      ['json', '3'],
      ['png', '2'],
      ['charx', '3'],
    ] as const) {
      const reply = await take({ id, format, version })
      expect(reply.status).toBe(200)
      expect(readCardFile(reply.bytes, LIMITS).fields).toMatchObject({ description: fullCard().data.description })
    }
    const raw = JSON.parse((await take({ id, format: 'json' })).bytes.toString()) as ReturnType<typeof fullCard>
    expect([raw.oddRoot, raw.data.oddData, raw.data.first_mes]).toEqual([
      fullCard().oddRoot,
      'kept',
      fullCard().data.first_mes,
    ])
    expect((await take({ id, format: 'charx', version: '2' })).status).toBe(400)
    const info = await person.call('GET /api/chat.Single/exportInfo', { query: { id } })
    expect(info.data.original).toEqual({ kind: 'PNG', format: 'v3', bytes: bytes.length, pictures: 1 })
    expect(info.data.version_2_loses.map(({ code }) => code)).toContain('nickname')
  })

  it('a copy of one’s own card shares the file, also once the card is deleted; that of another person does not', async () => {
    const { data } = await bring(json({ ...fullCard(), made_with: 'another app' }))
    const id = await save(data, { definition_public: true, visibility: 'public' })
    const copyBy = async (by: TestPerson) => {
      const { data: made } = await by.call('POST /api/editor/duplicateCard', { body: { id } })
      const query = { id: made.id, format: 'json', version: '3' }
      return (state: 'current' | 'original') => take({ ...query, state }, by)
    }
    const takeOwn = await copyBy(person)
    const takeTheirs = await copyBy(await server.signIn())
    expect((await takeTheirs('original')).status).toBe(404)
    expect(JSON.parse(String((await takeTheirs('current')).bytes))).not.toHaveProperty('made_with')

    await person.call('POST /api/editor/deleteCard', { body: { id } })
    await purgeImports(server.context.cardFiles)
    expect((await takeOwn('original')).status).toBe(200)
    expect(JSON.parse(String((await takeOwn('current')).bytes))).toMatchObject({
      made_with: 'another app',
      data: { name: `${data.card.name} (2)` },
    })
  })

  it('a card without an image gets a plain one, and a changed image replaces the file’s', async () => {
    const plain = await save((await bring(json({ name: 'さくら', first_mes: 'x' }))).data)
    const { headers, bytes } = await take({ id: plain })
    expect(headers.get('content-disposition')).toMatch(/filename="character-\w{6}\.png"/)
    expect(readCardFile(bytes, LIMITS).fields.name).toBe('さくら')
    const other = await bring(pngOf([textChunk('chara', { name: 'Other', first_mes: 'x' })]))
    const changed = await save((await bring(pngOf([textChunk('chara', { name: 'C', first_mes: 'x' })]))).data, {
      avatar: other.data.card.avatar,
    })
    expect((await take({ id: changed })).bytes.readUInt32BE(16)).toBeGreaterThan(2)
  })

  it('a private card is exported for its creator alone; of an open one others never get the original', async () => {
    const stranger = await server.signIn()
    const hidden = await save((await bring(json(fullCard()))).data)
    expect((await take({ id: hidden, format: 'json' }, stranger)).status).toBe(404)
    const closed = await save((await bring(json(fullCard()))).data, { visibility: 'public' })
    expect((await take({ id: closed, format: 'json' }, stranger)).status).toBe(404)
    const open = await save((await bring(json(fullCard()))).data, { visibility: 'public', definition_public: true })
    const out = await take({ id: open, format: 'json' }, stranger)
    expect(JSON.parse(out.bytes.toString())).toMatchObject({ data: { description: fullCard().data.description } })
    expect(out.bytes.toString()).not.toContain('oddRoot')
    expect((await take({ id: open, state: 'original' }, stranger)).status).toBe(404)
    expect((await take({ id: 'no-such-card' })).status).toBe(404)
  })
})

describe('many requests at once', () => {
  it('of one person are refused beyond a few, and another person’s is answered', async () => {
    const { worker } = server.context.cardFiles
    const read = (by: string) => worker.request(by, 'readCard', { bytes: Buffer.from(json(fullCard())) })
    const many = await Promise.allSettled([...Array.from({ length: 6 }, () => read('busy')), read('other')])
    expect(many.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'],
      'fulfilled',
    ])
    expect(many[4]).toMatchObject({ reason: { errorName: 'TooManyRequests' } })
  })

  it('about the exports of a card are limited', async () => {
    const keys: string[] = []
    const limiter = { consume: async (key: string) => void keys.push(key), close: () => undefined }
    const owner = await server.signIn()
    const id = await save((await bring(json({ name: 'Asked', first_mes: 'x' }), owner)).data, {}, owner)
    await exportInfo({ ...server.context.cardFiles, limiter }, asCaller({ identity: identityOf(owner.user) }), id)
    expect(keys).toEqual([`exportInfo:${owner.user.id}`])
  })
})

describe('pending files', () => {
  const adopt = (importId: string, cardId: string, personId = person.user.id) =>
    server.context.database.transaction((tx) => attachImport(tx, { personId, importId, cardId, now: clock.now() }))
  const refused = async (work: Promise<void>) =>
    expect(await work.catch((error: unknown) => (error instanceof AppError ? error.errorName : error))).toBe(
      'InvalidInput',
    )

  it('can be linked to one card of their owner, within a day', async () => {
    const { data } = await bring(json({ name: 'Once', first_mes: 'x' }))
    await refused(adopt(data.card.import_id, 'c', (await server.signIn()).user.id))
    await refused(adopt('no-such-import', 'c'))
    const id = await save(data)
    await adopt(data.card.import_id, id)
    await refused(adopt(data.card.import_id, 'another'))
    const late = await bring(json({ name: 'Late', first_mes: 'x' }))
    clock.advance(LIMITS.importLifeMs + 1)
    await refused(adopt(late.data.card.import_id, 'c'))
  })

  it('UPL-09: stay when the same file is imported while a purge or an erasure removes it', async () => {
    const [gone, stays] = [await server.signIn(), await server.signIn()]
    const file = json({ name: 'Twice', first_mes: 'Both.' })
    const hash = hashOf(Buffer.from(file))
    const { files } = server.context.cardFiles
    for (let round = 0; round < 5; round++) {
      await bring(file, gone)
      const erasing = server.context.database
        .transaction((tx) => eraseImports(tx, server.context.cardFiles, gone.user.id))
        .then((afterwards) => afterwards())
      expect((await bring(file, stays)).code).toBe(1)
      await erasing
      expect(await files.has(hash)).toBe(true)
      await server.context.database.query('delete from card_import where file_hash = $1', [hash])
      await files.remove([hash])
    }
  })

  it('UPL-09: stay when they were removed between their storage and their row', async () => {
    const owner = await server.signIn()
    const file = Buffer.from(json({ name: 'Between', first_mes: 'Here.' }))
    const { cardFiles } = server.context
    let placed = 0
    const place = async (hash: string, bytes: Uint8Array) => {
      await cardFiles.files.place(hash, bytes)
      if (++placed === 1) await cardFiles.files.remove([hash])
    }
    const services = { ...cardFiles, files: { ...cardFiles.files, place } }
    await importCard(services, asCaller({ identity: identityOf(owner.user) }), file)
    expect(await cardFiles.files.read(hashOf(file))).toEqual(file)
  })

  it('UPL-09: are purged after a day or with their card, as are files without a row; saved ones stay', async () => {
    const bytes = { saved: json({ name: 'Saved', first_mes: 'x' }), left: json({ name: 'Left', first_mes: 'x' }) }
    const id = await save((await bring(bytes.saved)).data)
    await bring(bytes.left)
    await server.context.cardFiles.files.place('a'.repeat(64), Buffer.from('x'))
    const later = { now: () => new Date(Date.now() + LIMITS.importLifeMs + 2 * 3_600_000) }
    const sweep = () => purgeImports({ ...server.context.cardFiles, clock: later })
    await sweep()
    const names = existsSync(folder()) ? readdirSync(folder()) : []
    expect(names).toContain(hashOf(Buffer.from(bytes.saved)))
    expect(names).not.toContain(hashOf(Buffer.from(bytes.left)))
    expect(names).not.toContain('a'.repeat(64))
    await server.context.database.query('delete from card where id = $1', [id])
    await sweep()
    expect(readdirSync(folder())).not.toContain(hashOf(Buffer.from(bytes.saved)))
  })
})
