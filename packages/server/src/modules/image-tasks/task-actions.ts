import { AppError } from '../../platform/app-error.ts'
import { releaseMedia } from '../media/module.ts'
import { changeTask, loadOwnTask } from './change-task.ts'
import { assertAdult, chargeImages } from './create-task.ts'
import { GENERATE_IMAGES_JOB } from './generate-images.ts'
import { type ImageTask, isTaskOpen } from './image-task.ts'
import { DEADLINE_MS, TASKS_PER_HOUR } from './rules.ts'
import type { ImageTaskServices } from './services.ts'

/**
 * Cancels the images that are not generated yet and refunds them; the result of a running one is dropped.
 * @throws AppError NotFound; Conflict for a task that has ended.
 */
export async function cancelTask(services: ImageTaskServices, personId: string, id: string): Promise<ImageTask> {
  await loadOwnTask(services.database, personId, id)
  const changed = await changeTask(services, id, async (locked) => {
    if (!isTaskOpen(locked.task)) throw new AppError('Conflict')
    for (const image of locked.task.images) if (image.state === 'waiting') await locked.refundImage(image, 'canceled')
  })
  if (!changed) throw new AppError('NotFound')
  services.runningImages.abort(id)
  return changed.task
}

/**
 * Generates the failed images of a task again and charges them at the current price, once per key.
 * @throws AppError NotFound, Conflict when no image failed or the key was used for another request, AgeNotOpen,
 * NotEnoughCoins, NotAllowed, TooManyRequests.
 */
export async function retryTask(
  services: ImageTaskServices,
  personId: string,
  request: { id: string; idempotencyKey: string },
): Promise<ImageTask> {
  const known = await loadOwnTask(services.database, personId, request.id)
  if (known.retryKeys.includes(request.idempotencyKey)) return known
  await services.limiter.consume(`picture-task:${personId}`, TASKS_PER_HOUR)
  const changed = await changeTask(services, request.id, async (locked) => {
    const { task, now } = locked
    if (task.retryKeys.includes(request.idempotencyKey)) return
    if (task.status !== 'failed' || task.idempotencyKey === request.idempotencyKey) throw new AppError('Conflict')
    assertAdult(locked.person)
    const failed = task.images.filter(({ state }) => state === 'failed')
    for (const image of failed) {
      image.round += 1
      if (task.keptFor === null) image.price = services.settings.generatedImagePrice
      image.paid += image.price
      image.tries = 0
      image.state = 'waiting'
    }
    await chargeImages(locked.tx, task, failed, now)
    task.retryKeys = [...task.retryKeys, request.idempotencyKey]
    task.status = 'queued'
    task.fault = null
    task.endedAt = null
    task.deadlineAt = new Date(now.getTime() + DEADLINE_MS)
    await services.jobs.enqueue(locked.tx, { kind: GENERATE_IMAGES_JOB, key: task.id, personId })
  })
  if (!changed) throw new AppError('NotFound')
  return changed.task
}

/**
 * Deletes a generated image; its file is removed by the next purge, unless a card uses it.
 * @throws AppError NotFound when it does not exist or is not theirs.
 */
export async function deleteImage(
  services: ImageTaskServices,
  personId: string,
  place: { id: string; imageId: string },
): Promise<void> {
  await loadOwnTask(services.database, personId, place.id)
  const changed = await changeTask(services, place.id, async ({ tx, task }) => {
    const image = task.images.find(({ mediaId, state }) => mediaId === place.imageId && state === 'made')
    if (!image) throw new AppError('NotFound')
    image.state = 'deleted'
    await releaseMedia(tx, [place.imageId])
  })
  if (!changed) throw new AppError('NotFound')
}
