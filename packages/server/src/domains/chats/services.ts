import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Log } from '../../platform/log.ts'
import type { EventBus } from '../../platform/realtime/event-bus.ts'
import type { RealtimePublisher } from '../../platform/realtime/publisher.ts'
import type { Texts } from '../../platform/texts.ts'
import type { CardCache } from './cards.ts'
import type { ChatAlbum } from './chat-album.ts'
import type { ChatTurns } from './chat-turns.ts'
import type { EndedReply } from './ended-reply.ts'
import type { LiveReplies } from './live-replies.ts'
import type { PathCache } from './path-cache.ts'
import type { Memory, Recall } from './recollection.ts'
import type { TextModel } from './text-model.ts'
import type { TurnCache } from './turn-cache.ts'

/** What the use-cases of this domain work with. */
export interface ChatServices {
  database: Database
  clock: Clock
  settings: Pick<
    Settings,
    | 'messagePrice'
    | 'fairUseMessagesPerDay'
    | 'audience'
    | 'nsfwEnabled'
    | 'nsfwAgeRule'
    | 'countryHeader'
    | 'refundDays'
    | 'mode'
    | 'adminEmails'
  >
  texts: Texts
  log: Log
  limiter: RateLimiter
  live: RealtimePublisher
  bus: EventBus
  model: TextModel
  cards: CardCache
  album: ChatAlbum
  paths: PathCache
  turns: ChatTurns
  replies: LiveReplies
  turnCache: TurnCache
  recall: Recall
  /** Hears of every whole reply, beside all else. */
  onReply(reply: EndedReply): void
  memory: Memory
  /** Names this process on the replies that it writes. */
  processId: string
  /** Whether other processes may be writing replies on the same database. */
  othersMayLive: boolean
}
