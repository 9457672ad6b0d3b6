import type { Task } from '@everkin/contract/types.ts'
import { createListeners } from '../../lib/store.ts'

const listeners = createListeners<[Task]>()

/** Passes news of image tasks in this document on to the page that shows them. */
export const taskEvents = {
  tell: listeners.notify,
  /** Returns a function that removes the listener. */
  listen: listeners.add,
}

/** Publishes a task to the tasks page if it is open. Returns whether to notify the person that the task has ended. */
export function publishTask(task: Task): boolean {
  taskEvents.tell(task)
  return claimEndNotice(task)
}

const MAX_REMEMBERED_ENDS = 200
/** The oldest first. */
const noticedEnds = new Set<string>()

/**
 * Returns true once for each task that has ended, and once more if it was paid for again and has ended again. A picture
 * that is deleted later makes no difference. Remembers the last 200 tasks.
 */
export function claimEndNotice(task: Task): boolean {
  const hasEnded = task.status === 'succeeded' || task.status === 'failed'
  if (!hasEnded || task.images.length + task.failed !== task.count) return false
  const key = `${task.id}:${task.price}`
  if (noticedEnds.has(key)) return false
  noticedEnds.add(key)
  const [oldest] = noticedEnds
  if (noticedEnds.size > MAX_REMEMBERED_ENDS && oldest !== undefined) noticedEnds.delete(oldest)
  return true
}
