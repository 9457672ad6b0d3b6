import { deflateSync } from 'node:zlib'
import { fullCard, pngChunk, pngOf, textChunk, zipWith } from '@everkin/testing/card-files/card-file-builders.ts'
import { describe, expect, it } from 'vitest'
import { CardFileRejected, type RejectionReason } from './limits.ts'
import { readTestCard, readTestLorebook } from './test-cards.ts'

const json = (value: unknown) => Buffer.from(JSON.stringify(value), 'utf8')
const SMALL = {
  spec: 'chara_card_v2',
  spec_version: '2.0',
  data: { name: 'Ilse', first_mes: 'Hello.', extensions: {} },
}
const THIRD = { ...SMALL, spec: 'chara_card_v3', spec_version: '3.0', data: { ...SMALL.data, name: 'Mara' } }
const look = (bytes: Uint8Array) =>
  readTestCard(bytes)
    .report.filter((line) => line.list === 'look')
    .map((line) => line.code)

const CHARX = [
  { name: 'assets/icon/images/main.png', bytes: pngOf([]), isStored: true },
  { name: 'card.json', bytes: JSON.stringify(THIRD) },
]

function refusalOf(work: () => unknown): RejectionReason | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof CardFileRejected) return error.why
    throw error
  }
}

describe('CARD: carriers', () => {
  it.each([
    ['JSON', json(SMALL), 'JSON'],
    ['JSON behind a byte order mark and lines', Buffer.concat([Buffer.from('\ufeff \r\n'), json(SMALL)]), 'JSON'],
    ['PNG', pngOf([textChunk('chara', SMALL)]), 'PNG'],
    ['PNG with the keyword in capitals', pngOf([textChunk('Chara', SMALL)]), 'PNG'],
    ['PNG with the card behind its pixels', pngOf([], [textChunk('chara', SMALL)]), 'PNG'],
    ['PNG with JSON as it is', pngOf([pngChunk('tEXt', `chara\0${JSON.stringify(SMALL)}`)]), 'PNG'],
    ['APNG', pngOf([pngChunk('acTL', Buffer.alloc(8)), textChunk('chara', SMALL)]), 'APNG'],
    [
      'PNG with other texts before the card',
      pngOf([pngChunk('tEXt', 'Software\0x'), pngChunk('zTXt', 'a\0\0b'), textChunk('chara', SMALL)]),
      'PNG',
    ],
    ['PNG with a compressed card', pngOf([compressed('zTXt', 'chara\0\0', SMALL)]), 'PNG'],
    ['PNG with a compressed international card', pngOf([compressed('iTXt', 'chara\0\x01\0\0\0', SMALL)]), 'PNG'],
    ['PNG with an international card', pngOf([pngChunk('iTXt', `chara\0\0\0en\0x\0${base64(SMALL)}`)]), 'PNG'],
    ['CHARX', zipWith([{ name: 'card.json', bytes: JSON.stringify(THIRD) }]), 'CHARX'],
    [
      'CHARX behind a program',
      Buffer.concat([Buffer.alloc(999, 7), zipWith([{ name: 'card.json', bytes: JSON.stringify(THIRD) }])]),
      'CHARX',
    ],
    [
      'CHARX behind a JPEG',
      Buffer.concat([
        Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 0xff, 0xd9]),
        zipWith([{ name: 'card.json', bytes: JSON.stringify(THIRD) }]),
      ]),
      'JPEG',
    ],
    ['CHARX with its sizes in ZIP64, as rubyzip writes them', zipWith(CHARX, { zip64: 'sizes' }), 'CHARX'],
    ['CHARX with its offsets in ZIP64', zipWith(CHARX, { zip64: 'sizes_and_offset', zip64End: 'instead' }), 'CHARX'],
    ['CHARX with both ends', zipWith(CHARX, { zip64End: 'beside' }), 'CHARX'],
    [
      'CHARX whose ZIP64 end has data of another program',
      zipWith(CHARX, { zip64: 'sizes_and_offset', zip64End: 'instead', zip64Data: 40 }),
      'CHARX',
    ],
    [
      'CHARX behind a program that its offsets count',
      Buffer.concat([Buffer.alloc(999, 7), zipWith(CHARX, { countedPrefix: 999 })]),
      'CHARX',
    ],
    [
      'CHARX in ZIP64 behind a picture without a card, which its offsets count',
      Buffer.concat([
        pngOf([]),
        zipWith(CHARX, { zip64: 'sizes_and_offset', zip64End: 'instead', countedPrefix: pngOf([]).length }),
      ]),
      'CHARX',
    ],
    [
      'CHARX before bytes that look like the end of another archive',
      Buffer.concat([zipWith(CHARX), Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(40, 1)]),
      'CHARX',
    ],
    ['CHARX as it is streamed', zipWith(CHARX, { hasDescriptors: true }), 'CHARX'],
    ['CHARX as it is streamed in ZIP64', zipWith(CHARX, { hasDescriptors: true, zip64: 'sizes' }), 'CHARX'],
    [
      'CHARX in ZIP64 behind a JPEG',
      Buffer.concat([
        Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 0xff, 0xd9]),
        zipWith(CHARX, { zip64: 'sizes_and_offset', zip64End: 'instead' }),
      ]),
      'JPEG',
    ],
  ])('reads %s', (_name, bytes, kind) => {
    const read = readTestCard(bytes)
    expect(read.kind).toBe(kind)
    expect(['Ilse', 'Mara']).toContain(read.fields.name)
  })

  it('lists every text for the rules, also what only begins like encoded data, or is too short to be some', () => {
    const encoded = Buffer.alloc(3_000, 0xa7).toString('base64')
    const texts = [
      'data: words',
      'data:text/plain,words',
      `data:image/png;base64,${encoded} words`,
      'data:image/png;base64,words',
      `${'A'.repeat(2_000)} words`,
      `${'A'.repeat(2_000)}\nwords`,
    ]
    const data = [`data:image/png;base64,${encoded}`, `data:audio/mpeg;x=y;base64,${encoded}`, encoded]
    const card = json({ ...THIRD, data: { ...THIRD.data, x_more: [...texts, ...data] } })
    const found = readTestCard(card).texts
    expect(texts.filter((text) => !found.includes(text))).toEqual([])
    expect(data.filter((text) => found.includes(text))).toEqual([])
  })

  it('prefers ccv3, falls back to chara when that cannot be read, and reports when the two differ', () => {
    const both = pngOf([textChunk('chara', SMALL), textChunk('ccv3', THIRD)])
    expect([readTestCard(both).fields.name, look(both)]).toEqual(['Mara', expect.arrayContaining(['two_cards'])])
    const broken = pngOf([textChunk('ccv3', '{"spec":'), textChunk('chara', SMALL)])
    expect([readTestCard(broken).fields.name, look(broken)]).toEqual(['Ilse', expect.arrayContaining(['fell_back'])])
    for (const useless of [{}, { spec: 'chara_card_v3', data: { name: ' ' } }]) {
      const png = pngOf([textChunk('ccv3', useless), textChunk('chara', SMALL)])
      expect([readTestCard(png).fields.name, look(png)]).toEqual(['Ilse', expect.arrayContaining(['fell_back'])])
    }
    const same = pngOf([textChunk('ccv3', THIRD), textChunk('chara', { ...THIRD, spec: 'chara_card_v2' })])
    expect(look(same)).not.toContain('two_cards')
  })

  it('decides by spec, never by chunk; accepts a newer version with a warning', () => {
    expect(readTestCard(pngOf([textChunk('chara', THIRD)])).format).toBe('v3')
    const newer = json({ ...THIRD, spec_version: '3.7' })
    expect([readTestCard(newer).format, look(newer)]).toEqual(['v3', expect.arrayContaining(['newer_version'])])
    // Found by fuzzing: a value that cannot even be converted to a string.
    const odd = json({ ...THIRD, spec_version: { toString: ['3.0'], valueOf: null } })
    expect(readTestCard(odd).fields.name).toBe('Mara')
  })

  it('tolerates line breaks in base64, and a NUL after it', () => {
    const base64 = Buffer.from(JSON.stringify(SMALL)).toString('base64')
    for (const text of [base64.replace(/(.{20})/g, '$1\r\n'), `${base64}\0`])
      expect(readTestCard(pngOf([pngChunk('tEXt', `chara\0${text}`)])).fields.name).toBe('Ilse')
  })

  it('tolerates a wrong checksum and a truncated file, and reports it', () => {
    expect(look(pngOf([textChunk('chara', SMALL, 1)]))).toContain('checksum')
    const png = pngOf([textChunk('chara', SMALL)])
    expect(look(png.subarray(0, -20))).toContain('cut_off')
  })

  it.each<[string, RejectionReason | null, Uint8Array]>([
    ['nothing', 'kind', Buffer.alloc(0)],
    ['SVG', 'kind', Buffer.from('<svg/>')],
    ['a PNG without a card', 'no_card', pngOf([])],
    ['a JPEG', 'no_card', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ['JSON of something else', 'no_card', json({ a: 1 })],
    ['half of a JSON', 'broken', Buffer.from('{"name":"x"')],
    [
      'bytes that are no UTF-8',
      'broken',
      Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28, 0x22, 0x7d])]),
    ],
    ['a card without a name', 'no_name', json({ ...SMALL, data: { ...SMALL.data, name: ' \n' } })],
    ['a lorebook', 'lorebook', json({ spec: 'lorebook_v3', data: { entries: [], extensions: {} } })],
    ['base64 that is none', 'broken', pngOf([pngChunk('tEXt', 'chara\0***')])],
    ['UPL-02: a text that inflates a thousandfold', 'too_large', pngOf([bomb()])],
    ['UPL-02: nesting without end', 'too_large', Buffer.from(`{"name":"x","a":${'['.repeat(50_000)}`)],
    ['UPL-02: more values than a card has', 'too_large', Buffer.from(`{"name":"x","a":[${'1,'.repeat(300_000)}1]}`)],
    ['an archive without a card', 'no_card', zipWith([{ name: 'x', bytes: 'y' }])],
    ['a path that leads up', 'unsafe_archive', withMember({ name: '../x', bytes: 'y' })],
    ['a path that leads up within', 'unsafe_archive', withMember({ name: 'a/../../x', bytes: 'y' })],
    ['an absolute path', 'unsafe_archive', withMember({ name: '/etc/x', bytes: 'y' })],
    ['a drive letter', 'unsafe_archive', withMember({ name: 'C:x', bytes: 'y' })],
    ['a path for another system', 'unsafe_archive', withMember({ name: 'a\\..\\x', bytes: 'y' })],
    ['the same name twice', 'unsafe_archive', withMember({ name: 'card.json', bytes: '{}' })],
    ['a locked archive', 'encrypted', withMember({ name: 'x', bytes: 'y', says: { flags: 1 } })],
    ['UPL-02: an archive bomb', 'too_large', withMember({ name: 'x', bytes: Buffer.alloc(3_000_000) })],
    ['UPL-02: more entries than there may be', 'too_large', zipWith(manyMembers(201))],
    ['another way of packing', 'unsafe_archive', withMember({ name: 'x', bytes: 'y', says: { method: 12 } })],
  ])('rejects %s', (_name, why, bytes) => {
    expect(refusalOf(() => readTestCard(bytes))).toBe(why)
  })

  it.each<[string, RejectionReason, Parameters<typeof zipWith>[1], Parameters<typeof zipWith>[0][number]['says']?]>([
    ['whose field is missing', 'broken', { zip64: 'without' }],
    ['of five gigabytes', 'too_large', { zip64: 'sizes' }, { size: 5 * 2 ** 30 }],
    ['of more than there may be', 'too_large', { zip64: 'sizes' }, { size: 400 * 2 ** 20 }],
    ['that is smaller than it is', 'unsafe_archive', { zip64: 'sizes' }, { size: 4 }],
    ['that is somewhere else', 'broken', { zip64: 'sizes_and_offset' }, { offset: 2 ** 31 }],
    ['that is far away', 'too_large', { zip64: 'sizes_and_offset' }, { offset: 2 ** 40 }],
  ])('UPL-02: keeps its limits for ZIP64: rejects a card %s', (_name, why, style, says) => {
    const bytes = JSON.stringify(THIRD)
    expect(refusalOf(() => readTestCard(zipWith([{ name: 'card.json', bytes, ...(says && { says }) }], style)))).toBe(
      why,
    )
  })

  it('UPL-02: counts the entries of a ZIP64 archive, and detects zip bombs in it', () => {
    const style = { zip64: 'sizes', zip64End: 'instead' } as const
    expect(refusalOf(() => readTestCard(zipWith(manyMembers(201), style)))).toBe('too_large')
    const bomb = { name: 'x', bytes: Buffer.alloc(3_000_000) }
    expect(refusalOf(() => readTestCard(zipWith([...CHARX, bomb], style)))).toBe('too_large')
  })

  it.each<[string, RejectionReason, Parameters<typeof zipWith>[0][number]['says']]>([
    ['smaller than it is', 'unsafe_archive', { size: 4 }],
    ['larger than it is', 'unsafe_archive', { size: 900 }],
    ['of another checksum', 'broken', { sum: 7 }],
    ['somewhere else', 'broken', { offset: 5 }],
  ])('rejects a card that the archive says is %s', (_name, why, says) => {
    const bytes = JSON.stringify(THIRD)
    expect(refusalOf(() => readTestCard(zipWith([{ name: 'card.json', bytes, ...(says && { says }) }])))).toBe(why)
  })
})

