import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isFileName } from '../../domains/media/file-names.ts'
import type { ByteRange, MediaFiles } from '../../domains/media/media-files.ts'
import { newSecret } from '../../platform/ids.ts'
import { DRAFT, isSystemError, ownedFolder } from '../../platform/owned-folder.ts'

const ID = /^[A-Za-z0-9_-]{43}$/

/** Files in a folder, those of one name in one of their own. Nothing but the names that we make ourselves ever becomes a path. */
export function mediaFolder(folder: string): MediaFiles {
  const pathOf = (id: string) => {
    if (!ID.test(id)) throw new Error('not the name of a file')
    return join(folder, id)
  }
  const fileAt = (id: string, name: string) => (ID.test(id) && isFileName(name) ? join(pathOf(id), name) : null)
  return {
    ...ownedFolder(folder, (name) => ID.test(name)),
    async place(id, files) {
      // A name of its own: two processes may be making the same files.
      const draft = `${pathOf(id)}.${newSecret().slice(0, 8)}${DRAFT}`
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
      return path === null ? null : orNull(() => (range ? readRange(path, range) : readFile(path)))
    },
    async sizeOf(id, name) {
      const path = fileAt(id, name)
      return path === null ? null : orNull(async () => (await stat(path)).size)
    },
    async remove(ids) {
      for (const id of ids) await rm(pathOf(id), { recursive: true, force: true })
    },
  }
}

async function readRange(path: string, { start, end }: ByteRange): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const bytes = new Uint8Array(end - start + 1)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function orNull<Value>(work: () => Promise<Value>): Promise<Value | null> {
  try {
    return await work()
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null
    throw error
  }
}
