import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Log } from '../../platform/log.ts'
import type { Texts } from '../../platform/texts.ts'
import type { TextModel } from '../chats/text-model.ts'
import type { MediaServices } from '../media/services.ts'
import type { CardReader } from './card-reader.ts'
import type { ImportFiles } from './import-files.ts'

/** What the use-cases of this domain work with. */
export interface CardFileServices {
  database: Database
  clock: Clock
  log: Log
  limiter: RateLimiter
  settings: Pick<Settings, 'nsfwEnabled' | 'nsfwAgeRule' | 'countryHeader'>
  texts: Pick<Texts, 'translate'>
  reader: CardReader
  files: ImportFiles
  media: MediaServices
  model: Pick<TextModel, 'kind' | 'contextTokens' | 'reasoningTokens'>
  /** A picture as PNG, by its address on this site; null where there is none. */
  pictureAsPng: (address: string | null) => Promise<Uint8Array | null>
}
