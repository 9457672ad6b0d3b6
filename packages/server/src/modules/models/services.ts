import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Texts } from '../../platform/texts.ts'
import type { ModelRegistry } from './model-registry.ts'

/** Dependencies of presets and of choosing a model. */
export interface ModelServices {
  database: Database
  clock: Clock
  texts: Texts
  settings: Pick<Settings, 'messagePrice' | 'mode' | 'adminEmails'>
  models: ModelRegistry
}
