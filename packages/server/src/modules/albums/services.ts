import type { KeepsakeKind } from '@everkin/contract/types.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { RealtimePublisher } from '../../platform/realtime/publisher.ts'
import type { CardCache } from '../chats/module.ts'
import type { MediaServices } from '../media/module.ts'

/** An item of an album that ships with the software. */
export interface LibraryAlbumItem {
  id: string
  kind: 'image' | 'video'
  locked: boolean
  /** By language. */
  captions: Readonly<Record<string, string>>
  /** The kind of a thing from the character's world; null for a picture or a clip of the character. */
  keepsake: KeepsakeKind | null
}

/**
 * The port to the renderer of the library's albums. The same item always gives the same image, even after it
 * has left its album: someone may have unlocked it.
 */
export interface LibraryAlbums {
  /** By character id, in order. */
  read(): ReadonlyMap<string, readonly LibraryAlbumItem[]>
  /** The item, or the poster image of a clip. */
  picture(characterId: string, itemId: string): Promise<Uint8Array>
  /** Rendering a clip takes seconds. Null for an item that is not a clip. */
  clip(characterId: string, itemId: string): Promise<{ bytes: Uint8Array; durationMs: number | null } | null>
}

/** The dependencies of this module. */
export interface AlbumServices {
  database: Database
  clock: Clock
  limiter: RateLimiter
  live: RealtimePublisher
  cards: CardCache
  settings: Pick<Settings, 'audience' | 'imagePrice' | 'videoPrice' | 'nsfwEnabled' | 'nsfwAgeRule' | 'countryHeader'>
  media: Pick<MediaServices, 'files' | 'reencodeImage' | 'digest'>
  library: LibraryAlbums
}
