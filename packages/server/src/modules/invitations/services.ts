import type { AppSecret } from '../../platform/app-secret.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { CharacterServices, TagNames } from '../characters/module.ts'

/** How much a person has written so far. */
export interface ChatActivity {
  messages: number
  /** Calendar days in UTC on which at least one of them was sent. */
  days: number
}

/** The dependencies of the invitation handlers and the recurring check. */
export interface InvitationServices {
  database: Database
  clock: Clock
  settings: CharacterServices['settings'] & { rateLimits: boolean }
  tagNames: TagNames
  limiter: RateLimiter
  /** Keys the hashes of mailboxes, networks and devices. */
  appSecret: AppSecret
  /** The site's URL, without a trailing slash. */
  siteUrl(): string
  /** The chats module is above this one and provides this. */
  activityOf(db: Queryable, personId: string): Promise<ChatActivity>
}
