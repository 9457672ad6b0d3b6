import { AppError } from '../../../platform/app-error.ts'
import type { SignedInCaller } from '../../../platform/http/caller.ts'
import { loadPerson } from '../../accounts/module.ts'
import type { CardForChat } from '../../characters/module.ts'
import { canSee } from '../context/participant-policy.ts'
import { findCardOfChat } from '../context/participants.ts'
import type { ChatServices } from '../services.ts'
import { type ChatRow, findChats } from '../store/chat-store.ts'

export interface SearchableChat {
  chat: ChatRow
  card: CardForChat
}

/**
 * A person's chats, by id, whose character they may currently see (N4). The others are left out of search and export.
 */
export async function loadSearchableChats(
  services: Pick<ChatServices, 'database' | 'cards' | 'settings'>,
  caller: SignedInCaller,
  chatIds: readonly string[],
): Promise<Map<string, SearchableChat>> {
  const person = await loadPerson(services.database, caller.identity.personId)
  if (!person) throw new AppError('NotSignedIn')
  const chats = chatIds.length === 0 ? [] : await findChats(services.database, person.id, chatIds)
  const readable = new Map<string, SearchableChat>()
  for (const chat of chats) {
    const loadedCard = await findCardOfChat(services, chat, caller.locale)
    if (loadedCard && canSee(services, person, caller, loadedCard))
      readable.set(chat.id, { chat, card: loadedCard.card })
  }
  return readable
}
