import { AppError } from '../../platform/app-error.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { bumpUserRev, lockPersonRow, type Person } from '../accounts/module.ts'
import { refund } from '../wallet/module.ts'
import { type ImageTask, imageChargeKey, isTaskOpen, type TaskImage } from './image-task.ts'
import type { ImageTaskServices } from './services.ts'
import { findTask, lockTask, selectLateTasks, updateTask, updateTaskImage } from './task-store.ts'
import { toTaskView } from './views.ts'

/** The person's task. @throws AppError NotFound, the same for another person's task and an unknown id. */
export async function loadOwnTask(db: Queryable, personId: string, id: string): Promise<ImageTask> {
  const task = await findTask(db, id)
  if (!task || task.personId !== personId) throw new AppError('NotFound')
  return task
}

/** What a change of a task works with, inside the transaction and under the locks of person and task. */
export interface LockedTask {
  tx: Transaction
  now: Date
  person: Person
  /** Saved at the end. */
  task: ImageTask
  /** Refunds the price of an image, once, and sets its new state. */
  refundImage(image: TaskImage, state: 'failed' | 'canceled'): Promise<void>
}

export type ChangeServices = Pick<ImageTaskServices, 'database' | 'clock' | 'live' | 'texts'>

/**
 * Changes a task in one transaction that locks its person first, and notifies their devices after the commit. A task
 * without a waiting image ends, once. Returns null and does nothing when there is no such task.
 */
export async function changeTask<Result>(
  services: ChangeServices,
  taskId: string,
  work: (locked: LockedTask) => Promise<Result>,
): Promise<{ result: Result; task: ImageTask } | null> {
  const now = services.clock.now()
  const changed = await services.database.transaction(async (tx) => {
    const found = await findTask(tx, taskId)
    const person = found && (await lockPersonRow(tx, found.personId))
    const task = person && (await lockTask(tx, taskId))
    if (!task) return null
    const before = JSON.stringify(task)
    const imagesBefore = task.images.map((image) => JSON.stringify(image))
    const locked = createLockedTask({ tx, now, person, task })
    const result = await work(locked)
    endIfDone(task, now)
    const isChanged = JSON.stringify(task) !== before
    if (isChanged) {
      task.userRev = await bumpUserRev(tx, person.id)
      await updateTask(tx, task)
      for (const [index, image] of task.images.entries())
        if (JSON.stringify(image) !== imagesBefore[index]) await updateTaskImage(tx, task.id, image)
    }
    return { result, task, person, isChanged }
  })
  if (!changed) return null
  const { person, task } = changed
  if (changed.isChanged)
    services.live.publishToPerson(person.id, { type: 'task.updated', task: toTaskView(services, task, person.lang) })
  return { result: changed.result, task }
}

function createLockedTask(base: Pick<LockedTask, 'tx' | 'now' | 'person' | 'task'>): LockedTask {
  const locked: LockedTask = {
    ...base,
    async refundImage(image, state) {
      image.state = state
      const key = imageChargeKey(base.task.id, image)
      if (await refund(base.tx, { key, cause: 'picture_refund', now: base.now })) image.refunded += image.price
    },
  }
  return locked
}

function endIfDone(task: ImageTask, now: Date): void {
  const { images } = task
  if (!isTaskOpen(task) || images.some(({ state }) => state === 'waiting')) return
  const has = (state: TaskImage['state']) => images.some((image) => image.state === state)
  task.status = has('failed') ? 'failed' : has('canceled') ? 'canceled' : 'succeeded'
  task.endedAt = now
  task.share = 0
}

const BATCH_SIZE = 100

/** Ends tasks past their deadline, whatever happened to their job, and refunds the missing images (UPS-09). */
export async function expireTasks(services: ImageTaskServices): Promise<void> {
  for (const id of await selectLateTasks(services.database, services.clock.now(), BATCH_SIZE)) {
    await expireIfLate(services, id)
    services.runningImages.abort(id)
  }
}

/** Ends the task if its deadline has passed; returns whether it did. */
export async function expireIfLate(
  services: Pick<ImageTaskServices, 'database' | 'clock' | 'live' | 'texts'>,
  id: string,
): Promise<boolean> {
  const changed = await changeTask(services, id, async (locked) => {
    const { task, now } = locked
    if (!isTaskOpen(task) || task.deadlineAt.getTime() > now.getTime()) return false
    task.fault = 'late'
    for (const image of task.images) if (image.state === 'waiting') await locked.refundImage(image, 'failed')
    return true
  })
  return changed?.result ?? true
}
