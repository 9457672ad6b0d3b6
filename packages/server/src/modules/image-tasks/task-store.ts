import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { jsonOrNull } from '../../platform/db/database.ts'
import type { ChangesAfter } from '../../platform/realtime/sync-source.ts'
import type { ImageTask, TaskFault, TaskImage, TaskStatus } from './image-task.ts'

interface TaskRow {
  id: string
  person_id: string
  idempotency_key: string
  retry_keys: string[]
  asked: string
  prompt: string
  style_id: string
  template_id: string | null
  size: string
  seed: string
  kept_for: string | null
  portrait: unknown
  status: string
  fault: string | null
  share: number
  deadline_at: Date
  user_rev: number
  created_at: Date
  ended_at: Date | null
  images: TaskImage[]
}

const TASK_COLUMNS = `t.id, t.person_id, t.idempotency_key, t.retry_keys, t.asked, t.prompt, t.style_id,
  t.template_id, t.size, t.seed, t.kept_for, t.portrait, t.status, t.fault, t.share, t.deadline_at, t.user_rev, t.created_at, t.ended_at,
  (select coalesce(jsonb_agg(jsonb_build_object('position', p.position, 'state', p.state, 'tries', p.tries, 'round', p.round,
     'price', p.price, 'paid', p.paid, 'refunded', p.refunded, 'mediaId', p.media_id, 'width', p.width, 'height', p.height,
     'spec', p.spec) order by p.position), '[]')
   from picture p where p.task_id = t.id) as images`

/** The casts are safe because only this module writes these columns. */
function toTask(row: TaskRow): ImageTask {
  return {
    id: row.id,
    personId: row.person_id,
    idempotencyKey: row.idempotency_key,
    retryKeys: row.retry_keys,
    requestBody: row.asked,
    prompt: row.prompt,
    styleId: row.style_id,
    templateId: row.template_id,
    size: row.size as ImageTask['size'],
    seed: row.seed,
    keptFor: row.kept_for,
    portrait: row.portrait,
    status: row.status as TaskStatus,
    fault: row.fault as TaskFault | null,
    share: row.share,
    deadlineAt: row.deadline_at,
    userRev: row.user_rev,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    images: row.images,
  }
}

async function queryTasks(
  db: Queryable,
  rest: string,
  values: Parameters<Queryable['query']>[1],
): Promise<ImageTask[]> {
  return (await db.query<TaskRow>(`select ${TASK_COLUMNS} from picture_task t ${rest}`, values)).map(toTask)
}

export async function findTask(db: Queryable, id: string): Promise<ImageTask | null> {
  return (await queryTasks(db, 'where t.id = $1', [id]))[0] ?? null
}

