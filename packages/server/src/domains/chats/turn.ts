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

/** The part of a turn that a reply is written from, wherever on the path it stands. */
export function settingOf(turn: Turn) {
  return { chatId: turn.chat.id, person: turn.person, locale: turn.locale, ready: turn.ready }
}
