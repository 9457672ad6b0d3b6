import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { ReadRouter } from '../../platform/db/read-replica.ts'
import type { EventBus } from '../../platform/realtime/event-bus.ts'
import type { Texts } from '../../platform/texts.ts'

/** Dependencies of the handlers for characters. */
export interface CharacterServices {
  database: Database
  clock: Clock
  settings: Pick<Settings, 'audience' | 'nsfwEnabled' | 'nsfwAgeRule' | 'countryHeader'>
  texts: Pick<Texts, 'translate'>
  /** The concepts nearest to a query that no word explains; absent without an embedding model. */
  findNearestConcepts?: (query: string) => Promise<readonly string[]>
  /** Called after the public content of a card's page has changed. */
  onCardChange(cardId: string, byPersonId?: string): void
}

/** Dependencies of the handlers for lists, too. */
export interface ListServices extends CharacterServices {
  reads: Pick<ReadRouter, 'readerFor'>
}

/** Dependencies of the handlers for blocks. */
export interface BlockServices extends CharacterServices {
  bus: Pick<EventBus, 'publish'>
  /** Called after a person has blocked or unblocked this card or creator. */
  onBlocksChange(personId: string, targetId: string): void
}
