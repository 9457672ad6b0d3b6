import { parentPort, workerData } from 'node:worker_threads'
import { LIMITS } from '@everkin/contract/limits.ts'
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import type { CodedFrame, VideoWorkerResult } from './video-frame.ts'

/** Codecs that browsers play in both containers; HEVC is not among them. */
const VIDEO_CODECS = ['avc', 'vp8', 'vp9', 'av1'] as const
const AUDIO_CODECS = ['aac', 'opus', 'vorbis', 'mp3'] as const
/** 240 frames a second for the longest allowed video, and its sound. */
const MAX_PACKETS = 24_000
/** A tolerance for videos slightly over the limit. */
const GRACE_SECONDS = 0.5
const MAX_SIDE = 4_096

class VideoRejected extends Error {
  readonly why: 'kind' | 'pixels' | 'duration'

  constructor(why: VideoRejected['why']) {
    super(why)
    this.why = why
  }
}

type Container = 'mp4' | 'webm'

/** Parses a video and writes its packets into a new file, without any metadata (UPL-04). */
async function remux(bytes: Uint8Array): Promise<VideoWorkerResult> {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4, WEBM] })
  const container: Container = (await input.getFormat()) === MP4 ? 'mp4' : 'webm'
  const video = await input.getPrimaryVideoTrack()
  const codec = VIDEO_CODECS.find((known) => known === video?.codec)
  if (!video || !codec) throw new VideoRejected('kind')
  const [width, height] = [video.displayWidth, video.displayHeight]
  if (!(width > 0 && height > 0)) throw new VideoRejected('kind')
  if (Math.max(width, height, video.codedWidth, video.codedHeight) > MAX_SIDE) throw new VideoRejected('pixels')
  const found = await input.getPrimaryAudioTrack()
  const audio = AUDIO_CODECS.some((known) => known === found?.codec) ? found : null
  const durationSeconds = await input.computeDuration()
  if (!(durationSeconds > 0)) throw new VideoRejected('kind')
  if (durationSeconds > LIMITS.videoSeconds + GRACE_SECONDS) throw new VideoRejected('duration')
  const written = await write(container, video, audio)
  const frame = await frameOf(container, video, codec, durationSeconds)
  return {
    kind: 'done',
    container,
    bytes: written,
    width: Math.round(width),
    height: Math.round(height),
    frame,
    durationMs: Math.round(durationSeconds * 1_000),
  }
}

function outputFor(container: Container): Output<Mp4OutputFormat | WebMOutputFormat, BufferTarget> {
  const format = container === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat()
  return new Output({ format, target: new BufferTarget() })
}

async function write(container: Container, video: InputVideoTrack, audio: InputAudioTrack | null): Promise<Uint8Array> {
  const output = outputFor(container)
  const pictures = await addVideo(output, video, container)
  const sound = audio && (await addAudio(output, audio))
  await output.start()
  const next = [packetsOf(video), ...(audio ? [packetsOf(audio)] : [])]
  const adders = [pictures, ...(sound ? [sound] : [])]
  const waiting: (EncodedPacket | null)[] = []
  for (const packets of next) waiting.push((await packets.next()).value ?? null)
  for (let count = 0; ; count++) {
    if (count > MAX_PACKETS) throw new VideoRejected('kind')
    const turn = earliestOf(waiting)
    const packet = waiting[turn]
    if (!packet) break
    await adders[turn]?.(packet)
    waiting[turn] = (await next[turn]?.next())?.value ?? null
  }
  return finished(output)
}

function packetsOf(track: InputVideoTrack | InputAudioTrack): AsyncGenerator<EncodedPacket, void, unknown> {
  return new EncodedPacketSink(track).packets()
}

/** The track to continue with: the one whose next packet is shown first. */
function earliestOf(waiting: readonly (EncodedPacket | null)[]): number {
  let turn = 0
  for (const [index, packet] of waiting.entries())
    if (packet && (!waiting[turn] || packet.timestamp < (waiting[turn]?.timestamp ?? 0))) turn = index
  return turn
}

type AnyOutput = ReturnType<typeof outputFor>

async function addVideo(output: AnyOutput, track: InputVideoTrack, container: Container) {
  if (!track.codec) throw new VideoRejected('kind')
  const source = new EncodedVideoPacketSource(track.codec)
  output.addVideoTrack(source, container === 'mp4' ? { rotation: track.rotation } : {})
  const decoderConfig = await track.getDecoderConfig()
  if (!decoderConfig) throw new VideoRejected('kind')
  return (packet: EncodedPacket) => source.add(packet, { decoderConfig })
}

async function addAudio(output: AnyOutput, track: InputAudioTrack) {
  if (!track.codec) throw new VideoRejected('kind')
  const source = new EncodedAudioPacketSource(track.codec)
  output.addAudioTrack(source)
  const decoderConfig = await track.getDecoderConfig()
  if (!decoderConfig) throw new VideoRejected('kind')
  return (packet: EncodedPacket) => source.add(packet, { decoderConfig })
}

async function finished(output: AnyOutput): Promise<Uint8Array> {
  await output.finalize()
  if (!output.target.buffer) throw new VideoRejected('kind')
  return new Uint8Array(output.target.buffer)
}

/** A key frame, from inside the video if possible, because the first one is often black. */
async function frameOf(
  container: Container,
  video: InputVideoTrack,
  codec: CodedFrame['codec'],
  durationSeconds: number,
): Promise<CodedFrame> {
  const sink = new EncodedPacketSink(video)
  const packet = (await sink.getKeyPacket(durationSeconds / 3)) ?? (await sink.getFirstKeyPacket())
  if (!packet) throw new VideoRejected('kind')
  const output = outputFor(container)
  const add = await addVideo(output, video, container)
  await output.start()
  await add(packet.clone({ timestamp: 0 }))
  return {
    codec,
    width: video.codedWidth,
    height: video.codedHeight,
    rotation: video.rotation,
    codecName: (await video.getCodecParameterString()) ?? '',
    bytes: packet.data,
    file: await finished(output),
  }
}

const answer = await remux((workerData as { bytes: Uint8Array }).bytes).catch(
  (error: unknown): VideoWorkerResult => ({
    kind: 'refused',
    why: error instanceof VideoRejected ? error.why : 'kind',
  }),
)
parentPort?.postMessage(answer)
