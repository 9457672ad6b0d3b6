import { fullCard, pngChunk, pngOf, textChunk, zipWith } from './card-file-builders.ts'

/** Numbers from a seed, so that a file that caused a problem can be generated again. */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/** Valid files of every kind, from which corrupted ones are made. */
export function soundFiles(): Buffer[] {
  const card = fullCard()
  const json = JSON.stringify(card)
  const archive = zipWith([
    { name: 'card.json', bytes: json },
    { name: 'assets/icon/images/main.png', bytes: pngOf([]), isStored: true },
    { name: 'module.risum', bytes: Buffer.alloc(64, 9) },
  ])
  return [
    Buffer.from(json),
    Buffer.from(JSON.stringify({ name: 'Mara', description: 'V1', first_mes: 'x' })),
    pngOf([textChunk('chara', { ...card, spec: 'chara_card_v2' }), textChunk('ccv3', card)]),
    pngOf([pngChunk('acTL', Buffer.alloc(8)), textChunk('chara', card)]),
    archive,
    zipWith([{ name: 'card.json', bytes: json }], { zip64: 'sizes_and_offset', zip64End: 'instead' }),
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xd9]), archive]),
    Buffer.from(JSON.stringify({ spec: 'lorebook_v3', data: card.data.character_book })),
  ]
}

const ODD_BYTES = [0, 0xff, 0x7f, 0x80, 0x22, 0x5b, 0x7b, 0x5d, 0x7d, 0x2c, 0x5c, 0x30]

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1e308,
  0.1,
  '',
  ' ',
  '\0',
  '\ud800',
  'x'.repeat(70_000),
  '{{char}}',
  '[[',
  '/(/',
  [],
  [null],
  [[[]]],
  {},
  { a: { b: [] } },
  ['a', 1, null, {}],
  'data:image/png;base64,AA',
  'embeded://../x',
  [1.5],
]
const ODD_KEYS = ['__proto__', 'constructor', 'entries', 'spec', 'data', 'extensions', 'name', 'keys', '', 'toString']

/** A card in which one to six values, at any level, are replaced, in a valid file. */
function oddCard(chance: () => number): Buffer {
  const below = (limit: number) => Math.floor(chance() * limit)
  const card: unknown = JSON.parse(JSON.stringify(fullCard()))
  for (let times = 1 + below(6); times > 0; times--) {
    let place = card as Record<string, unknown> // an object, or a list, which is one
    for (let depth = below(6); depth > 0; depth--) {
      const inner = Object.values(place).filter((value) => typeof value === 'object' && value !== null)
      if (inner.length > 0) place = inner[below(inner.length)] as Record<string, unknown> // of those
    }
    const keys = [...Object.keys(place), ...(below(3) === 0 ? ODD_KEYS : [])]
    const value = structuredClone(ODD_VALUES[below(ODD_VALUES.length)])
    Object.defineProperty(place, keys[below(keys.length)] ?? 'x', {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  const json = JSON.stringify(card)
  const carriers = [
    () => Buffer.from(json),
    () => pngOf([textChunk('ccv3', json)]),
    () => zipWith([{ name: 'card.json', bytes: json }]),
  ]
  return carriers[below(carriers.length)]?.() ?? Buffer.from(json)
}

/** A file with corrupted content or corrupted bytes. */
export function brokenFile(sound: readonly Buffer[], chance: () => number): Buffer {
  const below = (limit: number) => Math.floor(chance() * limit)
  if (below(2) === 0) return oddCard(chance)
  let bytes = Buffer.from(sound[below(sound.length)] ?? Buffer.alloc(0))
  for (let times = 1 + below(4); times > 0 && bytes.length > 0; times--) {
    const at = below(bytes.length)
    switch (below(8)) {
      case 0:
        bytes[at] = below(256)
        break
      case 1:
        bytes[at] = ODD_BYTES[below(ODD_BYTES.length)] ?? 0
        break
      case 2:
        bytes = bytes.subarray(0, at)
        break
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.min(bytes.length, at + below(64)))])
        break
      case 4: {
        const part = bytes.subarray(at, at + below(256))
        bytes = Buffer.concat([bytes.subarray(0, at), part, part, bytes.subarray(at)])
        break
      }
      case 5:
        // A false length or offset.
        if (at + 4 <= bytes.length) bytes.writeUInt32BE([0, 1, 0x7fffffff, 0xffffffff, below(4096)][below(5)] ?? 0, at)
        break
      case 6: {
        const other = sound[below(sound.length)] ?? bytes
        bytes = Buffer.concat([bytes.subarray(0, at), other.subarray(below(other.length))])
        break
      }
      default: {
        const depth = '['.repeat(below(400))
        bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(depth), bytes.subarray(at)])
      }
    }
  }
  return bytes
}
