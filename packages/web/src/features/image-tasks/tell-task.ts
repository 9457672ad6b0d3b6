import type { Task } from '@everkin/contract/types.ts'
import { taskNews } from './task-news.ts'

/** Passes a task to the page that shows tasks, if it is open; returns whether the task has just ended. */
export function tellTask(task: Task): boolean {
  taskNews.tell(task)
  return isNewEnd(task)
}

const told = new Set<string>()

/** Whether a task has just ended: true once for each payment, and not when a picture is deleted later. */
export function isNewEnd(task: Task): boolean {
  const hasEnded = task.status === 'succeeded' || task.status === 'failed'
  if (!hasEnded || task.images.length + task.failed !== task.count) return false
  const key = `${task.id}:${task.price}`
  if (told.has(key)) return false
  told.add(key)
  return true
}
