import type { Locale } from '@everkin/contract/locales.ts'
import type { ServerFrameOf } from '@everkin/contract/types.ts'
import { paginateByTime, parseTimeCursor } from '../../platform/cursor.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Gauge } from '../../platform/monitoring/health.ts'
import { readChanges } from '../../platform/realtime/sync-source.ts'
import { mediaIdFromReference } from '../media/module.ts'
import type { ImageTask } from './image-task.ts'
import type { ImageTaskServices } from './services.ts'
import {
  countOpenTasks,
  findImageByMedia,
  selectAllTasksOfPerson,
  selectExistingImages,
  selectTasksChangedAfter,
  selectTasksOfPerson,
} from './task-store.ts'
import { toTaskView } from './views.ts'

/**
 * A page of the person's tasks, newest first.
 * @throws AppError InvalidInput on `cursor` for an invalid cursor.
 */
export async function listTasks(
  db: Queryable,
  personId: string,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ list: ImageTask[]; nextCursor: string | null }> {
  return paginateByTime(
    await selectTasksOfPerson(db, personId, parseTimeCursor(page.cursor), page.limit + 1),
    page.limit,
    (task) => task.createdAt,
  )
}

/** The person's tasks that changed after the given revision, as frames for a device that missed them. */
export async function listChangedTaskFrames(
  services: Pick<ImageTaskServices, 'database' | 'texts'>,
  personId: string,
  after: { userRev: number; locale: Locale },
): Promise<ServerFrameOf<'task.updated'>[]> {
  const changed = await readChanges(after.userRev, (position, limit) =>
    selectTasksChangedAfter(services.database, personId, position, limit),
  )
  return changed.map((task) => ({ type: 'task.updated', task: toTaskView(services, task, after.locale) }))
}

/** A person's generated image in the form other modules use, for a card's portrait or to keep its face. */
export interface OwnImage {
  /** The id of its file in the media store. */
  mediaId: string
  width: number
  height: number
  /** Its prompt. */
  prompt: string
  /** What it was drawn from; null where the provider does not say. */
  spec: unknown
}

/**
 * The person's generated image by its id or URL; null for anything else. A deleted one is still found while something
 * else, such as a card, keeps its file.
 */
export async function findOwnImage(db: Queryable, personId: string, idOrUrl: string): Promise<OwnImage | null> {
  const id = mediaIdFromReference(idOrUrl)
  return id === null ? null : findImageByMedia(db, personId, id)
}

/** Which of these files are generated images that are not deleted. */
export function listExistingImages(db: Queryable, mediaIds: readonly string[]): Promise<string[]> {
  return selectExistingImages(db, mediaIds)
}

/** A person's image tasks as plain rows, for the personal data export. */
export async function exportImageTasks(db: Queryable, personId: string): Promise<Record<string, unknown>[]> {
  return (await selectAllTasksOfPerson(db, personId)).map((task) => ({
    prompt: task.prompt,
    style: task.styleId,
    template: task.templateId,
    size: task.size,
    seed: task.seed,
    status: task.status,
    created_at: task.createdAt,
    ended_at: task.endedAt,
    pictures: task.images.map(({ state, paid, refunded, width, height, spec }) => ({
      state,
      paid,
      refunded,
      width,
      height,
      drawn_from: spec,
    })),
  }))
}

/** The number of waiting and running image tasks, for `/metrics`. */
export async function imageTaskMetrics(db: Queryable): Promise<Gauge[]> {
  const { queued, running } = await countOpenTasks(db)
  return [
    { name: 'everkin_picture_tasks_queued', help: 'Image tasks that wait.', value: queued },
    { name: 'everkin_picture_tasks_running', help: 'Image tasks that are being generated.', value: running },
  ]
}
