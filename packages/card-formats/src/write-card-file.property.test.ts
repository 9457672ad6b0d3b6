import { fullCard, pngChunk, pngOf, textChunk, zipWith } from '@everkin/testing/card-files/card-file-builders.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CardFields, EverkinFields } from './card-data.ts'
import { isObject, type JsonObject } from './json.ts'
import { toSillyTavern } from './lorebook.ts'
import { openCardFile } from './open-card-file.ts'
import { parseCard } from './parse-card.ts'
import { readPngChunks } from './png.ts'
import { serializeLorebook } from './serialize-card.ts'
import { readTestCard, readTestLorebook, TEST_LIMITS } from './test-cards.ts'
import { type CardFileToWrite, listLosses, writeCardFile } from './write-card-file.ts'

const NOW = new Date('2026-11-22T08:00:00Z')
const PICTURE = pngOf([])

/** Writes a card in its current state; without edits, as it was read. */
function written(
  original: Uint8Array | null,
  request: Pick<CardFileToWrite, 'format' | 'version'>,
  edits: Partial<CardFields> = {},
  own?: EverkinFields,
): Uint8Array {
  const read = original ? readTestCard(original) : null
  const isPng = original !== null && openCardFile(original).chunks !== null
  return writeCardFile(
    {
      ...request,
      original,
      fields: { ...(read?.fields ?? emptyFields()), ...edits },
      own: own ?? read?.own ?? { tagline: '', gender: null, age: null, language: null, rating: null, voice: null },
      creator: 'Mara',
      source: 'everkin:1',
      createdAt: NOW,
      now: NOW,
      picture: request.format === 'png' && !isPng ? PICTURE : null,
    },
    TEST_LIMITS,
  )
}

function emptyFields(): CardFields {
  return {
    name: 'Ilse',
    nickname: '',
    description: '',
    personality: '',
    scenario: '',
    first_mes: '',
    mes_example: '',
    system_prompt: '',
    post_history_instructions: '',
    alternate_greetings: [],
    group_only_greetings: [],
    character_book: null,
    extensions: {},
    creator_notes: '',
    creator_notes_multilingual: {},
    tags: [],
  }
}

const bytesOf = (card: unknown) => Buffer.from(JSON.stringify(card), 'utf8')
const rawOf = (bytes: Uint8Array) =>
  JSON.parse(JSON.stringify(openCardFile(bytes).raw)) as { data: Record<string, unknown> } // of JSON

/** A card without what every export adds. */
function withoutStamps(card: { data: Record<string, unknown> }) {
  const { source: _source, modification_date: _date, ...data } = card.data
  return { ...card, data }
}

const CARRIERS = [
  ['json', (card: unknown) => bytesOf(card)],
  ['png', (card: unknown) => pngOf([textChunk('ccv3', card)])],
  ['charx', (card: unknown) => zipWith([{ name: 'card.json', bytes: JSON.stringify(card) }])],
] as const

