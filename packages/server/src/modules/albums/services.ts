import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { RealtimePublisher } from '../../platform/realtime/publisher.ts'
import type { CardCache } from '../chats/module.ts'
import type { MediaServices } from '../media/module.ts'

/** An item of an album that comes with the software. */
export interface LibraryAlbumItem {
  id: string
  kind: 'image' | 'video'
  locked: boolean
  /** By language. */
  captions: Readonly<Record<string, string>>
}

/** The port to what paints the library's albums. The same item always gives the same picture. */
export interface LibraryAlbums {
  /** By the id of the character, in order. */
  read(): ReadonlyMap<string, readonly LibraryAlbumItem[]>
  /** The item, or the picture that stands for a clip. */
  picture(characterId: string, itemId: string): Promise<Uint8Array>
  /** A clip takes seconds. Null for an item that is none. */
  clip(characterId: string, itemId: string): Promise<{ bytes: Uint8Array; durationMs: number | null } | null>
}

/** What the use-cases of this domain work with. */
export interface AlbumServices {
  database: Database
  clock: Clock
  limiter: RateLimiter
  live: RealtimePublisher
  cards: CardCache
  settings: Pick<Settings, 'audience' | 'imagePrice' | 'videoPrice' | 'nsfwEnabled' | 'nsfwAgeRule' | 'countryHeader'>
  media: Pick<MediaServices, 'files' | 'repaint' | 'digest'>
  library: LibraryAlbums
}
