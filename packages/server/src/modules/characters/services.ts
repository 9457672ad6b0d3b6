import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Texts } from '../../platform/texts.ts'

/** What the calls about characters work with. */
export interface CharacterServices {
  database: Database
  clock: Clock
  settings: Pick<Settings, 'nsfwEnabled' | 'nsfwAgeRule' | 'countryHeader'>
  texts: Pick<Texts, 'translate'>
  /** Told after a card's own page has come to show something else. */
  onCardChange(cardId: string): void
}
