import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny'

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

/** Tags in the IPTC vocabulary: drawn by an algorithm without training. */
const AI_CONTENT_TAGS = {
  raw: { DigitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia' },
  comment: 'Generated picture of an AI character.',
}

/** A clip as a WebM file with the AI content label [H3]. @throws Error when a frame is not a lossy WebP. */
export async function encodeClip({ frames, width, height, framesPerSecond }: Clip): Promise<Uint8Array> {
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const source = new EncodedVideoPacketSource('vp8')
  output.addVideoTrack(source, { frameRate: framesPerSecond })
  output.setMetadataTags(AI_CONTENT_TAGS)
  await output.start()
  const decoderConfig = { codec: 'vp8', codedWidth: width, codedHeight: height }
  for (const [index, frame] of frames.entries()) {
    const packet = new EncodedPacket(keyFrameOf(frame), 'key', index / framesPerSecond, 1 / framesPerSecond)
    await source.add(packet, { decoderConfig })
  }
  await output.finalize()
  if (!target.buffer) throw new Error('the clip was not written')
  return new Uint8Array(target.buffer)
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
