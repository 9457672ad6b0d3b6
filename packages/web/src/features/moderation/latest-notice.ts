import { createStore } from '../../lib/store.ts'

/** The latest notice that arrived while pages were open, and how many are unread; null: none since they were read. */
export const latestNotice = createStore<{ id: string; unread: number } | null>(null)
