import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportFiles } from '../../domains/card-files/import-files.ts'
import { newId } from '../../platform/ids.ts'
import { DRAFT, isSystemError, ownedFolder } from '../../platform/owned-folder.ts'

const HASH = /^[0-9a-f]{64}$/

/** Files that people brought, in a folder. Nothing but a hash that we made ourselves ever becomes a path. */
export function importFolder(folder: string): ImportFiles {
  const pathOf = (hash: string) => {
    if (!HASH.test(hash)) throw new Error('not the hash of a file')
    return join(folder, hash)
  }
  return {
    ...ownedFolder(folder, (name) => HASH.test(name)),
    async place(hash, bytes) {
      const path = pathOf(hash)
      const draft = `${path}.${newId()}${DRAFT}`
      await mkdir(folder, { recursive: true })
      await writeFile(draft, bytes, { mode: 0o600 })
      await rename(draft, path)
    },
    async read(hash) {
      try {
        return await readFile(pathOf(hash))
      } catch (error) {
        if (isSystemError(error, 'ENOENT')) return null
        throw error
      }
    },
    async remove(hashes) {
      for (const hash of hashes) await rm(pathOf(hash), { force: true })
    },
  }
}
