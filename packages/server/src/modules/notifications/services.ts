import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Texts } from '../../platform/texts.ts'
import type { ChatServices } from '../chats/module.ts'
import type { PushSender } from './push-sender.ts'

/** The dependencies of this module. */
export interface NotificationServices {
  database: Database
  clock: Clock
  settings: Pick<Settings, 'audience'>
  texts: Texts
  log: Log
  push: PushSender
  chats: ChatServices
  /** Whether a page of this person is open, at any process. */
  isOnline(personId: string): Promise<boolean>
}
