import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { placeWhole } from './db/data-folder.ts'
import { OWNER_FILE, type OwnedFiles, TRASH_DAYS } from './file-owner.ts'

const TRASH = 'trash'
/** What a crash left half written. */
export const DRAFT = '.draft'

/** The side of a folder of files that sweeps see. Only names that `isName` takes become paths. */
export function ownedFolder(folder: string, isName: (name: string) => boolean): OwnedFiles {
  return {
    folder,
    async readOwner() {
      return readFile(join(folder, OWNER_FILE), 'utf8').then(
        (text) => text.trim(),
        (error: unknown) => {
          if (isSystemError(error, 'ENOENT')) return null
          throw error
        },
      )
    },
    async writeOwner(id) {
      await mkdir(folder, { recursive: true })
      try {
        placeWhole(join(folder, OWNER_FILE), `${id}\n`)
      } catch (error) {
        if (!isSystemError(error, 'EEXIST')) throw error
      }
    },
    async listBefore(moment) {
      const found: string[] = []
      for (const name of await readdir(folder).catch(() => [])) {
        const made = await stat(join(folder, name)).catch(() => null)
        if (!made || made.mtimeMs >= moment.getTime()) continue
        if (isName(name)) found.push(name)
      }
      return found
    },
    async moveToTrash(names, now) {
      if (names.length === 0) return
      const day = join(folder, TRASH, dayOf(now))
      await mkdir(day, { recursive: true })
      for (const name of names) {
        if (!isName(name)) throw new Error('not the name of a file')
        await rename(join(folder, name), join(day, name)).catch((error: unknown) => {
          if (!isSystemError(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST')) throw error
        })
      }
    },
    async deleteOld(now, draftsBefore) {
      for (const name of await readdir(folder).catch(() => [])) {
        if (!name.endsWith(DRAFT)) continue
        const made = await stat(join(folder, name)).catch(() => null)
        if (made && made.mtimeMs < draftsBefore.getTime())
          await rm(join(folder, name), { recursive: true, force: true })
      }
      const last = dayOf(new Date(now.getTime() - TRASH_DAYS * 86_400_000))
      for (const day of await readdir(join(folder, TRASH)).catch(() => []))
        if (/^\d{4}-\d\d-\d\d$/.test(day) && day < last)
          await rm(join(folder, TRASH, day), { recursive: true, force: true })
    },
  }
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}

/** Whether an error is one of these of the system. */
export function isSystemError(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '') // a system error carries one
}
