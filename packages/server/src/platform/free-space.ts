import { statfs } from 'node:fs/promises'
import { AppError } from './app-error.ts'
import type { Clock } from './clock.ts'
import { MINUTE_MS } from './durations.ts'
import type { Log } from './log.ts'

/** Guards the disk of the data folder: a full one stops PostgreSQL, and can damage the embedded database. */
export interface FreeSpace {
  /**
   * Call it before storing a file.
   * @throws AppError Unavailable while less than `MIN_FREE_MB` is free. The log says so every ten minutes at most.
   */
  assert(): Promise<void>
  /** Bytes that this process may still use; null when the file system does not tell. */
  freeBytes(): Promise<number | null>
}

const LOG_INTERVAL_MS = 10 * MINUTE_MS
const RETRY_AFTER_SECONDS = 300
const MIB = 1024 * 1024

/** @param readFreeBytes reads the free space of the folder's file system; tests set it. */
export function createFreeSpace(
  { folder, minFreeMb, clock, log }: { folder: string; minFreeMb: number; clock: Clock; log: Log },
  readFreeBytes: (folder: string) => Promise<number> = freeBytesOf,
): FreeSpace {
  let loggedAt = Number.NEGATIVE_INFINITY
  const freeBytes = () => readFreeBytes(folder).catch(() => null)
  return {
    freeBytes,
    async assert() {
      const free = await freeBytes()
      if (free === null || free >= minFreeMb * MIB) return
      const now = clock.now().getTime()
      if (now - loggedAt >= LOG_INTERVAL_MS) {
        loggedAt = now
        log.error(
          { folder, freeMb: Math.floor(free / MIB), minFreeMb },
          'the disk of the data folder is nearly full, so uploads are refused: free some space, or lower MIN_FREE_MB',
        )
      }
      throw new AppError('Unavailable', { retry_after: RETRY_AFTER_SECONDS })
    },
  }
}

/** The bytes that this process may still write on the disk of a folder. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
