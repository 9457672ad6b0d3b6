import { join } from 'node:path'
import { loadPerson } from '../domains/accounts/person.ts'
import { makeFiles } from '../domains/albums/make-files.ts'
import { albumMediaUser } from '../domains/albums/own-albums.ts'
import { waitingPictures } from '../domains/card-files/waiting-pictures.ts'
import { usedByCards } from '../domains/making/card-pictures.ts'
import type { MediaServices } from '../domains/media/services.ts'
import { picturesAmong } from '../domains/pictures/find-own-picture.ts'
import { libraryAlbums } from '../providers/image-model/painted-albums.ts'
import { mediaFolder } from '../providers/media/folder.ts'
import { createRepaint } from '../providers/media/repaint.ts'
import { createRewrite } from '../providers/media/rewrite-video.ts'
import type { Basis } from './basis.ts'

/** Files that people upload, or have made. Whoever uses files is named here, else they are swept up. */
export function wireMedia({ shared, digest }: Basis): MediaServices {
  const { database, settings } = shared
  const repaint = createRepaint()
  const media: MediaServices = {
    ...shared,
    repaint,
    digest,
    files: mediaFolder(join(settings.dataDir, 'media')),
    rewrite: createRewrite(repaint),
    users: [waitingPictures, { usedAmong: picturesAmong }, albumMediaUser, { usedAmong: usedByCards }],
    make: (name) => makeFiles({ database, media: { ...media }, library: libraryAlbums }, name),
    ageOf: async (db, personId) => (await loadPerson(db, personId))?.ageState ?? null,
  }
  return media
}
