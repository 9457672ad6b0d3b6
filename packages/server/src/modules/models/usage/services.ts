import type { Clock } from '../../../platform/clock.ts'
import type { Settings } from '../../../platform/config.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Log } from '../../../platform/log.ts'
import type { ModelRegistry } from '../model-registry.ts'
import type { TokenBudget } from './token-budget.ts'

/** Dependencies of what is measured of the models. */
export interface UsageServices {
  database: Database
  clock: Clock
  log: Log
  settings: Pick<Settings, 'mode' | 'adminEmails' | 'modelTokensPerDay' | 'modelTokensPerDayPerPerson'>
  models: Pick<ModelRegistry, 'entries'>
  budget: TokenBudget
  /** Estimates the tokens of a text for providers that report none. */
  countTokens(text: string): number
}
