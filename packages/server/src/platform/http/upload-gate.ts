import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Semaphore } from 'async-mutex'
import { AppError } from '../app-error.ts'
import type { FreeSpace } from '../free-space.ts'
import { newSecret } from '../ids.ts'
import { ensurePrivateFolder } from '../private-files.ts'

const MIB = 1024 * 1024
/** Uploads of one person at a time. The site's own pages send one after the other. */
const MAX_UPLOADS_PER_PERSON = 2
const RETRY_AFTER_SECONDS = 5

/** What all uploads of this process together may use. */
export interface UploadLimits {
  /** Uploads at a time. */
  maxUploads: number
  /** Bytes of unfinished uploads in temporary files. */
  maxBytes: number
  /** Bytes of complete uploads in memory while they are checked and stored. */
  maxMemoryBytes: number
}

const UPLOAD_LIMITS: UploadLimits = { maxUploads: 64, maxBytes: 512 * MIB, maxMemoryBytes: 128 * MIB }

/** Decides which uploads are received, and bounds the disk and memory that they use together (UPL-07). */
export interface UploadGate {
  /**
   * Takes a place for an upload, before its body is read.
   * @throws AppError TooManyRequests when the person has two uploads under way, Unavailable when all places are taken
   * or the disk is nearly full.
   */
  open(personId: string): Promise<UploadSlot>
}

/** The slot of one upload. `close` frees it; calling it again does nothing. */
export interface UploadSlot {
  /** Creates a file that disappears with its handle, even when the process dies. */
  createFile(): Promise<FileHandle>
  /** Counts bytes received. @throws AppError Unavailable when all uploads together exceed their limit. */
  countBytes(bytes: number): void
  /** Runs work that holds so many bytes in memory; waits until they are available. */
  withMemory<Result>(bytes: number, work: () => Promise<Result>): Promise<Result>
  close(): void
}

/** @param folder where unfinished uploads are stored; created if needed. */
export function createUploadGate(
  folder: string,
  freeSpace: Pick<FreeSpace, 'assert'>,
  limits: UploadLimits = UPLOAD_LIMITS,
): UploadGate {
  const openByPerson = new Map<string, number>()
  const memory = new Semaphore(Math.ceil(limits.maxMemoryBytes / MIB))
  let uploads = 0
  let bytes = 0

  function take(personId: string): () => void {
    const own = openByPerson.get(personId) ?? 0
    if (own >= MAX_UPLOADS_PER_PERSON) throw new AppError('TooManyRequests', { retry_after: RETRY_AFTER_SECONDS })
    if (uploads >= limits.maxUploads || bytes >= limits.maxBytes) throw unavailable()
    openByPerson.set(personId, own + 1)
    uploads += 1
    return () => {
      uploads -= 1
      const left = (openByPerson.get(personId) ?? 1) - 1
      if (left > 0) openByPerson.set(personId, left)
      else openByPerson.delete(personId)
    }
  }

  return {
    async open(personId) {
      await freeSpace.assert()
      const giveBack = take(personId)
      let [received, isOpen] = [0, true]
      return {
        createFile: () => createTemporaryFile(folder),
        countBytes(count) {
          if (!isOpen) return
          received += count
          bytes += count
          if (bytes > limits.maxBytes) throw unavailable()
        },
        withMemory: (count, work) =>
          // Even the largest upload gets its turn, alone if need be.
          memory.runExclusive(work, Math.ceil(Math.min(Math.max(1, count), limits.maxMemoryBytes) / MIB)),
        close() {
          if (!isOpen) return
          isOpen = false
          bytes -= received
          giveBack()
        },
      }
    },
  }
}

const unavailable = () => new AppError('Unavailable', { retry_after: RETRY_AFTER_SECONDS })

async function createTemporaryFile(folder: string): Promise<FileHandle> {
  ensurePrivateFolder(folder)
  const path = join(folder, newSecret())
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
