/**
 * Clips without a video encoder: a lossy WebP is a VP8 key frame in a wrapper (RFC 9649), and a WebM with only key
 * frames is a video that every browser plays. Larger than a real encoder's output, which is acceptable for short clips.
 */

interface Clip {
  /** lossy WebP files of one size, without transparency, in order */
  frames: readonly Uint8Array[]
  width: number
  height: number
  framesPerSecond: number
}

/** A clip as a WebM file with the AI content label [H3]. @throws Error when a frame is not a lossy WebP. */
export function encodeClip({ frames, width, height, framesPerSecond }: Clip): Uint8Array {
  const step = 1000 / framesPerSecond
  const head = element(
    0x1a45dfa3, // EBML
    unsigned(0x4286, 1), // version
    unsigned(0x42f7, 1), // read version
    unsigned(0x42f2, 4), // longest id
    unsigned(0x42f3, 8), // longest length
    text(0x4282, 'webm'),
    unsigned(0x4287, 2), // version of webm
    unsigned(0x4285, 2), // needed to read it
  )
  const info = element(
    0x1549a966,
    unsigned(0x2ad7b1, 1_000_000), // a tick is a millisecond
    float(0x4489, frames.length * step), // duration
    text(0x4d80, 'everkin'),
    text(0x5741, 'everkin'),
  )
  const tracks = element(
    0x1654ae6b,
    element(
      0xae,
      unsigned(0xd7, 1), // number
      unsigned(0x73c5, 1), // uid
      unsigned(0x83, 1), // video
      unsigned(0x9c, 0), // no lacing
      text(0x86, 'V_VP8'),
      unsigned(0x23e383, Math.round(step * 1_000_000)), // nanoseconds a frame
      element(0xe0, unsigned(0xb0, width), unsigned(0xba, height)),
    ),
  )
  const before = Buffer.concat([info, tracks, aiContentTags()])
  const cues = cuesTo(before.length)
  const cluster = element(0x1f43b675, unsigned(0xe7, 0), ...frames.map((frame, index) => block(frame, index * step)))
  return Buffer.concat([head, element(0x18538067, before, cues, cluster)])
}

/** The VP8 frame in a WebP file. @throws Error when there is none. */
export function keyFrameOf(webp: Uint8Array): Uint8Array {
  const file = Buffer.from(webp.buffer, webp.byteOffset, webp.byteLength)
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP')
    throw new Error('not a WebP file')
  for (let at = 12; at + 8 <= file.length; ) {
    const length = file.readUInt32LE(at + 4)
    if (file.toString('latin1', at, at + 4) === 'VP8 ') return file.subarray(at + 8, at + 8 + length)
    at += 8 + length + (length % 2)
  }
  throw new Error('the WebP has no lossy frame')
}

/** A key frame at `milliseconds`. */
function block(webp: Uint8Array, milliseconds: number): Uint8Array {
  const header = Buffer.from([0x81, 0, 0, 0x80]) // track 1, time, key frame
  header.writeInt16BE(Math.round(milliseconds), 1)
  return element(0xa3, header, keyFrameOf(webp))
}

/** The index of the frames, for players that seek. */
function cuesTo(before: number): Uint8Array {
  const cue = (position: number) =>
    element(0x1c53bb6b, element(0xbb, unsigned(0xb3, 0), element(0xb7, unsigned(0xf7, 1), fixed(0xf1, position))))
  return cue(before + cue(0).length)
}

/** A number in four bytes, so that its own size does not change the offset it contains. */
function fixed(id: number, value: number): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return element(id, bytes)
}

/** Tags in the IPTC vocabulary: drawn by an algorithm without training. */
const aiContentTags = (): Uint8Array =>
  element(
    0x1254c367,
    element(
      0x7373,
      element(0x63c0),
      tag('DigitalSourceType', 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia'),
      tag('COMMENT', 'Generated picture of an AI character.'),
    ),
  )

const tag = (name: string, value: string): Uint8Array => element(0x67c8, text(0x45a3, name), text(0x4487, value))

/** The few forms of EBML (RFC 8794) that a WebM file is made of. */

/** An element: its id, its length, its content. */
export function element(id: number, ...content: Uint8Array[]): Uint8Array {
  const body = Buffer.concat(content)
  return Buffer.concat([idBytes(id), lengthBytes(body.length), body])
}

export const unsigned = (id: number, value: number): Uint8Array => {
  const bytes: number[] = []
  for (let rest = value; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return element(id, Uint8Array.from(bytes))
}

export const text = (id: number, value: string): Uint8Array => element(id, Buffer.from(value, 'utf8'))

export function float(id: number, value: number): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return element(id, bytes)
}

function idBytes(id: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = id; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Uint8Array.from(bytes)
}

/** A length in eight bytes: the marker, then 56 bits. */
function lengthBytes(length: number): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(length))
  bytes[0] = 1
  return bytes
}
