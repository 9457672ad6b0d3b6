import type { Locale } from '@everkin/contract/locales.ts'
import { AppError } from '../../../platform/app-error.ts'
import { loadPerson } from '../../accounts/module.ts'
import { type ChatReader, canSee } from '../context/participant-policy.ts'
import { findCardOfChat } from '../context/participants.ts'
import type { ChatServices } from '../services.ts'
import { findUnreadChats } from '../store/chat-list-store.ts'

/** The badge does not count beyond this number of chats. */
const MAX_CHATS = 200

/**
 * The initial unread count of the badge, without chats whose card the reader may not see (N4). The revision is read
 * first: `sync` then repeats a change made in between, and never misses one.
 */
export async function countUnread(
  services: Pick<ChatServices, 'database' | 'cards' | 'settings'>,
  reader: ChatReader & { locale: Locale },
): Promise<{ user_rev: number; list: { chat_id: string; unread: number }[] }> {
  const person = await loadPerson(services.database, reader.identity.personId)
  if (!person) throw new AppError('NotSignedIn')
  const list: { chat_id: string; unread: number }[] = []
  for (const chat of await findUnreadChats(services.database, person.id, MAX_CHATS)) {
    const loadedCard = await findCardOfChat(services, chat, reader.locale)
    if (loadedCard && canSee(services, person, reader, loadedCard)) list.push({ chat_id: chat.id, unread: chat.unread })
  }
  return { user_rev: person.userRev, list }
}
