import { findOwnPortrait } from '../domains/characters/own-portrait-store.ts'
import type { MediaServices } from '../domains/media/services.ts'
import { findOwnPicture } from '../domains/pictures/find-own-picture.ts'
import { createLivePaintings } from '../domains/pictures/live-paintings.ts'
import { PAINT, paintKind } from '../domains/pictures/paint-task.ts'
import type { PictureServices } from '../domains/pictures/services.ts'
import { chooseImageModel } from '../providers/image-model/choose.ts'
import type { Basis } from './basis.ts'

/** Pictures made to order, and the job that makes them. */
export function wirePictures({ shared, jobs, replacements }: Basis, media: MediaServices): PictureServices {
  const pictures: PictureServices = {
    ...shared,
    jobs,
    files: media.files,
    repaint: media.repaint,
    model: replacements.images ?? chooseImageModel(shared.settings),
    paintings: createLivePaintings(),
    faceOf: async (db, personId, cardId) => {
      const portrait = await findOwnPortrait(db, personId, cardId)
      return portrait ? ((await findOwnPicture(db, personId, portrait))?.spec ?? null) : portrait
    },
  }
  jobs.handle(PAINT, paintKind(pictures))
  return pictures
}
