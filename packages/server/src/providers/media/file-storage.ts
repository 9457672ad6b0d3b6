import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportStorage } from '../../modules/card-files/module.ts'
import { type ByteRange, isMediaFileName, isMediaId, type MediaStorage } from '../../modules/media/module.ts'
import { newId, newSecret } from '../../platform/ids.ts'
import { createOwnedFolder, DRAFT_SUFFIX, isFileHash } from '../../platform/owned-folder.ts'
import { isSystemError } from '../../platform/system-error.ts'

/** Imported files in a folder. Only hashes that we computed ourselves become paths. */
export function createImportStorage(folder: string): ImportStorage {
  const pathOf = (hash: string) => {
    if (!isFileHash(hash)) throw new Error('not the hash of a file')
    return join(folder, hash)
  }
  return {
    ...createOwnedFolder(folder, isFileHash),
    async place(hash, bytes) {
      const path = pathOf(hash)
      const draft = `${path}.${newId()}${DRAFT_SUFFIX}`
      await mkdir(folder, { recursive: true })
      try {
        await writeFile(draft, bytes, { mode: 0o600 })
        await rename(draft, path)
      } catch (error) {
        // A partial file would take up the last space of a full disk.
        await rm(draft, { force: true })
        throw error
      }
    },
    async read(hash) {
      return nullIfMissing(() => readFile(pathOf(hash)))
    },
    async has(hash) {
      return (await nullIfMissing(() => stat(pathOf(hash)))) !== null
    },
    async remove(hashes) {
      for (const hash of hashes) await rm(pathOf(hash), { force: true })
    },
  }
}

/** Files in a folder, with a subfolder for each id. Only ids that we created ourselves become paths. */
export function createMediaStorage(folder: string): MediaStorage {
  const pathOf = (id: string) => {
    if (!isMediaId(id)) throw new Error('not the name of a file')
    return join(folder, id)
  }
  const fileAt = (id: string, name: string) => (isMediaId(id) && isMediaFileName(name) ? join(pathOf(id), name) : null)
  return {
    ...createOwnedFolder(folder, isMediaId),
    async place(id, files) {
      // A unique draft name, because two processes may be writing the same files.
      const draft = `${pathOf(id)}.${newSecret().slice(0, 8)}${DRAFT_SUFFIX}`
      await mkdir(draft, { recursive: true })
      try {
        for (const { name, bytes } of files) await writeFile(join(draft, name), bytes, { mode: 0o600 })
        await rename(draft, pathOf(id))
      } catch (error) {
        await rm(draft, { recursive: true, force: true })
        if (!isSystemError(error, 'ENOTEMPTY', 'EEXIST')) throw error
      }
    },
    async read(id, name, range) {
      const path = fileAt(id, name)
      return path === null ? null : nullIfMissing(() => (range ? readByteRange(path, range) : readFile(path)))
    },
    async stream(id, name, range) {
      const path = fileAt(id, name)
      const size = path === null ? null : await nullIfMissing(async () => (await stat(path)).size)
      return path === null || size === null ? null : readChunks(path, range ?? { start: 0, end: size - 1 })
    },
    locate: async () => null,
    async sizeOf(id, name) {
      const path = fileAt(id, name)
      return path === null ? null : nullIfMissing(async () => (await stat(path)).size)
    },
    async remove(ids) {
      for (const id of ids) await rm(pathOf(id), { recursive: true, force: true })
    },
  }
}

const CHUNK_BYTES = 256 * 1024

async function* readChunks(path: string, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  for (let from = start; from <= end; from += CHUNK_BYTES) {
    const chunk = await readByteRange(path, { start: from, end: Math.min(end, from + CHUNK_BYTES - 1) })
    if (chunk.length === 0) throw new Error('a file is shorter than it was')
    yield chunk
  }
}

async function readByteRange(path: string, { start, end }: ByteRange): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const bytes = new Uint8Array(end - start + 1)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function nullIfMissing<Value>(work: () => Promise<Value>): Promise<Value | null> {
  try {
    return await work()
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null
    throw error
  }
}
