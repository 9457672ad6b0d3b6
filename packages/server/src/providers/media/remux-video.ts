import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import {
  ImageRejected,
  LOCKED_VIDEO_NAMES,
  type ReencodedImage,
  type ReencodeImage,
  type RemuxVideo,
} from '../../modules/media/module.ts'
import type { CodedFrame, VideoWorkerResult } from './video-frame.ts'
import { decodeFrameWithFfmpeg, frameToImage } from './video-frame.ts'

/** Remuxing 50 MB takes half a second; a file that takes longer than this is likely hostile. */
const WORKER_TIMEOUT_MS = 15_000
const MEMORY_MB = 256
/** Each of them holds its file in memory twice. */
const CONCURRENCY = 2

/**
 * Remuxes videos, each in a worker thread of its own with a memory limit that can be terminated: only validated data
 * from a hostile file reaches the main thread. Frames are decoded by `readFrame`, or else taken from the uploaded
 * poster, which is re-encoded like any image.
 */
export function createVideoRemuxer(
  reencodeImage: ReencodeImage,
  readFrame: (frame: CodedFrame) => Promise<Buffer | null> = decodeFrame,
): RemuxVideo {
  const limit = pLimit(CONCURRENCY)
  return (bytes, poster) =>
    limit(async () => {
      const video = await readInWorker(bytes)
      const still = await encodePoster(reencodeImage, video.frame, readFrame, poster)
      const name = LOCKED_VIDEO_NAMES[video.container === 'mp4' ? 0 : 1]
      return {
        width: video.width,
        height: video.height,
        durationMs: video.durationMs,
        files: [...still.files, { name, bytes: video.bytes }],
        main: name,
        small: still.small,
        thumbnail: still.thumbnail,
      }
    })
}

type ReadVideo = Extract<VideoWorkerResult, { kind: 'done' }>

/** @throws ImageRejected for an unsupported video, or one that is too long, too large, or too much for the worker. */
function readInWorker(bytes: Uint8Array): Promise<ReadVideo> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./video-worker.ts', import.meta.url), {
      workerData: { bytes },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      stdout: true,
      stderr: true,
    })
    const refuse = (why: ImageRejected['why']) => reject(new ImageRejected(why))
    const late = setTimeout(() => {
      refuse('kind')
      void worker.terminate()
    }, WORKER_TIMEOUT_MS)
    worker.on('message', (message: VideoWorkerResult) => {
      if (message.kind === 'done') resolve(message)
      else refuse(message.why)
      void worker.terminate()
    })
    worker.on('error', () => refuse('kind'))
    worker.on('exit', () => {
      clearTimeout(late)
      refuse('kind') // no effect after an answer
    })
  })
}

async function encodePoster(
  reencodeImage: ReencodeImage,
  frame: CodedFrame,
  readFrame: (frame: CodedFrame) => Promise<Buffer | null>,
  poster: Uint8Array | null,
): Promise<ReencodedImage> {
  const own = await readFrame(frame)
  for (const picture of [own, poster]) {
    if (!picture) continue
    try {
      return await reencodeImage(picture, 'locked_image')
    } catch (error) {
      if (!(error instanceof ImageRejected)) throw error
    }
  }
  throw new ImageRejected('poster')
}

/** A frame as an image file: decoded by the image library, or by the operator's ffmpeg. */
async function decodeFrame(frame: CodedFrame): Promise<Buffer | null> {
  return frameToImage(frame) ?? (await decodeFrameWithFfmpeg(frame.file))
}
