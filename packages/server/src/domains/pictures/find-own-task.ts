import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { PictureTask } from './picture-task.ts'
import { findTask } from './task-store.ts'

/** The person's task. @throws AppError NotFound, the same for one that is someone else's and for none. */
export async function findOwnTask(db: Queryable, personId: string, id: string): Promise<PictureTask> {
  const task = await findTask(db, id)
  if (!task || task.personId !== personId) throw new AppError('NotFound')
  return task
}
