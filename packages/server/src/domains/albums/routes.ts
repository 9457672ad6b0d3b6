import type { albums } from '@everkin/contract/http/albums.ts'
import type { Attachment } from '@everkin/contract/types.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { albumPage, type ChatAlbumRead, readCardAlbum, readChatAlbum, readOwnAlbum } from './read-album.ts'
import type { AlbumServices } from './services.ts'
import { unlockItem } from './unlock-item.ts'
import { attachmentView } from './views.ts'

/** The calls about albums, each bound to its use-case. */
export function albumHandlers(services: AlbumServices): Handlers<typeof albums> {
  const withLock = ({ items, reader }: ChatAlbumRead, kind: Attachment['kind']) =>
    items.filter((item) => item.locked && item.kind === kind).map((item) => attachmentView(services, item, reader))
  return {
    images: async ({ query }, caller) =>
      albumPage(services, await readChatAlbum(services, caller, query.chat_id), query),
    lockImages: async ({ query }, caller) => withLock(await readChatAlbum(services, caller, query.chat_id), 'image'),
    lockVideos: async ({ query }, caller) => withLock(await readChatAlbum(services, caller, query.chat_id), 'video'),
    unlock: async ({ body }, caller) =>
      unlockItem(services, caller, {
        chatId: body.chat_id,
        itemId: body.attachment_id,
        thumbnail: body.thumbnail,
        idempotencyKey: body.idempotency_key,
        shownPrice: body.shown_price,
      }),
    cardAlbum: async ({ query }, caller) =>
      albumPage(services, await readCardAlbum(services, caller, query.card_id), query),
    ownAlbum: async ({ query }, caller) =>
      readOwnAlbum(services, caller.identity.personId, caller.locale, query.card_id),
  }
}
