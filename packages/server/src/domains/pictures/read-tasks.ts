import { LIMITS } from '@everkin/contract/limits.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import type { ServerFrameOf } from '@everkin/contract/types.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { pageInTime, readCursor } from '../../platform/list-cursor.ts'
import type { PictureTask } from './picture-task.ts'
import type { PictureServices } from './services.ts'
import { selectTasksChangedAfter, selectTasksOf } from './task-store.ts'
import { taskView } from './views.ts'

/**
 * A page of the person's tasks, newest first.
 * @throws AppError InvalidInput on `cursor` for one that this call did not make.
 */
export async function listTasks(
  db: Queryable,
  personId: string,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ list: PictureTask[]; nextCursor: string | null }> {
  return pageInTime(
    await selectTasksOf(db, personId, readCursor(page.cursor), page.limit + 1),
    page.limit,
    (task) => task.createdAt,
  )
}

/** The person's tasks that changed after a revision of theirs, as frames for a device that missed it. */
export async function framesOfChangedTasks(
  services: Pick<PictureServices, 'database' | 'texts'>,
  personId: string,
  after: { userRev: number; locale: Locale },
): Promise<ServerFrameOf<'task.updated'>[]> {
  const changed = await selectTasksChangedAfter(services.database, personId, after.userRev, LIMITS.syncChanges)
  return changed.map((task) => ({ type: 'task.updated', task: taskView(services, task, after.locale) }))
}
