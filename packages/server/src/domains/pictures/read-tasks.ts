import { LIMITS } from '@everkin/contract/limits.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import type { ServerFrameOf } from '@everkin/contract/types.ts'
import { invalidInput } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/database.ts'
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
  const found = await selectTasksOf(db, personId, placeOf(page.cursor), page.limit + 1)
  const list = found.slice(0, page.limit)
  const last = list.at(-1)
  const hasMore = found.length > page.limit && last !== undefined
  return { list, nextCursor: hasMore ? `${last.createdAt.getTime().toString(36)}.${last.id}` : null }
}

function placeOf(cursor: string | undefined): { createdAt: Date; id: string } | null {
  if (cursor === undefined) return null
  const [, time = '', id = ''] = /^([0-9a-z]{8,9})\.([0-9A-Za-z]{1,64})$/.exec(cursor) ?? []
  if (id === '') throw invalidInput('cursor')
  return { createdAt: new Date(Number.parseInt(time, 36)), id }
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
