import type { Locale } from '@everkin/contract/locales.ts'
import type { Person } from '../accounts/person.ts'
import type { ReadyCard } from './cards.ts'
import type { ChatRow } from './chat-store.ts'

/** Who talks, where and with whom. */
export interface Turn {
  person: Person
  chat: ChatRow
  ready: ReadyCard
  locale: Locale
}
