import { Worker } from 'node:worker_threads'
import { LOCKED_VIDEOS } from '../../domains/media/file-names.ts'
import { PictureRefused, type Repaint, type Repainted, type Rewrite } from '../../domains/media/media-files.ts'
import { frameByFfmpeg } from './ffmpeg.ts'
import { stillOf } from './still-of-frame.ts'
import type { CodedFrame, FromVideoWorker } from './video-messages.ts'

/** Reading and writing 50 MB takes half a second; what takes longer than this is made to take long. */
const WITHIN_MS = 15_000
const MEMORY_MB = 256
/** Each of them holds its file twice. */
const AT_ONCE = 2

/**
 * Writes videos anew, each in a worker thread of its own that can be ended and has so much memory: nothing in a hostile
 * file reaches the server's own thread but what has been found good. Frames are read by `readFrame`, then by the frame
 * that came along, which is painted anew like any picture.
 */
export function createRewrite(
  repaint: Repaint,
  readFrame: (frame: CodedFrame) => Promise<Buffer | null> = frameByServer,
): Rewrite {
  let free = AT_ONCE
  const waiting: (() => void)[] = []
  return async (bytes, poster) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      const video = await readInWorker(bytes)
      const still = await paintFrame(repaint, video.frame, readFrame, poster)
      const name = LOCKED_VIDEOS[video.container === 'mp4' ? 0 : 1]
      return {
        width: video.width,
        height: video.height,
        durationMs: video.durationMs,
        files: [...still.files, { name, bytes: video.bytes }],
        main: name,
        small: still.small,
        thumbnail: still.thumbnail,
      }
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

type ReadVideo = Extract<FromVideoWorker, { kind: 'done' }>

/** @throws PictureRefused for what is no video of ours, too long, too large, or too much for the worker. */
function readInWorker(bytes: Uint8Array): Promise<ReadVideo> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./video-worker.ts', import.meta.url), {
      workerData: { bytes },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      stdout: true,
      stderr: true,
    })
    const refuse = (why: PictureRefused['why']) => reject(new PictureRefused(why))
    const late = setTimeout(() => {
      refuse('kind')
      void worker.terminate()
    }, WITHIN_MS)
    worker.on('message', (message: FromVideoWorker) => {
      if (message.kind === 'done') resolve(message)
      else refuse(message.why)
      void worker.terminate()
    })
    worker.on('error', () => refuse('kind'))
    worker.on('exit', () => {
      clearTimeout(late)
      refuse('kind') // of no effect after an answer
    })
  })
}

async function paintFrame(
  repaint: Repaint,
  frame: CodedFrame,
  readFrame: (frame: CodedFrame) => Promise<Buffer | null>,
  poster: Uint8Array | null,
): Promise<Repainted> {
  const own = await readFrame(frame)
  for (const picture of [own, poster]) {
    if (!picture) continue
    try {
      return await repaint(picture, 'locked_image')
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error
    }
  }
  throw new PictureRefused('poster')
}

/** A frame as a picture file: by what reads pictures here, or by the operator's ffmpeg. */
async function frameByServer(frame: CodedFrame): Promise<Buffer | null> {
  return stillOf(frame) ?? (await frameByFfmpeg(frame.file))
}
