import type { AppSecret } from '../../platform/app-secret.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { RealtimePublisher } from '../../platform/realtime/publisher.ts'
import type { Texts } from '../../platform/texts.ts'
import type { ChatServices } from '../chats/module.ts'
import type { MediaServices } from '../media/module.ts'
import type { Moderator } from '../safety/module.ts'

/** What the use cases of this module need. */
export interface ModerationServices {
  database: Database
  clock: Clock
  limiter: RateLimiter
  live: RealtimePublisher
  jobs: JobQueue
  texts: Texts
  settings: Pick<
    Settings,
    'mode' | 'adminEmails' | 'audience' | 'imagePrice' | 'videoPrice' | 'nsfwEnabled' | 'nsfwAgeRule' | 'countryHeader'
  >
  media: Pick<MediaServices, 'digest' | 'files'>
  moderator: Moderator
  /** Keys the hashes of stopped texts. */
  appSecret: AppSecret
  chats: ChatServices
  onCardChange(cardId: string): void
}
