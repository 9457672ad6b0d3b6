import { AppError } from '../../platform/app-error.ts'
import { changeTask } from './change-task.ts'
import { findOwnTask } from './find-own-task.ts'
import { payForPictures, refuseUnlessAdult } from './may-order.ts'
import { PAINT } from './paint-task.ts'
import type { PictureTask } from './picture-task.ts'
import { DEADLINE_MS, TASKS_PER_HOUR } from './rules.ts'
import type { PictureServices } from './services.ts'

/**
 * Asks once more for the pictures of a task that failed, at today's price of what is missing. The same key does it once.
 * @throws AppError NotFound, Conflict when nothing of it failed or the key was used for something else, AgeNotOpen,
 * NotEnoughCoins, NotAllowed, TooManyRequests.
 */
export async function retryTask(
  services: PictureServices,
  personId: string,
  wish: { id: string; idempotencyKey: string },
): Promise<PictureTask> {
  const known = await findOwnTask(services.database, personId, wish.id)
  if (known.retryKeys.includes(wish.idempotencyKey)) return known
  services.limiter.take(`picture-task:${personId}`, TASKS_PER_HOUR)
  const changed = await changeTask(services, wish.id, async (held) => {
    const { task, now } = held
    if (task.retryKeys.includes(wish.idempotencyKey)) return
    if (task.status !== 'failed' || task.idempotencyKey === wish.idempotencyKey) throw new AppError('Conflict')
    refuseUnlessAdult(held.person)
    const missing = task.pictures.filter(({ state }) => state === 'failed')
    for (const picture of missing) {
      picture.round += 1
      picture.price = services.settings.generatedImagePrice
      picture.paid += picture.price
      picture.tries = 0
      picture.state = 'waiting'
    }
    if (await payForPictures(held.tx, task, missing, now)) held.isWalletChanged = true
    task.retryKeys = [...task.retryKeys, wish.idempotencyKey]
    task.status = 'queued'
    task.fault = null
    task.endedAt = null
    task.deadlineAt = new Date(now.getTime() + DEADLINE_MS)
    await services.jobs.add(held.tx, { kind: PAINT, key: task.id, personId })
  })
  if (!changed) throw new AppError('NotFound')
  return changed.task
}
