import type { Queryable } from '../../platform/db/database.ts'
import type { Figure } from '../../platform/http/health.ts'
import { countOpenTasks } from './task-store.ts'

/** How many picture tasks wait and are being painted, for `/metrics`. */
export async function pictureFigures(db: Queryable): Promise<Figure[]> {
  const { queued, running } = await countOpenTasks(db)
  return [
    { name: 'everkin_picture_tasks_queued', help: 'Picture tasks that wait.', value: queued },
    { name: 'everkin_picture_tasks_running', help: 'Picture tasks being painted.', value: running },
  ]
}
