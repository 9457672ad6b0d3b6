import { BufferSource, EncodedPacketSink, Input, WEBM } from 'mediabunny'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { encodeClip, keyFrameOf } from './webm-clip.ts'

const still = (colour: string) =>
  sharp({ create: { width: 48, height: 64, channels: 3, background: colour } })
    .webp({ quality: 60 })
    .toBuffer()

const FRAMES = await Promise.all(['#204060', '#406020', '#602040'].map(still))
const CLIP = await encodeClip({ frames: FRAMES, width: 48, height: 64, framesPerSecond: 12 })

describe('a clip of key frames', () => {
  it('is read back frame for frame', async () => {
    const input = new Input({ source: new BufferSource(CLIP), formats: [WEBM] })
    const track = await input.getPrimaryVideoTrack()
    if (!track) throw new Error('no track')
    expect(await track.getCodec()).toBe('vp8')
    const read: { bytes: Buffer; type: string; at: number }[] = []
    for await (const packet of new EncodedPacketSink(track).packets())
      read.push({ bytes: Buffer.from(packet.data), type: packet.type, at: Math.round(packet.timestamp * 1000) })
    expect(read).toEqual(
      FRAMES.map((frame, index) => ({
        bytes: Buffer.from(keyFrameOf(frame)),
        type: 'key',
        at: Math.round((index * 1000) / 12),
      })),
    )
    expect(await input.computeDuration()).toBeCloseTo(0.25, 2)
    expect([track.displayWidth, track.displayHeight]).toEqual([48, 64])
  })

  it('is a WebM file with a duration and an index, as browsers expect it', () => {
    expect(CLIP.subarray(0, 4)).toEqual(Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3))
    const file = Buffer.from(CLIP)
    for (const [name, id] of Object.entries({ docType: '4282', duration: '4489', cues: '1c53bb6b' }))
      expect(file.includes(Buffer.from(id, 'hex')), name).toBe(true)
    expect(file.includes('webm')).toBe(true)
  })

  it('is always the same for the same frames', async () => {
    const again = await encodeClip({ frames: FRAMES, width: 48, height: 64, framesPerSecond: 12 })
    expect(Buffer.from(again).equals(CLIP)).toBe(true)
  })

  it('H3 marks that an algorithm drew it', async () => {
    const input = new Input({ source: new BufferSource(CLIP), formats: [WEBM] })
    expect((await input.getMetadataTags()).comment).toBe('Generated picture of an AI character.')
    expect(Buffer.from(CLIP).includes('digitalsourcetype/algorithmicMedia')).toBe(true)
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('RIFF....WAVEfmt ')],
    ['a file cut short', FRAMES[0]?.subarray(0, 14) ?? Buffer.alloc(0)],
  ])('cannot be made of %s', async (_, frame) => {
    await expect(encodeClip({ frames: [frame], width: 48, height: 64, framesPerSecond: 12 })).rejects.toThrow('WebP')
  })

  it('cannot be made of a lossless WebP', async () => {
    const lossless = await sharp(FRAMES[0]).webp({ lossless: true }).toBuffer()
    expect(() => keyFrameOf(lossless)).toThrow('no lossy frame')
  })
})