describe('CARD: variations of real files', () => {
  it('accepts V1 with everything missing, and other apps’ JSON', () => {
    expect(readTestCard(json({ name: 'Zoë' }))).toMatchObject({ format: 'v1', fields: { name: 'Zoë', first_mes: '' } })
    expect(
      readTestCard(
        json({ char_name: 'Bram', char_persona: 'A keeper.', char_greeting: 'Hm.', world_scenario: 'A moat.' }),
      ),
    ).toMatchObject({ format: 'other', fields: { name: 'Bram', description: 'A keeper.', first_mes: 'Hm.' } })
    const agnai = { kind: 'character', name: 'Ada', persona: { kind: 'wpp', attributes: { mind: ['dry', 'kind'] } } }
    expect(readTestCard(json({ ...agnai, greeting: 'Good.', sampleChat: 'x' }))).toMatchObject({
      format: 'other',
      fields: { description: 'mind: dry, kind', first_mes: 'Good.', mes_example: 'x' },
    })
  })

  it('tolerates what tools omit or write differently; data takes precedence over the root', () => {
    const { fields } = readTestCard(
      json({
        ...SMALL,
        name: 'Root',
        talkativeness: '0.5',
        fav: false,
        chat: 'x',
        avatar: 'none',
        data: {
          ...SMALL.data,
          description: null,
          tags: 'a, b,,a',
          alternate_greetings: null,
          extensions: null,
          mes_example: 7,
          character_book: { entries: { 0: { keys: 'sea, sky', content: null, uid: 3 }, 1: 'no entry' } },
        },
      }),
    )
    expect(fields).toMatchObject({
      name: 'Ilse',
      description: '',
      tags: ['a', 'b'],
      alternate_greetings: [],
      extensions: {},
      mes_example: '7',
      character_book: {
        extensions: {},
        entries: [{ keys: ['sea', 'sky'], content: '', enabled: true, insertion_order: 0, uid: 3, extensions: {} }],
      },
    })
    expect(
      readTestCard(json({ ...SMALL, data: { ...SMALL.data, character_book: null } })).fields.character_book,
    ).toBeNull()
  })

  it('treats keys as patterns only where they are, whatever SillyTavern marks', () => {
    const entry = (keys: string[], extensions: object) => ({ keys, content: 'x', use_regex: true, extensions })
    const entries = [
      entry(['sea'], { selectiveLogic: 0 }),
      entry(['/s[ei]a/i'], { selectiveLogic: 0 }),
      entry(['s.a'], {}),
    ]
    const { fields } = readTestCard(json({ ...SMALL, data: { ...SMALL.data, character_book: { entries } } }))
    expect(fields.character_book).toMatchObject({
      entries: [{ use_regex: false }, { use_regex: true }, { use_regex: true }],
    })
  })

  it.each(['Zoë, called “Z/7”', 'سارة', '小明', 'さくら', 'שרה', '👩‍👩‍👧', 'a\u202eb', 'x'.repeat(400)])(
    'accepts the name %.20s',
    (name) => {
      const { fields } = readTestCard(json({ name, first_mes: 'x' }))
      expect(name.startsWith(fields.name)).toBe(true)
      expect(fields.name.isWellFormed()).toBe(true)
    },
  )

  it('XSS-06: treats keys that name prototypes as ordinary keys', () => {
    const bytes = Buffer.from(
      '{"name":"x","first_mes":"y","extensions":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}}}}',
    )
    const { fields } = readTestCard(bytes)
    expect(Object.keys(fields.extensions)).toEqual(['__proto__', 'constructor'])
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    expect(Object.getPrototypeOf(fields.extensions)).toBe(Object.prototype)
  })

  it('returns nothing that a database could not hold', () => {
    const { fields } = readTestCard(
      Buffer.from('{"name":"a\\u0000b","description":"\\ud800x","extensions":{"n":1e999,"\\udc00":"\\u0000"}}'),
    )
    expect(fields).toMatchObject({ name: 'ab', description: '\ufffdx', extensions: { n: null, '\ufffd': '' } })
  })

  it('reports what is used, what is kept but not executed, and what deserves a look', () => {
    const card = fullCard()
    card.data.extensions = {
      ...(card.data.extensions as object),
      regex_scripts: [{}],
      chub: {},
      risuai: { customScripts: [1] },
    }
    card.data.first_mes = 'Look: ![x](https://example.org/a.png) <img src="http://example.org/b.png">'
    const lines = readTestCard(json(card)).report
    const find = (list: string, code: string) => lines.find((line) => line.list === list && line.code === code)
    expect(find('used', 'greetings')?.count).toBe(2)
    expect(find('used', 'lorebook')?.count).toBe(2)
    expect(find('kept', 'scripts')).toBeDefined()
    expect(find('kept', 'remote')?.count).toBe(2)
    expect(find('kept', 'fields')).toMatchObject({ count: 4 })
    expect(find('kept', 'fields')?.names).toHaveLength(4)
    expect(find('look', 'no_picture')).toBeDefined()
  })

  it('removes the warning before the notes of a card beside a newer one', () => {
    const warned = `This character card is Character Card V3, but it is loaded as a Character Card V2. Please use a Character Card V3 compatible application to use this character card properly.\n\nMine.`
    expect(readTestCard(json({ ...SMALL, data: { ...SMALL.data, creator_notes: warned } })).fields.creator_notes).toBe(
      'Mine.',
    )
  })

  it('finds embedded images under every naming scheme, and fetches no remote ones', () => {
    const bytes = Buffer.from([1, 2, 3])
    const withIcon = (uri: string) => ({
      ...THIRD,
      data: { ...THIRD.data, assets: [{ type: 'icon', name: 'main', ext: 'png', uri }] },
    })
    for (const uri of ['embeded://assets/a.png', 'embedded://assets/a.png']) {
      const zip = zipWith([
        { name: 'card.json', bytes: JSON.stringify(withIcon(uri)) },
        { name: 'assets/a.png', bytes },
      ])
      expect(Buffer.from(readTestCard(zip).picture as Uint8Array)).toEqual(bytes)
    }
    const older = pngOf([
      textChunk('ccv3', withIcon('__asset:0')),
      pngChunk('tEXt', `chara-ext-asset_:0\0${bytes.toString('base64')}`),
    ])
    expect(Buffer.from(readTestCard(older).picture as Uint8Array)).toEqual(bytes)
    expect(
      Buffer.from(
        readTestCard(json(withIcon(`data:image/png;base64,${bytes.toString('base64')}`))).picture as Uint8Array,
      ),
    ).toEqual(bytes)
    expect(readTestCard(json(withIcon('https://example.org/a.png'))).picture).toBeNull()
    expect(readTestCard(pngOf([textChunk('ccv3', withIcon('ccdefault:icon.png'))])).picture).toBe('whole')
  })
})

