import { AppError } from '../../platform/app-error.ts'
import { changeTask } from './change-task.ts'
import { findOwnTask } from './find-own-task.ts'
import { isOpen, type PictureTask } from './picture-task.ts'
import type { PictureServices } from './services.ts'

/**
 * Stops what is not painted yet and gives its coins back; what is being painted at this moment is dropped when it comes.
 * @throws AppError NotFound; Conflict for a task that has ended.
 */
export async function cancelTask(services: PictureServices, personId: string, id: string): Promise<PictureTask> {
  await findOwnTask(services.database, personId, id)
  const changed = await changeTask(services, id, async (held) => {
    if (!isOpen(held.task)) throw new AppError('Conflict')
    for (const picture of held.task.pictures) if (picture.state === 'waiting') await held.giveBack(picture, 'canceled')
  })
  if (!changed) throw new AppError('NotFound')
  services.paintings.drop(id)
  return changed.task
}
