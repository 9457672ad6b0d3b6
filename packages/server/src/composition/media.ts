import { join } from 'node:path'
import { loadPerson } from '../modules/accounts/module.ts'
import { albumMediaUsage, renderLibraryItem } from '../modules/albums/module.ts'
import { findImagesUsedByCards } from '../modules/card-editor/module.ts'
import { pendingImportMedia } from '../modules/card-files/module.ts'
import { listExistingImages } from '../modules/image-tasks/module.ts'
import type { MediaServices } from '../modules/media/module.ts'
import { libraryAlbums } from '../providers/image-model/library-albums.ts'
import { createMediaStorage } from '../providers/media/file-storage.ts'
import { createImageReencoder } from '../providers/media/reencode-image.ts'
import { createVideoRemuxer } from '../providers/media/remux-video.ts'
import type { Infrastructure } from './shared.ts'

/** Files that people upload, or have made. Whoever uses files is named here, else they are swept up. */
export function composeMedia({ shared, digest }: Infrastructure): MediaServices {
  const { database, settings } = shared
  const repaint = createImageReencoder()
  const media: MediaServices = {
    ...shared,
    repaint,
    digest,
    files: createMediaStorage(join(settings.dataDir, 'media')),
    rewrite: createVideoRemuxer(repaint),
    users: [
      pendingImportMedia,
      { usedAmong: listExistingImages },
      albumMediaUsage,
      { usedAmong: findImagesUsedByCards },
    ],
    make: (name) => renderLibraryItem({ database, media: { ...media }, library: libraryAlbums }, name),
    ageOf: async (db, personId) => (await loadPerson(db, personId))?.ageState ?? null,
  }
  return media
}
