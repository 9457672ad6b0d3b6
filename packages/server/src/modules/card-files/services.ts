import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Log } from '../../platform/log.ts'
import type { OwnedFolder } from '../../platform/owned-folder.ts'
import type { Texts } from '../../platform/texts.ts'
import type { MediaServices } from '../media/module.ts'
import type { TextModel } from '../models/module.ts'
import type { CardWorkerClient } from './card-worker-client.ts'

/** The storage of imported files, each under the SHA-256 of its bytes. */
export interface ImportStorage extends OwnedFolder {
  /** Stores all of it or nothing; an existing file counts as new. */
  place(hash: string, bytes: Uint8Array): Promise<void>
  /** Null when there is none. */
  read(hash: string): Promise<Uint8Array | null>
  has(hash: string): Promise<boolean>
  /** Missing files are ignored. */
  remove(hashes: readonly string[]): Promise<void>
}

/** The dependencies of this module. */
export interface CardFileServices {
  database: Database
  clock: Clock
  log: Log
  limiter: RateLimiter
  settings: Pick<Settings, 'audience' | 'nsfwEnabled' | 'nsfwAgeRule' | 'countryHeader'>
  texts: Pick<Texts, 'translate'>
  worker: CardWorkerClient
  files: ImportStorage
  media: MediaServices
  model: Pick<TextModel, 'kind' | 'contextTokens' | 'reasoningTokens'>
  /** An image as PNG, by its URL on this site; null when there is none. */
  imageToPng: (address: string | null) => Promise<Uint8Array | null>
}
