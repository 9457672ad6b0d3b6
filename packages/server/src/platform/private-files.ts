import { chmodSync, mkdirSync, statSync } from 'node:fs'

/** Files that this process creates from now on are for its own user only, even where the code sets no mode. */
export function restrictUmask(): void {
  process.umask(0o077)
}

const PRIVATE_MODE = 0o700
/** The mark of a folder that is shared by everyone, such as /tmp. */
const STICKY_BIT = 0o1000

/**
 * Creates a folder if there is none, and closes it to other users of the machine, even if it was open to them before:
 * the embedded database gives its files mode 0666 whatever the umask. Returns whether it is closed now; a folder that
 * belongs to someone else, or to everyone, stays as it is.
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
