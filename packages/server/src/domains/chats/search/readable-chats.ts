import type { CardForChat } from '../../../modules/characters/card-for-chat.ts'
import { checkRatingAccess } from '../../../modules/safety/visibility-policy.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { SignedInCaller } from '../../../platform/http/caller.ts'
import { loadPerson } from '../../accounts/person.ts'
import { ratingSettingsOf, viewerOf } from '../../accounts/viewer.ts'
import { type ChatRow, findChats } from '../chat-store.ts'
import { readyFor } from '../groups/cast.ts'
import type { ChatServices } from '../services.ts'

export interface ReadableChat {
  chat: ChatRow
  card: CardForChat
}

/**
 * Those of a person's chats, by id, whose character they may see as things are (N4): the others are absent from what
 * is searched and handed out.
 */
export async function readableChats(
  services: Pick<ChatServices, 'database' | 'cards' | 'settings'>,
  caller: SignedInCaller,
  chatIds: readonly string[],
): Promise<Map<string, ReadableChat>> {
  const person = await loadPerson(services.database, caller.identity.personId)
  if (!person) throw new AppError('NotSignedIn')
  const viewer = viewerOf(person, caller.country)
  const ratings = ratingSettingsOf(services.settings)
  const chats = chatIds.length === 0 ? [] : await findChats(services.database, person.id, chatIds)
  const readable = new Map<string, ReadableChat>()
  for (const chat of chats) {
    const ready = await readyFor(services, chat, caller.locale)
    if (ready && checkRatingAccess(viewer, ready.card.rating, ratings) === 'yes')
      readable.set(chat.id, { chat, card: ready.card })
  }
  return readable
}