describe('CARD: round trips', () => {
  for (const [from, carry] of CARRIERS)
    for (const [to] of CARRIERS)
      it(`V3 from ${from} to ${to}: what comes back is what went out, value for value`, () => {
        const original = carry(fullCard())
        const back = rawOf(written(original, { format: to, version: 3 }))
        const expected = withoutStamps(fullCard())
        // An archive is not an image itself; the main image gets a place in it.
        if (to === 'charx' && from === 'png')
          (expected.data as { assets: object[] }).assets = back.data.assets as object[]
        expect(withoutStamps(back)).toEqual(expected)
        expect(back.data.source).toEqual(['https://example.org/cards/1', 'everkin:1'])
        expect([back.data.creation_date, back.data.modification_date]).toEqual([1_700_000_000, NOW.getTime() / 1000])
      })

  it('a second export adds nothing', () => {
    const once = written(bytesOf(fullCard()), { format: 'json', version: 3 })
    expect(rawOf(written(once, { format: 'json', version: 3 }))).toEqual(rawOf(once))
  })

  it('numbers keep their text, lone surrogates stay in place', () => {
    const text =
      '{"name":"x","first_mes":"\\ud800","n":[12345678901234567890,1.50,-0,1e400,0.1],"extensions":{"big":90071992547409931}}'
    const out = Buffer.from(written(Buffer.from(text), { format: 'json', version: 3 })).toString('utf8')
    for (const part of ['12345678901234567890', '1.50', '-0', '1e400', '90071992547409931', '"\\ud800"'])
      expect(out).toContain(part)
  })

  it('an edit changes only its field, and unknown keys beside it stay', () => {
    const { fields } = readTestCard(bytesOf(fullCard()))
    const book = structuredClone(fields.character_book) as JsonObject & {
      entries: (JsonObject & { content: string })[]
    }
    book.entries.reverse()
    book.entries[1]!.content = 'The sea has moved.'
    delete book.entries[1]!.oddEntry
    const edits = {
      description: 'New.',
      character_book: book,
      tags: ['Fantasy'],
      extensions: { ...fields.extensions, more: 1 },
    }
    const { data } = rawOf(written(bytesOf(fullCard()), { format: 'json', version: 3 }, edits))
    expect(data).toMatchObject({
      description: 'New.',
      oddData: 'kept',
      tags: ['Fantasy'],
      first_mes: fullCard().data.first_mes,
    })
    expect(data.extensions).toMatchObject({ odd: { a: null }, talkativeness: '0.5', more: 1 })
    expect(data.character_book).toMatchObject({
      oddBook: [],
      entries: [
        { keys: ['stair'] },
        { content: 'The sea has moved.', oddEntry: { x: 1 }, extensions: { oddExtension: 2 } },
      ],
    })
  })

  it('version 2 contains no field of V3 and no decorators, notes unchanged; losses are reported', () => {
    const original = bytesOf(fullCard())
    const second = rawOf(written(original, { format: 'json', version: 2 })) as unknown as Record<string, unknown>
    const data = second.data as Record<string, unknown>
    expect([second.spec, second.spec_version, second.oddRoot]).toEqual(['chara_card_v2', '2.0', fullCard().oddRoot])
    for (const key of [
      'assets',
      'nickname',
      'creator_notes_multilingual',
      'source',
      'group_only_greetings',
      'creation_date',
    ])
      expect(data).not.toHaveProperty(key)
    expect(data.creator_notes).toBe('Best read at dusk.')
    expect(data.character_book).toMatchObject({
      entries: [{ content: 'The sea stands on shelf nine.', oddEntry: { x: 1 } }, {}],
    })
    expect(listLosses(readTestCard(original).fields, original, TEST_LIMITS).version2.map(({ code }) => code)).toEqual([
      'nickname',
      'group_greetings',
      'notes_languages',
      'decorators',
    ])
  })

  it('a PNG of version 3 has the older card with the warning; one of version 2 has only that, without', () => {
    const others = [pngChunk('tEXt', 'Software\0x'), pngChunk('eXIf', 'abc', 5)]
    const original = pngOf([...others, textChunk('chara', { name: 'old' }), textChunk('ccv3', fullCard())])
    const third = written(original, { format: 'png', version: 3 })
    const second = written(original, { format: 'png', version: 2 })
    const texts = (bytes: Uint8Array) =>
      readPngChunks(bytes).chunks.flatMap(({ type, data }) => {
        const [keyword, value] = Buffer.from(data).toString('latin1').split('\0')
        return type === 'tEXt' && keyword !== 'Software'
          ? [[keyword, JSON.parse(Buffer.from(value ?? '', 'base64').toString())] as const]
          : []
      })
    expect(texts(third).map(([keyword, card]) => [keyword, card.spec])).toEqual([
      ['ccv3', 'chara_card_v3'],
      ['chara', 'chara_card_v2'],
    ])
    expect(texts(third)[1]![1].data.creator_notes).toMatch(
      /^This character card is Character Card V3.*\n\nBest read at dusk\.$/,
    )
    expect(texts(second).map(([keyword, card]) => [keyword, card.data.creator_notes])).toEqual([
      ['chara', 'Best read at dusk.'],
    ])
    const pixels = (bytes: Uint8Array) =>
      readPngChunks(bytes)
        .chunks.filter(({ type, data }) => type !== 'tEXt' || data[0] === 83)
        .map(({ raw }) => Buffer.from(raw))
    expect(pixels(third)).toEqual(pixels(original))
    expect(readTestCard(third).report.map(({ code }) => code)).not.toContain('two_cards')
  })

  it('an archive keeps unknown members, and embeds images from elsewhere', () => {
    const card = fullCard()
    card.data.assets = [
      { type: 'icon', name: 'main', ext: 'png', uri: 'embedded://assets/icon/images/a.png' },
      { type: 'emotion', name: 'joy', ext: 'png', uri: 'embeded://assets/ü.png' },
      { type: 'background', name: 'main', ext: 'png', uri: 'data:image/png;base64,AQID' },
      { type: 'x_odd', name: 'far', ext: 'png', uri: 'https://example.org/a.png' },
    ]
    const original = zipWith([
      { name: 'card.json', bytes: JSON.stringify(card) },
      { name: 'assets/icon/images/a.png', bytes: Buffer.from(PICTURE) },
      { name: 'assets/ü.png', bytes: 'joy' },
      { name: 'module.risum', bytes: Buffer.from([0, 1, 2]) },
      { name: 'x_meta/1.json', bytes: '{}' },
    ])
    const opened = openCardFile(written(original, { format: 'charx', version: 3 }))
    const members = Object.fromEntries(
      (opened.archive?.members ?? []).map((member) => [member.name, Buffer.from(member.read())]),
    )
    expect(members).toMatchObject({ 'module.risum': Buffer.from([0, 1, 2]), 'x_meta/1.json': Buffer.from('{}') })
    const assets = (opened.raw.data as JsonObject).assets as unknown as { uri: string }[]
    expect(assets.map(({ uri }) => uri)).toEqual([
      'embedded://assets/icon/images/a.png',
      expect.stringMatching(/^embeded:\/\/assets\/emotion\/images\/[\x20-\x7e]+$/),
      expect.stringMatching(/^embeded:\/\/assets\/background\/images\//),
      'https://example.org/a.png',
    ])
    for (const { uri } of assets.slice(0, 3)) expect(members).toHaveProperty([uri.replace(/^embedd?ed:\/\//, '')])
    const json = rawOf(written(original, { format: 'json', version: 3 })).data.assets as { uri: string }[]
    expect(json[1]!.uri).toBe(`data:image/png;base64,${Buffer.from('joy').toString('base64')}`)
  })

  it('exports and imports a lorebook, in the open format and in SillyTavern’s', () => {
    const { book } = readTestLorebook(
      bytesOf({
        entries: {
          4: { uid: 4, key: ['sea'], keysecondary: ['salt'], content: 'x', order: 7, disable: true, sticky: 3, odd: 1 },
        },
        oddFile: 2,
      }),
    )
    const again = (file: JsonObject) => readTestLorebook(bytesOf(file)).book
    expect(again(serializeLorebook(book))).toEqual(book)
    expect(again(toSillyTavern(book))).toEqual(book)
    expect(toSillyTavern(book)).toMatchObject({
      oddFile: 2,
      entries: { 0: { uid: 4, order: 7, sticky: 3, odd: 1, disable: true } },
    })
  })
})

describe('CARD: a lorebook that was written here', () => {
  const again = (book: JsonObject) => readTestLorebook(bytesOf(toSillyTavern(book))).book
  const entryOf = (entry: JsonObject) => ({
    extensions: {},
    entries: [{ keys: ['Sea'], content: 'x', extensions: {}, enabled: true, insertion_order: 10, ...entry }],
  })
  const firstOf = (book: JsonObject) => (book.entries as JsonObject[])[0] // it has one

  it('stays case-sensitive in SillyTavern’s form, and keeps its name, priority and unknown keys', () => {
    const book = entryOf({ case_sensitive: true, name: 'The coast', comment: 'old', priority: 7, x_odd: { a: 1 } })
    expect(toSillyTavern(book)).toMatchObject({
      entries: { 0: { key: ['Sea'], caseSensitive: true, comment: 'The coast', priority: 7, x_odd: { a: 1 } } },
    })
    expect(firstOf(again(book))).toMatchObject({ priority: 7, extensions: { case_sensitive: true } })
    expect(toSillyTavern(again(book))).toEqual(toSillyTavern(book))
  })

  it('keeps its patterns in SillyTavern’s form, where a pattern stands between slashes', () => {
    const book = entryOf({ use_regex: true, keys: ['sea|ocean', 'and/or', String.raw`a\/b\\`, '/tide/s'] })
    const keys = ['/sea|ocean/i', String.raw`/and\/or/i`, String.raw`/a\/b\\/i`, '/tide/s']
    expect(toSillyTavern(book)).toMatchObject({ entries: { 0: { key: keys } } })
    expect(firstOf(again(book))).toMatchObject({ keys, use_regex: true })
    const exact = toSillyTavern({ ...entryOf({ use_regex: true, case_sensitive: true }) })
    expect(exact).toMatchObject({ entries: { 0: { key: ['/Sea/'], caseSensitive: true } } })
  })
})

const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.string({ unit: 'binary', maxLength: 12 }))
const anything = fc.jsonValue({ maxDepth: 2 })
const unknown = fc.dictionary(
  fc.string({ maxLength: 8 }).map((key) => `x_${key}`),
  anything,
  { maxKeys: 3 },
)
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const entry = fc
  .tuple(
    unknown,
    fc.record(
      {
        keys: fc.array(text, { maxLength: 3 }),
        content: text,
        extensions: unknown,
        enabled: fc.boolean(),
        insertion_order: fc.integer(),
        use_regex: fc.constant(false),
        id: fc.oneof(fc.integer(), fc.string({ maxLength: 4 })),
        secondary_keys: fc.array(text, { maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([odd, known]) => ({ ...odd, ...known }))
const card = fc
  .tuple(
    unknown,
    unknown,
    fc.record({
      name: text.filter((name) => name.replaceAll('\0', '').trim() !== ''),
      description: fc.oneof(text, fc.constant(null)),
      first_mes: text,
      alternate_greetings: maybe(fc.array(text, { maxLength: 3 })),
      group_only_greetings: maybe(fc.array(text, { maxLength: 2 })),
      tags: maybe(fc.oneof(fc.array(text, { maxLength: 3 }), fc.constant('a, b'))),
      extensions: maybe(unknown),
      creator_notes: maybe(text),
      nickname: maybe(text),
      character_book: maybe(fc.record({ entries: fc.array(entry, { maxLength: 4 }), x_odd: anything })),
    }),
  )
  .map(([root, odd, data]) => ({ ...root, spec: 'chara_card_v3', spec_version: '3.0', data: { ...odd, ...data } }))

describe('CARD: laws', () => {
  it('import(export(x)) = x, in every carrier, and a second export equals the first one', () => {
    fc.assert(
      fc.property(card, fc.constantFrom('json', 'png', 'charx' as const), (made, format) => {
        const original = bytesOf(made)
        const out = written(original, { format, version: 3 })
        expect(readTestCard(out).fields).toEqual(readTestCard(original).fields)
        const [raw, back] = [rawOf(original), rawOf(out)]
        for (const [key, value] of Object.entries(raw))
          if (key.startsWith('x_')) expect(back).toHaveProperty([key], value)
        for (const [key, value] of Object.entries(raw.data))
          if (key.startsWith('x_')) expect(back.data).toHaveProperty([key], value)
        const entries = (data: Record<string, unknown>) => {
          const book = data.character_book
          return isObject(book) && Array.isArray(book.entries) ? (book.entries as JsonObject[]) : []
        }
        for (const [index, before] of entries(raw.data).entries())
          expect(entries(back.data)[index]).toMatchObject(before)
        const again = written(out, { format: 'json', version: 3 })
        expect(withoutStamps(rawOf(again))).toEqual(withoutStamps(back))
      }),
      { numRuns: 60 },
    )
  })

  it('version 2 round-trips everything that it has a place for', () => {
    fc.assert(
      fc.property(card, (made) => {
        const original = bytesOf({ ...made, spec: 'chara_card_v2', spec_version: '2.0' })
        const out = written(original, { format: 'json', version: 2 })
        const strip = (fields: CardFields) => ({ ...fields, character_book: null })
        expect(strip(readTestCard(out).fields)).toEqual(strip(readTestCard(original).fields))
      }),
      { numRuns: 60 },
    )
  })

  it('a card created here round-trips unchanged', () => {
    const own = {
      tagline: 'A line.',
      gender: 'female',
      age: 34,
      language: 'en',
      rating: 'sfw',
      voice: { pitch: 1 },
    } as const
    for (const format of ['json', 'png', 'charx'] as const) {
      const edits = { name: 'Ilse', first_mes: 'Hello.', nickname: 'I', tags: ['a'] }
      const out = written(null, { format, version: 3 }, edits, own)
      const found = parseCard(out, TEST_LIMITS)
      expect([found.fields, found.own]).toEqual([{ ...emptyFields(), ...edits }, own])
      expect(rawOf(out).data).toMatchObject({ creator: 'Mara', creation_date: NOW.getTime() / 1000 })
    }
  })
})
