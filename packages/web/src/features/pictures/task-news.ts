import type { Task } from '@everkin/contract/types.ts'

type Listener = (task: Task) => void

const listeners = new Set<Listener>()

/** What is told of picture tasks in this document, from whoever hears of it to the page that shows it. */
export const taskNews = {
  tell(task: Task): void {
    for (const listener of listeners) listener(task)
  },
  /** Gives what stops listening. */
  listen(listener: Listener): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
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
