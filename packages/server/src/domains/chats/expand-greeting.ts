import type { Locale } from '@everkin/contract/locales.ts'
import type { CardForChat } from '../characters/card-for-chat.ts'
import { expandMacros } from './prompt/macros.ts'

/** A greeting as the reader sees it: names in place of macros, chance fixed by the chat. */
export function expandGreeting(
  greeting: string,
  card: CardForChat,
  person: { name: string; timeZone: string | null },
  chatId: string,
  locale: Locale,
  now: Date,
): string {
  return expandMacros(greeting, {
    characterName: card.name,
    personName: person.name,
    chatSeed: chatId,
    turnSeed: chatId,
    now,
    locale,
    ...(person.timeZone && { timeZone: person.timeZone }),
  })
}
