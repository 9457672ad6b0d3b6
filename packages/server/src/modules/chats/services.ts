import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Log } from '../../platform/log.ts'
import type { EventBus } from '../../platform/realtime/event-bus.ts'
import type { RealtimePublisher } from '../../platform/realtime/publisher.ts'
import type { ModuleRegistry } from '../../platform/server-module.ts'
import type { Texts } from '../../platform/texts.ts'
import type { MediaServices } from '../media/module.ts'
import type { ModelRegistry, ModelUsage, TextModel } from '../models/module.ts'
import type { Moderator } from '../safety/module.ts'
import type { CardCache } from './context/card-cache.ts'
import type { ChatAlbum } from './context/chat-album.ts'
import type { ChatContextCache } from './context/chat-context.ts'
import type { ChatLock } from './context/chat-lock.ts'
import type { CompletedReply, LiveReplies } from './context/live-replies.ts'
import type { LoreCache } from './context/lore-cache.ts'
import type { Memory, Recall } from './context/memory-port.ts'
import type { RecentTurns } from './context/recent-turns.ts'
import type { ReplyMetrics } from './context/reply-metrics.ts'
import type { Checkpoints } from './generation/checkpoints.ts'
import type { PathCache } from './store/path-cache.ts'

/** Dependencies of the use cases in this module. */
export interface ChatServices {
  database: Database
  clock: Clock
  settings: Pick<
    Settings,
    | 'messagePrice'
    | 'fairUseMessagesPerDay'
    | 'guestMessages'
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
  models: ModelRegistry
  usage: ModelUsage
  /** The default model: for work that belongs to no chat. */
  model: TextModel
  /** The moderation model beside the local rules. */
  moderator: Moderator
  cards: CardCache
  lore: LoreCache
  album: ChatAlbum
  media: Pick<MediaServices, 'files' | 'digest'>
  paths: PathCache
  lock: ChatLock
  replies: LiveReplies
  checkpoints: Checkpoints
  contextCache: ChatContextCache
  recentTurns: RecentTurns
  recall: Recall
  /** Called for every complete reply, in addition to everything else. */
  onReply(reply: CompletedReply): void
  memory: Memory
  /** The modules that also have something to send to a reconnecting client. */
  modules: Pick<ModuleRegistry, 'syncSources'>
  /** Identifies this process as the owner of the replies it writes. */
  processId: string
  replyMetrics: ReplyMetrics
  /** Whether other processes may be writing replies on the same database. */
  hasOtherProcesses: boolean
  /** Whether one statement can change rows of one chat only (`platform/db/citus.ts`). */
  hasDistributedChats: boolean
}
