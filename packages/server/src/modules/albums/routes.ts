import type { albums } from '@everkin/contract/http/albums.ts'
import type { Attachment } from '@everkin/contract/types.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { type LoadedChatAlbum, loadCardAlbum, loadChatAlbum, loadOwnAlbum, toAlbumPage } from './load-album.ts'
import type { AlbumServices } from './services.ts'
import { unlockItem } from './unlock-item.ts'
import { toAttachment } from './views.ts'

/** The HTTP handlers of this module. */
export function albumHandlers(services: AlbumServices): Handlers<typeof albums> {
  const withLock = ({ items, reader }: LoadedChatAlbum, kind: Attachment['kind']) =>
    items.filter((item) => item.locked && item.kind === kind).map((item) => toAttachment(services, item, reader))
  return {
    images: async ({ query }, caller) =>
      toAlbumPage(services, await loadChatAlbum(services, caller, query.chat_id), query),
    lockImages: async ({ query }, caller) => withLock(await loadChatAlbum(services, caller, query.chat_id), 'image'),
    lockVideos: async ({ query }, caller) => withLock(await loadChatAlbum(services, caller, query.chat_id), 'video'),
    unlock: async ({ body }, caller) =>
      unlockItem(services, caller, {
        chatId: body.chat_id,
        itemId: body.attachment_id,
        thumbnail: body.thumbnail,
        idempotencyKey: body.idempotency_key,
        shownPrice: body.shown_price,
      }),
    cardAlbum: async ({ query }, caller) =>
      toAlbumPage(services, await loadCardAlbum(services, caller, query.card_id), query),
    ownAlbum: async ({ query }, caller) =>
      loadOwnAlbum(services, caller.identity.personId, caller.locale, query.card_id),
  }
}
