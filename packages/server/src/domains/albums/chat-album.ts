import type { Attachment } from '@everkin/contract/types.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { loadPerson } from '../accounts/person.ts'
import type { ChatAlbum } from '../chats/chat-album.ts'
import { findPersonOfChat } from '../chats/find-chat-card.ts'
import { isMinor } from '../safety/age-state.ts'
import { readerIn } from './read-album.ts'
import type { AlbumServices } from './services.ts'
import { selectKeys, selectSeen } from './store.ts'
import { attachmentView, isOpenTo } from './views.ts'

/** What chats ask of albums. */
export function chatAlbumOf(
  services: Pick<AlbumServices, 'settings' | 'clock'> & { media: Pick<AlbumServices['media'], 'digest'> },
): ChatAlbum {
  return {
    readKeys: (db, cardIds) => selectKeys(db, cardIds),
    async viewsOf(db: Queryable, chatId: string, ids: readonly string[]) {
      const views = new Map<string, Attachment>()
      const personId = await findPersonOfChat(db, chatId)
      const person = personId === null ? null : await loadPerson(db, personId)
      if (!person || isMinor(person.ageState)) return views
      const reader = readerIn(person, person.lang, services.clock.now())
      for (const item of await selectSeen(db, person.id, ids)) {
        if (item.removedAt === null || isOpenTo(item, person.id))
          views.set(item.id, attachmentView(services, item, reader))
      }
      return views
    },
  }
}
