import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportStorage } from '../../modules/card-files/module.ts'
import { type ByteRange, isMediaFileName, type MediaStorage } from '../../modules/media/module.ts'
import { newId, newSecret } from '../../platform/ids.ts'
import { createOwnedFolder, DRAFT_SUFFIX } from '../../platform/owned-folder.ts'
import { isSystemError } from '../../platform/system-error.ts'

const HASH_PATTERN = /^[0-9a-f]{64}$/

/** Imported files in a folder. Only hashes that we computed ourselves become paths. */
export function createImportStorage(folder: string): ImportStorage {
  const pathOf = (hash: string) => {
    if (!HASH_PATTERN.test(hash)) throw new Error('not the hash of a file')
    return join(folder, hash)
  }
  return {
    ...createOwnedFolder(folder, (name) => HASH_PATTERN.test(name)),
    async place(hash, bytes) {
      const path = pathOf(hash)
      const draft = `${path}.${newId()}${DRAFT_SUFFIX}`
      await mkdir(folder, { recursive: true })
      await writeFile(draft, bytes, { mode: 0o600 })
      await rename(draft, path)
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

const ID_PATTERN = /^[A-Za-z0-9_-]{43}$/

/** Files in a folder, with a subfolder for each id. Only ids that we created ourselves become paths. */
export function createMediaStorage(folder: string): MediaStorage {
  const pathOf = (id: string) => {
    if (!ID_PATTERN.test(id)) throw new Error('not the name of a file')
    return join(folder, id)
  }
  const fileAt = (id: string, name: string) =>
    ID_PATTERN.test(id) && isMediaFileName(name) ? join(pathOf(id), name) : null
  return {
    ...createOwnedFolder(folder, (name) => ID_PATTERN.test(name)),
    async place(id, files) {
      // A unique draft name, because two processes may be writing the same files.
      const draft = `${pathOf(id)}.${newSecret().slice(0, 8)}${DRAFT_SUFFIX}`
      await mkdir(draft, { recursive: true })
      for (const { name, bytes } of files) await writeFile(join(draft, name), bytes, { mode: 0o600 })
      try {
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
    async sizeOf(id, name) {
      const path = fileAt(id, name)
      return path === null ? null : nullIfMissing(async () => (await stat(path)).size)
    },
    async remove(ids) {
      for (const id of ids) await rm(pathOf(id), { recursive: true, force: true })
    },
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
