import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

/** A chunk of a PNG, by default with the right checksum. */
export function pngChunk(type: string, data: Uint8Array | string, sum?: number): Buffer {
  const body = Buffer.concat([
    Buffer.from(type, 'latin1'),
    typeof data === 'string' ? Buffer.from(data, 'latin1') : data,
  ])
  const chunk = Buffer.alloc(8 + body.length)
  chunk.writeUInt32BE(body.length - 4)
  body.copy(chunk, 4)
  chunk.writeUInt32BE((sum ?? crc32(body)) >>> 0, 4 + body.length)
  return chunk
}

/** A picture of 2 × 2 pixels with these chunks before its pixels and these behind them. */
export function pngOf(before: readonly Uint8Array[], behind: readonly Uint8Array[] = []): Buffer {
  const header = Buffer.from([0, 0, 0, 2, 0, 0, 0, 2, 8, 2, 0, 0, 0])
  const rows = Buffer.concat([Buffer.from([0, 200, 90, 30, 40, 30, 60]), Buffer.from([0, 20, 90, 130, 240, 130, 60])])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...before,
    pngChunk('IDAT', deflateSync(rows)),
    ...behind,
    pngChunk('IEND', ''),
  ])
}

/** A card as such a chunk carries it. */
export function textChunk(keyword: string, card: unknown, sum?: number): Buffer {
  const json = typeof card === 'string' ? card : JSON.stringify(card)
  return pngChunk('tEXt', `${keyword}\0${Buffer.from(json, 'utf8').toString('base64')}`, sum)
}

/** A member of an archive, with the lies that it may tell. */
export interface MadeMember {
  name: string
  bytes: Uint8Array | string
  isStored?: boolean
  /** What the archive says in place of the truth. */
  says?: { size?: number; sum?: number; flags?: number; method?: number; offset?: number }
}

/** A ZIP, written by hand so that it can lie. */
export function zipWith(members: readonly MadeMember[]): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const { name, bytes, isStored, says = {} } of members) {
    const content = typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : bytes
    const packed = isStored ? content : deflateRawSync(content)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(says.flags ?? 0x800, 2)
    fields.writeUInt16LE(says.method ?? (isStored ? 0 : 8), 4)
    fields.writeUInt32LE((says.sum ?? crc32(content)) >>> 0, 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(says.size ?? content.length, 18)
    const title = Buffer.from(name, 'utf8')
    fields.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, title, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(says.offset ?? at, 10)
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, rest, title]))
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(members.length, 8)
  end.writeUInt16LE(members.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, end])
}

/** A card of version 3 with something of everything, and keys at every level that nobody knows. */
export function fullCard(): Record<string, unknown> & { data: Record<string, unknown> } {
  return {
    spec: 'chara_card_v3',
    spec_version: '3.0',
    oddRoot: { deep: [1, { deeper: true }] },
    data: {
      name: 'Sunniva',
      nickname: 'Sunny',
      description: '{{char}} keeps a library no one remembers building.',
      personality: 'Dry, patient.',
      scenario: 'A ladder that should not reach that high.',
      first_mes: 'Shelf nine hundred and four.\r\nSomebody has put the sea back in the wrong place.',
      mes_example: '<START>\n{{user}}: Hello?\n{{char}}: Softly.',
      creator_notes: 'Best read at dusk.',
      creator_notes_multilingual: { de: 'Am besten in der Dämmerung.', ar: 'عند الغسق.' },
      system_prompt: '{{original}}\nShe never looks down.',
      post_history_instructions: '{{original}}',
      alternate_greetings: ['You returned a book you never borrowed.', 'The lamps are out on the third floor.'],
      group_only_greetings: ['Oh. There are several of you.'],
      tags: ['Fantasy', 'Slow burn'],
      creator: 'Nobody in particular',
      character_version: '1.4',
      source: ['https://example.org/cards/1'],
      creation_date: 1_700_000_000,
      modification_date: 1_700_000_100,
      assets: [{ type: 'icon', uri: 'ccdefault:', name: 'main', ext: 'png', oddAsset: 1 }],
      extensions: {
        depth_prompt: { prompt: 'Dusk.', depth: 4, role: 'system' },
        talkativeness: '0.5',
        odd: { a: null },
      },
      oddData: 'kept',
      character_book: {
        name: 'Shelves',
        scan_depth: 4,
        oddBook: [],
        extensions: {},
        entries: [
          {
            keys: ['sea', '海'],
            content: '@@depth 3\nThe sea stands on shelf nine.',
            extensions: { position: 4, oddExtension: 2 },
            enabled: true,
            insertion_order: 10,
            use_regex: false,
            id: 'sea',
            oddEntry: { x: 1 },
          },
          {
            keys: ['stair'],
            content: 'It goes up.',
            extensions: {},
            enabled: false,
            insertion_order: 20,
            use_regex: false,
          },
        ],
      },
    },
  }
}
