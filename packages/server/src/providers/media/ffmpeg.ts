import { spawn } from 'node:child_process'

const WITHIN_MS = 8_000
const MOST_ALLOCATED = 256 * 1024 * 1024
const MOST_OUTPUT = 128 * 1024 * 1024

/**
 * The first frame of a small video as PNG, by the operator's own ffmpeg; null where there is none on the PATH, or it can
 * not. It is given bytes and nothing else: no file, no network, one thread, so much memory and so much time.
 */
export function frameByFfmpeg(video: Uint8Array, program = 'ffmpeg'): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const child = spawn(
      program,
      [
        '-nostdin',
        '-v',
        'quiet',
        '-protocol_whitelist',
        'pipe',
        '-max_alloc',
        String(MOST_ALLOCATED),
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
      { stdio: ['pipe', 'pipe', 'ignore'], env: { PATH: process.env.PATH } },
    )
    const pieces: Buffer[] = []
    let length = 0
    const late = setTimeout(() => child.kill('SIGKILL'), WITHIN_MS)
    const end = (frame: Buffer | null) => {
      clearTimeout(late)
      resolve(frame)
    }
    child.on('error', () => end(null))
    child.on('close', (code) => end(code === 0 && length > 0 ? Buffer.concat(pieces) : null))
    child.stdout.on('data', (piece: Buffer) => {
      length += piece.length
      if (length > MOST_OUTPUT) child.kill('SIGKILL')
      else pieces.push(piece)
    })
    // It may have seen enough before it has read all.
    child.stdin.on('error', () => undefined)
    child.stdin.end(video)
  })
}
