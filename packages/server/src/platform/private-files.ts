import { chmodSync, mkdirSync, statSync } from 'node:fs'

/** What this process writes from here on is for its own user alone, also by code that asks for no mode of its own. */
export function restrictUmask(): void {
  process.umask(0o077)
}

const PRIVATE_MODE = 0o700
/** Of a folder that is meant for everybody, such as /tmp. */
const STICKY_BIT = 0o1000

/**
 * Makes a folder where there is none, and shuts it to other users of the machine, also one that was open to them before:
 * the embedded database gives its files mode 0666 whatever the umask. Returns whether it is shut now; a folder that
 * belongs to somebody else, or to everybody, stays as it is.
 */
export function ensurePrivateFolder(path: string): boolean {
  mkdirSync(path, { recursive: true, mode: PRIVATE_MODE })
  const { mode } = statSync(path)
  if ((mode & 0o777) === PRIVATE_MODE) return true
  if (mode & STICKY_BIT) return false
  try {
    chmodSync(path, PRIVATE_MODE)
  } catch (error) {
    if (['EPERM', 'EROFS', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) return false // a system error
    throw error
  }
  return true
}
