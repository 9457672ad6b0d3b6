import { changeTask } from './change-task.ts'
import { isOpen } from './picture-task.ts'
import type { PictureServices } from './services.ts'
import { selectLateTasks } from './task-store.ts'

const AT_ONCE = 100

/** Ends tasks whose time is over, whatever became of their job, and gives back what is missing (UPS-09). */
export async function endLateTasks(services: PictureServices): Promise<void> {
  for (const id of await selectLateTasks(services.database, services.clock.now(), AT_ONCE)) {
    await endIfLate(services, id)
    services.paintings.drop(id)
  }
}

/** Whether the task's time is over; then it has ended. */
export async function endIfLate(
  services: Pick<PictureServices, 'database' | 'clock' | 'live' | 'texts'>,
  id: string,
): Promise<boolean> {
  const changed = await changeTask(services, id, async (held) => {
    const { task, now } = held
    if (!isOpen(task) || task.deadlineAt.getTime() > now.getTime()) return false
    task.fault = 'late'
    for (const picture of task.pictures) if (picture.state === 'waiting') await held.giveBack(picture, 'failed')
    return true
  })
  return changed?.result ?? true
}
