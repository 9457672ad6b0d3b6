import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { LivePublisher } from '../../platform/live/publisher.ts'
import type { CardCache } from '../chats/cards.ts'
import type { MediaServices } from '../media/services.ts'
import type { LibraryAlbums } from './library-albums.ts'

/** What the use-cases of this domain work with. */
export interface AlbumServices {
  database: Database
  clock: Clock
  limiter: RateLimiter
  live: LivePublisher
  cards: CardCache
  settings: Pick<Settings, 'audience' | 'imagePrice' | 'videoPrice' | 'nsfwEnabled' | 'nsfwAgeRule' | 'countryHeader'>
  media: Pick<MediaServices, 'files' | 'repaint' | 'digest'>
  library: LibraryAlbums
}
