import type { CodedFrame } from './video-messages.ts'

/**
 * A key frame as a picture file that a reader of pictures understands, without any reader of videos: one of VP8 is what
 * a lossy WebP holds (RFC 9649), one of AV1 what an AVIF holds. Null for the others.
 */
export function stillOf(frame: CodedFrame): Buffer | null {
  if (frame.codec === 'vp8') return webpOf(frame.bytes)
  return frame.codec === 'av1' ? avifOf(frame) : null
}

function webpOf(frame: Uint8Array): Buffer {
  const padded = frame.length + (frame.length % 2)
  const file = Buffer.alloc(20 + padded)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(12 + padded, 4)
  file.write('WEBPVP8 ', 8, 'latin1')
  file.writeUInt32LE(frame.length, 16)
  file.set(frame, 20)
  return file
}

/** One item of AV1 in the boxes of HEIF (ISO/IEC 23008-12; AV1 Image File Format, 2.2). */
function avifOf({ bytes, codecName, width, height }: CodedFrame): Buffer {
  const ftyp = box('ftyp', text('avif'), u32(0), text('avifmif1miaf'))
  // Where the item lies is only known once the boxes before it have their length, which does not depend on it.
  const meta = (offset: number) =>
    full(
      'meta',
      full('hdlr', u32(0), text('pict'), u32(0), u32(0), u32(0), Buffer.from([0])),
      full('pitm', u16(1)),
      full('iloc', Buffer.from([0x44, 0]), u16(1), u16(1), u16(0), u16(1), u32(offset), u32(bytes.length)),
      full('iinf', u16(1), versioned('infe', 2, u16(1), u16(0), text('av01'), Buffer.from([0]))),
      box(
        'iprp',
        box(
          'ipco',
          full('ispe', u32(width), u32(height)),
          box('av1C', configOf(codecName)),
          full('pixi', Buffer.from([3, depthOf(codecName), depthOf(codecName), depthOf(codecName)])),
        ),
        full('ipma', u32(1), u16(1), Buffer.from([3, 1, 0x80 | 2, 3])),
      ),
    )
  const offset = ftyp.length + meta(0).length + 8
  return Buffer.concat([ftyp, meta(offset), box('mdat', Buffer.from(bytes))])
}

/** `av01.<profile>.<level><tier>.<depth>`: what a reader wants to know before it reads; the frame itself says it again. */
function configOf(codecName: string): Buffer {
  const [, profile = '0', level = '00'] = codecName.split('.')
  const isHigh = level.endsWith('H') ? 0x80 : 0
  const deep = depthOf(codecName) > 8 ? 0x40 : 0
  const halved = profile === '0' ? 0x0c : 0
  return Buffer.from([0x81, (Number(profile) << 5) | Number.parseInt(level, 10), isHigh | deep | halved, 0])
}

function depthOf(codecName: string): number {
  return Number(codecName.split('.')[3] ?? 8) || 8
}

function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), text(type), body])
}

function full(type: string, ...parts: Buffer[]): Buffer {
  return versioned(type, 0, ...parts)
}

function versioned(type: string, version: number, ...parts: Buffer[]): Buffer {
  return box(type, Buffer.from([version, 0, 0, 0]), ...parts)
}

function text(letters: string): Buffer {
  return Buffer.from(letters, 'latin1')
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
