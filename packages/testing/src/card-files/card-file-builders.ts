import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

/** A chunk of a PNG, by default with the correct checksum. */
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

/** An image of 2 × 2 pixels with chunks before and after its pixels. */
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

/** A card encoded as in such a chunk. */
export function textChunk(keyword: string, card: unknown, sum?: number): Buffer {
  const json = typeof card === 'string' ? card : JSON.stringify(card)
  return pngChunk('tEXt', `${keyword}\0${Buffer.from(json, 'utf8').toString('base64')}`, sum)
}

/** A member of an archive, with optional false metadata. */
export interface MadeMember {
  name: string
  bytes: Uint8Array | string
  isStored?: boolean
  /** The metadata that the archive contains instead of the true one. */
  says?: { size?: number; sum?: number; flags?: number; method?: number; offset?: number }
}

/** Variants of an archive's format. */
export interface ArchiveStyle {
  /** Sizes in the ZIP64 field of each entry, as rubyzip and streaming writers write them; `without` omits the field. */
  zip64?: 'sizes' | 'sizes_and_offset' | 'without'
  /** The end record in its ZIP64 form; `beside` keeps the true numbers in the plain record too. */
  zip64End?: 'instead' | 'beside'
  /** Bytes of another program in the ZIP64 end record. */
  zip64Data?: number
  /** The length of other bytes before the archive, which its offsets count. */
  countedPrefix?: number
  /** Sizes after the content, unknown at the start of the entry. */
  hasDescriptors?: boolean
}

const PLACEHOLDER = 0xffffffff

/** Writes a ZIP, with false metadata if requested. */
export function zipWith(members: readonly MadeMember[], style: ArchiveStyle = {}): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let at = style.countedPrefix ?? 0
  for (const { name, bytes, isStored, says = {} } of members) {
    const content = typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : bytes
    const packed = isStored ? content : deflateRawSync(content)
    const sum = (says.sum ?? crc32(content)) >>> 0
    const size = says.size ?? content.length
    const offset = says.offset ?? at
    const title = Buffer.from(name, 'utf8')
    const fields = (extra: Buffer, isLocal: boolean) => {
      const isUnknown = isLocal && style.hasDescriptors === true
      const made = Buffer.alloc(26)
      made.writeUInt16LE(style.zip64 ? 45 : 20, 0)
      made.writeUInt16LE((says.flags ?? 0x800) | (style.hasDescriptors ? 8 : 0), 2)
      made.writeUInt16LE(says.method ?? (isStored ? 0 : 8), 4)
      made.writeUInt32LE(isUnknown ? 0 : sum, 10)
      made.writeUInt32LE(style.zip64 ? PLACEHOLDER : isUnknown ? 0 : packed.length, 14)
      made.writeUInt32LE(style.zip64 ? PLACEHOLDER : isUnknown ? 0 : size, 18)
      made.writeUInt16LE(title.length, 22)
      made.writeUInt16LE(extra.length, 24)
      return made
    }
    const isSized = style.zip64 !== undefined && style.zip64 !== 'without'
    const localExtra = isSized ? zip64Field(style.hasDescriptors ? [0, 0] : [size, packed.length]) : Buffer.alloc(0)
    const describing = style.hasDescriptors ? [descriptor(sum, packed.length, size, style.zip64 !== undefined)] : []
    const header = [Buffer.from('PK\x03\x04', 'latin1'), fields(localExtra, true), title, localExtra]
    const local = Buffer.concat([...header, packed, ...describing])
    const hasFarOffset = style.zip64 === 'sizes_and_offset'
    // Another field comes first, which is allowed.
    const other = Buffer.from([0x55, 0x54, 1, 0, 7])
    const extra = isSized
      ? Buffer.concat([other, zip64Field([size, packed.length, ...(hasFarOffset ? [offset] : [])])])
      : Buffer.alloc(0)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(hasFarOffset ? PLACEHOLDER : offset, 10)
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields(extra, false), rest, title, extra]))
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(entries)
  return Buffer.concat([...locals, directory, endOf(members.length, directory.length, at, style)])
}

function zip64Field(numbers: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * numbers.length)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(8 * numbers.length, 2)
  for (const [index, number] of numbers.entries()) field.writeBigUInt64LE(BigInt(number), 4 + 8 * index)
  return field
}

function descriptor(sum: number, packed: number, size: number, isLong: boolean): Buffer {
  const made = Buffer.alloc(isLong ? 24 : 16)
  made.write('PK\x07\x08', 'latin1')
  made.writeUInt32LE(sum, 4)
  if (isLong) {
    made.writeBigUInt64LE(BigInt(packed), 8)
    made.writeBigUInt64LE(BigInt(size), 16)
  } else {
    made.writeUInt32LE(packed, 8)
    made.writeUInt32LE(size, 12)
  }
  return made
}

function endOf(count: number, length: number, at: number, { zip64End: zip64, zip64Data = 0 }: ArchiveStyle): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(zip64 === 'instead' ? 0xffff : count, 8)
  end.writeUInt16LE(zip64 === 'instead' ? 0xffff : count, 10)
  end.writeUInt32LE(zip64 === 'instead' ? PLACEHOLDER : length, 12)
  end.writeUInt32LE(zip64 === 'instead' ? PLACEHOLDER : at, 16)
  if (!zip64) return end
  const record = Buffer.alloc(56 + zip64Data, 0x50)
  record.write('PK\x06\x06', 'latin1')
  record.writeBigUInt64LE(44n + BigInt(zip64Data), 4)
  record.writeUInt16LE(45, 12)
  record.writeUInt16LE(45, 14)
  for (const [index, number] of [count, count, length, at].entries())
    record.writeBigUInt64LE(BigInt(number), 24 + 8 * index)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 'latin1')
  locator.writeBigUInt64LE(BigInt(at + length), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator, end])
}

/** A card of version 3 with something in every field, and unknown keys at every level. */
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
