import type { Task } from '@everkin/contract/types.ts'
import { taskNews } from './task-news.ts'

/** Tells the page that shows picture tasks, if it is open; gives whether the task has just ended. */
export function tellTask(task: Task): boolean {
  taskNews.tell(task)
  return isNewEnd(task)
}

const told = new Set<string>()

/** Whether this says that a task has just ended: once for each time it was paid for, and not for a picture deleted later. */
export function isNewEnd(task: Task): boolean {
  const hasEnded = task.status === 'succeeded' || task.status === 'failed'
  if (!hasEnded || task.images.length + task.failed !== task.count) return false
  const key = `${task.id}:${task.price}`
  if (told.has(key)) return false
  told.add(key)
  return true
}
