import { AppError } from '../../platform/app-error.ts'
import { releaseMedia } from '../media/release-media.ts'
import { changeTask } from './change-task.ts'
import { findOwnTask } from './find-own-task.ts'
import type { PictureServices } from './services.ts'

/** Deletes a picture that was made; its file goes with the next sweep, unless a card uses it. @throws AppError NotFound when it is not there or not theirs. */
export async function deletePicture(
  services: PictureServices,
  personId: string,
  place: { id: string; imageId: string },
): Promise<void> {
  await findOwnTask(services.database, personId, place.id)
  const changed = await changeTask(services, place.id, async ({ tx, task }) => {
    const picture = task.pictures.find(({ mediaId, state }) => mediaId === place.imageId && state === 'made')
    if (!picture) throw new AppError('NotFound')
    picture.state = 'deleted'
    await releaseMedia(tx, [place.imageId])
  })
  if (!changed) throw new AppError('NotFound')
}
