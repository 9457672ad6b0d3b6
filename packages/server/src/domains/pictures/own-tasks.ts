import type { Queryable } from '../../platform/db/database.ts'
import { selectAllTasksOf } from './task-store.ts'

/** A person's picture tasks as plain rows, for the copy of their data. */
export async function exportTasks(db: Queryable, personId: string): Promise<Record<string, unknown>[]> {
  return (await selectAllTasksOf(db, personId)).map((task) => ({
    prompt: task.prompt,
    style: task.styleId,
    template: task.templateId,
    size: task.size,
    seed: task.seed,
    status: task.status,
    created_at: task.createdAt,
    ended_at: task.endedAt,
    pictures: task.pictures.map(({ state, paid, refunded, width, height, spec }) => ({
      state,
      paid,
      refunded,
      width,
      height,
      drawn_from: spec,
    })),
  }))
}
