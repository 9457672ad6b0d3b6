import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from './config.ts'
import { createFileAtomically } from './db/data-folder.ts'

/** The secret that keys hashes, links and stored keys, and those that are being replaced. */
export interface AppSecret {
  /** Keys everything that is written. */
  readonly current: string
  /**
   * What these keyed is still found and decrypted: earlier secrets, and during a rolling deploy the next one. Nothing
   * signed with them is accepted, since a secret may be replaced because others know it.
   */
  readonly fallbacks: readonly string[]
}

/** The current secret first. */
export function allSecrets({ current, fallbacks }: AppSecret): readonly string[] {
  return [current, ...fallbacks]
}

/** In the data folder: the generated secret, and in the second file the earlier ones, one per line. */
export const SECRET_FILE = 'app-secret'
export const FALLBACKS_FILE = 'app-secret-fallbacks'

/** The configured secret, or one that is generated once and stored in the data folder. */
export function loadAppSecret({
  appSecret,
  appSecretFallbacks,
  dataDir,
}: Pick<Settings, 'appSecret' | 'appSecretFallbacks' | 'dataDir'>): AppSecret {
  const current = appSecret ?? loadGenerated(join(dataDir, SECRET_FILE))
  const path = join(dataDir, FALLBACKS_FILE)
  const stored = existsSync(path) ? readFileSync(path, 'utf8').split(/\s+/) : []
  const fallbacks = new Set([...appSecretFallbacks, ...stored])
  return { current, fallbacks: [...fallbacks].filter((secret) => secret !== '' && secret !== current) }
}

function loadGenerated(path: string): string {
  if (!existsSync(path)) {
    try {
      createFileAtomically(path, randomBytes(32).toString('base64url'))
    } catch (error) {
      // With DATABASE_URL several processes may create it at once: the first one wins.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // a system error
    }
  }
  return readFileSync(path, 'utf8').trim()
}
