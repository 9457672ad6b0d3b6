import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Log } from '../../platform/log.ts'
import type { EventBus } from '../../platform/realtime/event-bus.ts'
import type { RealtimePublisher } from '../../platform/realtime/publisher.ts'
import type { PaymentProvider } from './payment-provider.ts'

/** The dependencies of the billing handlers. */
export interface BillingServices {
  database: Database
  clock: Clock
  settings: Pick<Settings, 'refundDays' | 'operatorName' | 'supportEmail'>
  log: Log
  limiter: RateLimiter
  live: RealtimePublisher
  bus: Pick<EventBus, 'publish'>
  /** Null where payments are not configured. */
  payments: PaymentProvider | null
}
