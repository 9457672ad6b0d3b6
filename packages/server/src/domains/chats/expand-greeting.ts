import type { Locale } from '@everkin/contract/locales.ts'
import type { CardForChat } from '../../modules/characters/card-for-chat.ts'
import { expandMacros } from './prompt/macros.ts'

/** A greeting as the reader sees it: names in place of macros, chance fixed by the chat. */
export function expandGreeting(
  greeting: string,
  facts: {
    /** Whose line it is; the group itself for its narrator. */
    speaker: CardForChat
    /** What the chat is with. */
    card: CardForChat
    person: { name: string; timeZone: string | null }
    chatId: string
    locale: Locale
    now: Date
  },
): string {
  const { speaker, card, person, chatId, locale, now } = facts
  return expandMacros(greeting, {
    characterName: speaker.name,
    personName: person.name,
    ...(card.type === 'multiple' && { groupNames: card.members.map((member) => member.name) }),
    chatSeed: chatId,
    turnSeed: chatId,
    now,
    locale,
    ...(person.timeZone && { timeZone: person.timeZone }),
  })
}
