import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { detectVideoKind } from '../../modules/media/file-type.ts'
import { createImageReencoder } from './reencode-image.ts'
import { createVideoRemuxer } from './remux-video.ts'
import { decodeFrameWithFfmpeg, frameToImage } from './video-frame.ts'

const video = (name: string) => readFileSync(new URL(`./test-videos/${name}`, import.meta.url))
const frame = () =>
  sharp({ create: { width: 96, height: 128, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
/** Like a server without ffmpeg. */
const remuxVideo = createVideoRemuxer(createImageReencoder(), async (coded) => frameToImage(coded))

describe('uploaded videos', () => {
  it.each([
    ['vp8.webm', 'locked-video.webm'],
    ['av1.mp4', 'locked-video.mp4'],
  ])('reads a frame of %s without a video decoder, and remuxes it', async (name, main) => {
    const written = await remuxVideo(video(name), null)
    expect(written).toMatchObject({ width: 96, height: 128, durationMs: expect.closeTo(1_000, -2), main })
    const poster = written.files.find((file) => file.name === 'locked-960.webp')
    const { channels } = await sharp(poster?.bytes).stats()
    expect(await sharp(poster?.bytes).metadata()).toMatchObject({ width: 96, height: 128 })
    // The test image has every colour: a wrongly decoded frame is grey or green.
    expect(channels.every(({ min, max }) => max - min > 180)).toBe(true)
    expect(written.thumbnail).toHaveLength(1)
  })

  it.each(['h264.mp4', 'vp9.webm'])('accepts %s with the uploaded poster, and not without one', async (name) => {
    await expect(remuxVideo(video(name), null)).rejects.toMatchObject({ why: 'poster' })
    await expect(remuxVideo(video(name), Buffer.from('<svg/>'))).rejects.toMatchObject({ why: 'poster' })
    expect(await remuxVideo(video(name), await frame())).toMatchObject({ width: 96, height: 128 })
  })

  it.each(['vp8.webm', 'h264.mp4'])('UPL-04: drops all metadata of %s', async (name) => {
    expect(video(name).includes('canary')).toBe(true)
    const written = await remuxVideo(video(name), await frame())
    const kept = Buffer.from(written.files.find((file) => file.name === written.main)?.bytes ?? [])
    expect(detectVideoKind(kept)).toBe(name.endsWith('mp4') ? 'MP4' : 'WebM')
    for (const trace of ['canary', '+51.5', 'Lavf']) expect(kept.includes(trace)).toBe(false)
    if (name.endsWith('mp4')) expect(kept.indexOf('moov')).toBeLessThan(kept.indexOf('mdat'))
  })

  it('rejects a video longer than a minute', async () => {
    await expect(remuxVideo(video('61-seconds.webm'), null)).rejects.toMatchObject({ why: 'duration' })
  })

  it('UPL-03: rejects a file that only starts like a video', async () => {
    for (const bytes of [
      Buffer.from('\0\0\0\x20ftypisom\0\0\0\0isomiso2', 'latin1'),
      Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(400, 0xff)]),
      video('h264.mp4').subarray(0, 3_000),
    ])
      await expect(remuxVideo(bytes, await frame())).rejects.toMatchObject({ why: 'kind' })
    expect(detectVideoKind(Buffer.from('\0\0\0\x20ftypavif', 'latin1'))).toBeNull()
  })

  it('UPL-02: a broken one is rejected or read, with no other outcome', async () => {
    const poster = await frame()
    const names = ['vp8.webm', 'h264.mp4']
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 40 }),
        async (name, changes) => {
          const bytes = Buffer.from(video(name))
          for (const [at, value] of changes) bytes[at % bytes.length] = value
          const outcome = await remuxVideo(bytes, poster).then(
            ({ width, height }) => (width > 0 && height > 0 ? 'read' : 'odd'),
            (error: { why?: string }) => (error.why ? 'refused' : 'odd'),
          )
          expect(outcome).not.toBe('odd')
        },
      ),
      { numRuns: 12 },
    )
  })

  it('limits what an operator’s ffmpeg may read, use and write', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'everkin-ffmpeg-'))
    const program = join(folder, 'ffmpeg')
    const script = '#!/bin/sh\necho "$@"; ulimit -t; ulimit -v; pwd; ( echo x > "$0.written" ); exit 0'
    writeFileSync(program, script, { mode: 0o700 })
    const lines = String(await decodeFrameWithFfmpeg(Buffer.from('video'), program)).split('\n')
    expect(lines[0]).toContain('-protocol_whitelist pipe -format_whitelist mov,matroska,webm -codec_whitelist h264,')
    expect(lines.slice(1, 4)).toEqual(['8', '4194304', '/'])
    expect(existsSync(`${program}.written`) && readFileSync(`${program}.written`, 'utf8')).not.toBe('x\n')
    rmSync(folder, { recursive: true })
  })

  it('uses an operator’s ffmpeg for the others, and works without it', async () => {
    expect(await decodeFrameWithFfmpeg(video('vp9.webm'), 'no-such-program-anywhere')).toBeNull()
    expect(await decodeFrameWithFfmpeg(Buffer.from('no video'), 'false')).toBeNull()
  })
})
