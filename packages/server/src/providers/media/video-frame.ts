import { spawn } from 'node:child_process'

/** An encoded frame of a video, and the smallest file that contains it. */
export interface CodedFrame {
  codec: 'vp8' | 'vp9' | 'av1' | 'avc'
  /** As in RFC 6381, with profile and depth. */
  codecName: string
  width: number
  height: number
  /** Clockwise rotation for display. */
  rotation: number
  bytes: Uint8Array
  /** A file with this frame alone. */
  file: Uint8Array
}

/** The worker's result for a video. */
export type VideoWorkerResult =
  | {
      kind: 'done'
      container: 'mp4' | 'webm'
      bytes: Uint8Array
      width: number
      height: number
      durationMs: number
      frame: CodedFrame
    }
  | { kind: 'refused'; why: 'kind' | 'pixels' | 'duration' }

/**
 * Wraps a key frame as an image file, without any video decoder: a VP8 frame is what a lossy WebP contains (RFC 9649),
 * an AV1 frame what an AVIF contains. Null for the other codecs.
 */
export function frameToImage(frame: CodedFrame): Buffer | null {
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

/** One AV1 item in the boxes of HEIF (ISO/IEC 23008-12; AV1 Image File Format, 2.2). */
function avifOf({ bytes, codecName, width, height }: CodedFrame): Buffer {
  const ftyp = box('ftyp', text('avif'), u32(0), text('avifmif1miaf'))
  // The item's offset is known once the boxes before it have their length, which does not depend on it.
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

/** `av01.<profile>.<level><tier>.<depth>`: what a decoder needs before it reads; the frame itself repeats it. */
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

const FFMPEG_TIMEOUT_MS = 8_000
const MAX_ALLOC_BYTES = 256 * 1024 * 1024
const MAX_OUTPUT_BYTES = 128 * 1024 * 1024
/** Seconds of CPU time, kB of address space, and no file may be written. */
const PROCESS_LIMITS = 'ulimit -t 8 && ulimit -v 4194304 && ulimit -f 0'

/**
 * The first frame of a small video as PNG, by the operator's own ffmpeg; null if there is none on the PATH, or it
 * fails. It only gets bytes on stdin: no file, no network, the formats and codecs that uploads may have, one thread,
 * with limits on memory and time that the system enforces.
 */
export function decodeFrameWithFfmpeg(video: Uint8Array, program = 'ffmpeg'): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const child = spawn(
      '/bin/sh',
      [
        '-c',
        `${PROCESS_LIMITS} && exec "$0" "$@"`,
        program,
        '-nostdin',
        '-v',
        'quiet',
        '-protocol_whitelist',
        'pipe',
        '-format_whitelist',
        'mov,matroska,webm',
        '-codec_whitelist',
        'h264,vp8,vp9,libvpx-vp9,av1,libdav1d,libaom-av1',
        '-max_alloc',
        String(MAX_ALLOC_BYTES),
        '-threads',
        '1',
        '-i',
        'pipe:0',
        '-frames:v',
        '1',
        '-an',
        '-c:v',
        'png',
        '-f',
        'image2pipe',
        'pipe:1',
      ],
      { stdio: ['pipe', 'pipe', 'ignore'], env: { PATH: process.env.PATH }, cwd: '/' },
    )
    const pieces: Buffer[] = []
    let length = 0
    const late = setTimeout(() => child.kill('SIGKILL'), FFMPEG_TIMEOUT_MS)
    const end = (frame: Buffer | null) => {
      clearTimeout(late)
      resolve(frame)
    }
    child.on('error', () => end(null))
    child.on('close', (code) => end(code === 0 && length > 0 ? Buffer.concat(pieces) : null))
    child.stdout.on('data', (piece: Buffer) => {
      length += piece.length
      if (length > MAX_OUTPUT_BYTES) child.kill('SIGKILL')
      else pieces.push(piece)
    })
    // ffmpeg may finish before it has read all input.
    child.stdin.on('error', () => undefined)
    child.stdin.end(video)
  })
}
