import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportFiles } from '../../domains/card-files/import-files.ts'
import { newId } from '../../platform/ids.ts'

const HASH = /^[0-9a-f]{64}$/
const DRAFT = '.draft'

/** Files that people brought, in a folder. Nothing but a hash that we made ourselves ever becomes a path. */
export function importFolder(folder: string): ImportFiles {
  const pathOf = (hash: string) => {
    if (!HASH.test(hash)) throw new Error('not the hash of a file')
    return join(folder, hash)
  }
  return {
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
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null // a system error
        throw error
      }
    },
    async remove(hashes) {
      for (const hash of hashes) await rm(pathOf(hash), { force: true })
    },
    async listBefore(moment) {
      const found: string[] = []
      for (const name of await readdir(folder).catch(() => [])) {
        const made = await stat(join(folder, name)).catch(() => null)
        if (!made || made.mtimeMs >= moment.getTime()) continue
        if (HASH.test(name)) found.push(name)
        // What a crash left half written.
        else if (name.endsWith(DRAFT)) await rm(join(folder, name), { force: true })
      }
      return found
    },
  }
}
