import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { RealtimePublisher } from '../../platform/realtime/publisher.ts'
import type { AccountServices } from '../accounts/module.ts'
import type { FigureSource } from './figures/figure-source.ts'

export interface DeskServices {
  database: Database
  clock: Clock
  limiter: RateLimiter
  live: RealtimePublisher
  settings: Pick<Settings, 'mode' | 'adminEmails' | 'refundDays'>
  accounts: AccountServices
  /** In the order in which their rows are shown. */
  figureSources: readonly FigureSource[]
}