/** Whether a face was kept for this draft or card before; one that could not be generated does not count. */
export async function hasKeptFace(db: Queryable, personId: string, keptFor: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from picture_task t join picture p on p.task_id = t.id
     where t.person_id = $1 and t.kept_for = $2 and p.state in ('waiting', 'made', 'deleted') limit 1`,
    [personId, keptFor],
  )
  return rows.length > 0
}

/** The task by its own key, or by the key of a retry. */
export async function findTaskByKey(db: Queryable, personId: string, key: string): Promise<ImageTask | null> {
  const found = await queryTasks(db, 'where t.person_id = $1 and (t.idempotency_key = $2 or $2 = any(t.retry_keys))', [
    personId,
    key,
  ])
  return found[0] ?? null
}

/** Locks the task's row; its images change only under this lock. */
export async function lockTask(tx: Transaction, id: string): Promise<ImageTask | null> {
  await tx.query('select 1 from picture_task where id = $1 for update', [id])
  return findTask(tx, id)
}

/** Newest first, after a cursor position. Tasks with nothing left to show are omitted. */
export function selectTasksOfPerson(
  db: Queryable,
  personId: string,
  before: { createdAt: Date; id: string } | null,
  limit: number,
): Promise<ImageTask[]> {
  return queryTasks(
    db,
    `where t.person_id = $1 and ($2::timestamptz is null or (t.created_at, t.id) < ($2, $3))
       and exists (select 1 from picture p where p.task_id = t.id and p.state <> 'deleted')
     order by t.created_at desc, t.id desc limit $4`,
    [personId, before?.createdAt ?? null, before?.id ?? '', limit],
  )
}

export function selectAllTasksOfPerson(db: Queryable, personId: string): Promise<ImageTask[]> {
  return queryTasks(db, 'where t.person_id = $1 order by t.created_at, t.id', [personId])
}

/** A page for `readChanges`. */
export function selectTasksChangedAfter(
  db: Queryable,
  personId: string,
  after: ChangesAfter,
  limit: number,
): Promise<ImageTask[]> {
  return queryTasks(
    db,
    `where t.person_id = $1 and t.user_rev >= $2 and (t.user_rev > $2 or t.id > $3)
     order by t.user_rev, t.id limit $4`,
    [personId, after.userRev, after.id, limit],
  )
}

export async function selectLateTasks(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'select id from picture_task where ended_at is null and deadline_at <= $1 order by deadline_at limit $2',
    [now, limit],
  )
  return rows.map(({ id }) => id)
}

export async function insertTask(tx: Transaction, task: ImageTask): Promise<void> {
  await tx.query(
    `insert into picture_task (id, person_id, idempotency_key, asked, prompt, style_id, template_id, size, seed, portrait,
       status, deadline_at, user_rev, created_at, kept_for)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11, $12, $13, $14, $15)`,
    [
      task.id,
      task.personId,
      task.idempotencyKey,
      task.requestBody,
      task.prompt,
      task.styleId,
      task.templateId,
      task.size,
      task.seed,
      jsonOrNull(task.portrait),
      task.status,
      task.deadlineAt,
      task.userRev,
      task.createdAt,
      task.keptFor,
    ],
  )
  for (const image of task.images)
    await tx.query('insert into picture (task_id, position, state, price, paid) values ($1, $2, $3, $4, $5)', [
      task.id,
      image.position,
      image.state,
      image.price,
      image.paid,
    ])
}

export async function updateTask(tx: Transaction, task: ImageTask): Promise<void> {
  await tx.query(
    `update picture_task set retry_keys = $2, status = $3, fault = $4, share = $5, deadline_at = $6, user_rev = $7,
       ended_at = $8 where id = $1`,
    [task.id, task.retryKeys, task.status, task.fault, task.share, task.deadlineAt, task.userRev, task.endedAt],
  )
}

export async function updateTaskImage(tx: Transaction, taskId: string, image: TaskImage): Promise<void> {
  await tx.query(
    `update picture set state = $3, tries = $4, round = $5, price = $6, paid = $7, refunded = $8, media_id = $9, width = $10,
       height = $11, spec = $12::jsonb where task_id = $1 and position = $2`,
    [
      taskId,
      image.position,
      image.state,
      image.tries,
      image.round,
      image.price,
      image.paid,
      image.refunded,
      image.mediaId,
      image.width,
      image.height,
      jsonOrNull(image.spec),
    ],
  )
}

/** Stores the progress of the image at a position. Returns false and writes nothing when it is done or cancelled. */
export async function updateProgress(db: Queryable, taskId: string, position: number, share: number): Promise<boolean> {
  const rows = await db.query(
    `update picture_task set share = $2 where id = $1 and status = 'running'
       and exists (select 1 from picture where task_id = $1 and position = $3 and state = 'waiting') returning id`,
    [taskId, share, position],
  )
  return rows.length > 0
}

/** Which of these files are existing generated images. */
export async function selectExistingImages(db: Queryable, mediaIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ media_id: string }>(
    `select media_id from picture where media_id = any($1::text[]) and state = 'made'`,
    [mediaIds],
  )
  return rows.map(({ media_id }) => media_id)
}

/** A person's image by the id of its file. */
export async function findImageByMedia(
  db: Queryable,
  personId: string,
  mediaId: string,
): Promise<{ mediaId: string; width: number; height: number; prompt: string; spec: unknown } | null> {
  const rows = await db.query<{ mediaId: string; width: number; height: number; prompt: string; spec: unknown }>(
    `select p.media_id as "mediaId", p.width, p.height, t.prompt, p.spec from picture p
     join picture_task t on t.id = p.task_id where p.media_id = $2 and t.person_id = $1`,
    [personId, mediaId],
  )
  return rows[0] ?? null
}

/** The number of open tasks, for the operator. */
export async function countOpenTasks(db: Queryable): Promise<{ queued: number; running: number }> {
  const [counts] = await db.query<{ queued: number; running: number }>(
    `select count(*) filter (where status = 'queued')::int as queued,
       count(*) filter (where status = 'running')::int as running
     from picture_task where ended_at is null`,
  )
  return counts ?? { queued: 0, running: 0 }
}
