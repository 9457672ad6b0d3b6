import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { RealtimePublisher } from '../../platform/realtime/publisher.ts'
import type { ChatServices } from '../chats/module.ts'
import type { MediaServices } from '../media/module.ts'

/** What the use cases of this module need. */
export interface ModerationServices {
  database: Database
  clock: Clock
  limiter: RateLimiter
  live: RealtimePublisher
  settings: Pick<
    Settings,
    'mode' | 'adminEmails' | 'audience' | 'imagePrice' | 'videoPrice' | 'nsfwEnabled' | 'nsfwAgeRule' | 'countryHeader'
  >
  media: Pick<MediaServices, 'digest'>
  chats: ChatServices
  onCardChange(cardId: string): void
}
