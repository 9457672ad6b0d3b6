import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { RealtimePublisher } from '../../platform/realtime/publisher.ts'
import type { CharacterServices, TagNames } from '../characters/module.ts'

/** How much someone has said so far, as the chats know it. */
export interface ChatActivity {
  messages: number
  /** Calendar days in UTC on which at least one of them was sent. */
  days: number
}

/** What the calls and the regular round of invitations work with. */
export interface InvitationServices {
  database: Database
  clock: Clock
  settings: CharacterServices['settings'] & { rateLimits: boolean }
  tagNames: TagNames
  limiter: RateLimiter
  live: RealtimePublisher
  /** Keys the hashes of mailboxes, networks and devices. */
  appSecret: string
  /** Where the site is reached, without a slash at its end. */
  siteUrl(): string
  /** The chats lie above; `chats/count-talk.ts` does it. */
  activityOf(db: Queryable, personId: string): Promise<ChatActivity>
}
