import { albums } from '@everkin/contract/http/albums.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { listExport } from '../../platform/personal-data.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { albumMediaUsage, exportAlbums } from './load-album.ts'
import { albumHandlers } from './routes.ts'
import { seedLibraryAlbums } from './seed-library-albums.ts'
import type { AlbumServices } from './services.ts'

export { canReportImage, createChatAlbum } from './load-album.ts'
export { renderLibraryItem } from './render-library-item.ts'
export {
  copiedAlbumTexts,
  copyAlbum,
  deleteAlbum,
  newAlbumTexts,
  saveAlbum,
  screenAlbum,
  storedAlbumTexts,
} from './save-album.ts'
export type { LibraryAlbums } from './services.ts'
export { findItem, type ItemRow, restrictItem } from './store.ts'
export { toAttachment } from './views.ts'

/**
 * Guarantees of this module:
 * - A locked item is a blurred thumbnail, made by the server from at most 24 × 32 pixels; not a byte of the file
 *   behind it is sent before it is unlocked (AZ-04).
 * - An item is unlocked once and permanently, at the server's current price, and never charged twice, whatever is
 *   repeated or sent at once (WAL-02). What cannot be delivered is not charged, or is refunded.
 * - A person who has paid keeps the item, even when its creator removes it from the album, locks it again, or deletes
 *   the card. Only when the creator's account is erased is it deleted with the rest of their data (D2).
 * - For 24 hours after a crisis nothing is offered: no price is shown and nothing can be unlocked (C3). People under
 *   18 see no album and can unlock nothing.
 */
export function createAlbumsModule(
  core: ServerCore,
  ports: Pick<AlbumServices, 'cards' | 'media' | 'library'>,
): ServerModule {
  return {
    name: 'albums',
    operations: bindHandlers(albums, albumHandlers({ ...core, ...ports })),
    frames: {},
    onConnect: null,
    syncSource: null,
    recurringJobs: [],
    personalData: {
      tables: { album_item: { erasure: 'deleted' }, album_unlock: { erasure: 'deleted' } },
      exportParts: [
        listExport({ path: 'albums.json', about: 'albums', tables: ['album_item', 'album_unlock'] }, exportAlbums),
      ],
      eraseSteps: [],
    },
    mediaUsage: albumMediaUsage,
    metrics: null,
    lifecycle: { start: () => seedLibraryAlbums(core.database, core.clock, ports.library) },
  }
}
