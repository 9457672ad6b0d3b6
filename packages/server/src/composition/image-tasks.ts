import { findOwnPortrait } from '../modules/characters/module.ts'
import {
  createRunningImages,
  findOwnImage,
  GENERATE_IMAGES_JOB,
  generateImagesJob,
  type ImageTaskServices,
} from '../modules/image-tasks/module.ts'
import type { MediaServices } from '../modules/media/module.ts'
import { chooseImageModel } from '../providers/image-model/choose.ts'
import type { Infrastructure } from './shared.ts'

/** Pictures made to order, and the job that makes them. */
export function composeImageTasks(
  { shared, jobs, overrides }: Infrastructure,
  media: MediaServices,
): ImageTaskServices {
  const imageTasks: ImageTaskServices = {
    ...shared,
    jobs,
    files: media.files,
    repaint: media.repaint,
    model: overrides.images ?? chooseImageModel(shared.settings),
    runningImages: createRunningImages(),
    findPortraitSpec: async (db, personId, cardId) => {
      const portrait = await findOwnPortrait(db, personId, cardId)
      return portrait ? ((await findOwnImage(db, personId, portrait))?.spec ?? null) : portrait
    },
  }
  jobs.handle(GENERATE_IMAGES_JOB, generateImagesJob(imageTasks))
  return imageTasks
}
