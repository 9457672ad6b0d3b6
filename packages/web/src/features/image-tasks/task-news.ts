import type { Task } from '@everkin/contract/types.ts'
import { createListeners } from '../../lib/store.ts'

const listeners = createListeners<[Task]>()

/** What is told of picture tasks in this document, from whoever hears of it to the page that shows it. */
export const taskNews = {
  tell: listeners.notify,
  /** Gives what stops listening. */
  listen: listeners.add,
}
