import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCodeOf } from './service-monitor.ts'

/** Writes and deletes a small file in the folder. Returns null when that works, else the code of the system’s error. */
export async function findWriteError(folder: string): Promise<string | null> {
  const path = join(folder, `.write-check-${randomUUID()}`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(path, 'ok', { flag: 'wx', mode: 0o600 })
    await rm(path)
    return null
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined)
    return errorCodeOf(error)
  }
}