describe('CARD: standalone lorebooks', () => {
  it.each([
    [
      'lorebook_v3',
      { spec: 'lorebook_v3', data: { name: 'W', entries: [{ keys: ['sea'], content: 'Salt.', odd: 1 }] } },
    ],
    ['a bare book', { name: 'W', entries: [{ keys: ['sea'], content: 'Salt.', odd: 1 }] }],
    [
      'SillyTavern’s',
      { name: 'W', entries: { 0: { uid: 0, key: ['sea'], content: 'Salt.', order: 5, disable: false, odd: 1 } } },
    ],
    [
      'Agnai’s',
      { kind: 'memory', name: 'W', entries: [{ keywords: ['sea'], entry: 'Salt.', weight: 5, enabled: true }] },
    ],
    [
      'a character’s',
      {
        ...SMALL,
        data: { ...SMALL.data, character_book: { name: 'W', entries: [{ keys: ['sea'], content: 'Salt.' }] } },
      },
    ],
  ])('reads %s', (_name, file) => {
    const read = readTestLorebook(json(file))
    expect(read).toMatchObject({
      name: 'W',
      entries: 1,
      book: { entries: [{ keys: ['sea'], content: 'Salt.', enabled: true }] },
    })
    expect(read.texts).toContain('Salt.')
  })

  it('rejects a file without one', () => {
    expect(refusalOf(() => readTestLorebook(json(SMALL)))).toBe('no_lorebook')
  })
})

function base64(card: unknown): string {
  return Buffer.from(JSON.stringify(card)).toString('base64')
}

function compressed(type: string, head: string, card: unknown): Buffer {
  return pngChunk(type, Buffer.concat([Buffer.from(head, 'latin1'), deflateSync(base64(card))]))
}

function bomb(): Buffer {
  return pngChunk(
    'zTXt',
    Buffer.concat([Buffer.from('chara\0\0', 'latin1'), deflateSync(Buffer.alloc(64 * 1024 * 1024, 65))]),
  )
}

function withMember(member: Parameters<typeof zipWith>[0][number]): Buffer {
  return zipWith([{ name: 'card.json', bytes: JSON.stringify(THIRD) }, member])
}

function manyMembers(count: number) {
  return Array.from({ length: count }, (_, index) => ({ name: index === 0 ? 'card.json' : `${index}`, bytes: '{}' }))
}
