import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaFiles } from '../../domains/media/media-files.ts'

const ID = /^[A-Za-z0-9_-]{43}$/
const FILE = /^[0-9]{2,4}\.webp$/
const DRAFT = '.draft'

/** Pictures in a folder, each in one of its own. Nothing but the names that we make ourselves ever becomes a path. */
export function mediaFolder(folder: string): MediaFiles {
  const pathOf = (id: string) => {
    if (!ID.test(id)) throw new Error('not the name of a picture')
    return join(folder, id)
  }
  return {
    async place(id, files) {
      const draft = pathOf(id) + DRAFT
      await mkdir(draft, { recursive: true })
      for (const { name, bytes } of files) await writeFile(join(draft, name), bytes, { mode: 0o600 })
      await rename(draft, pathOf(id))
    },
    async read(id, name) {
      if (!ID.test(id) || !FILE.test(name)) return null
      try {
        return await readFile(join(pathOf(id), name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null // a system error
        throw error
      }
    },
    async remove(ids) {
      for (const id of ids) await rm(pathOf(id), { recursive: true, force: true })
    },
    async listBefore(moment) {
      const found: string[] = []
      for (const name of await readdir(folder).catch(() => [])) {
        const made = await stat(join(folder, name)).catch(() => null)
        if (!made || made.mtimeMs >= moment.getTime()) continue
        if (ID.test(name)) found.push(name)
        // What a crash left half written.
        else if (name.endsWith(DRAFT)) await rm(join(folder, name), { recursive: true, force: true })
      }
      return found
    },
  }
}
