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
