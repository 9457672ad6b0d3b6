import type { Task } from '@everkin/contract/types.ts'

export const isOpen = (task: Task): boolean => task.status === 'queued' || task.status === 'running'

/** Updates or inserts a task, newest first. Progress within the same state never decreases. */
export function withTask(list: readonly Task[], task: Task): Task[] {
  const known = list.find(({ id }) => id === task.id)
  if (!known) return [task, ...list].sort((one, other) => other.created_at.localeCompare(one.created_at))
  const isOlder = task.price < known.price || (task.price === known.price && isOpen(task) && !isOpen(known))
  if (isOlder) return [...list]
  const progress = isOpen(task) && task.price === known.price ? Math.max(known.progress, task.progress) : task.progress
  return list.map((one) => (one.id === task.id ? { ...task, progress } : one))
}

/** A tile of a task that has no picture: in progress, queued, or failed. */
export type EmptyTile = { kind: 'painting'; share: number | null } | { kind: 'waiting' } | { kind: 'failed' }

/** The tiles of a task without a picture, in order. `share` is the reported progress, or null. */
export function emptyTiles(task: Task): EmptyTile[] {
  const failed = Array.from({ length: task.failed }, () => ({ kind: 'failed' as const }))
  if (!isOpen(task)) return failed
  const left = Math.max(0, task.count - task.images.length - task.failed)
  const share = task.progress * task.count - task.images.length
  return Array.from({ length: left }, (_, place): EmptyTile => {
    if (place > 0 || task.status === 'queued') return { kind: 'waiting' }
    return { kind: 'painting', share: share > 0.001 && share < 1 ? share : null }
  }).concat(failed)
}
