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
export { copyAlbum, deleteAlbum, saveAlbum, storedAlbumTexts, textsOfAlbum } from './save-album.ts'
export type { LibraryAlbums } from './services.ts'
export { findItem, type ItemRow, restrictItem } from './store.ts'
export { toAttachment } from './views.ts'

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
