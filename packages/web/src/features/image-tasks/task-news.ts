import type { Task } from '@everkin/contract/types.ts'
import { createListeners } from '../../lib/store.ts'

const listeners = createListeners<[Task]>()

/** Passes news of image tasks in this document on to the page that shows them. */
export const taskNews = {
  tell: listeners.notify,
  /** Returns a function that removes the listener. */
  listen: listeners.add,
}
