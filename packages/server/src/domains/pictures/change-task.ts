import type { Queryable } from '../../platform/db/database.ts'
import { bumpUserRev, holdPerson, type Person } from '../accounts/person.ts'
import { readWalletOf } from '../wallet/balance.ts'
import { refund } from '../wallet/refund.ts'
import { chargeKey, isOpen, type OrderedPicture, type PictureTask } from './picture-task.ts'
import type { PictureServices } from './services.ts'
import { findTask, findTaskLocked, updatePicture, updateTask } from './task-store.ts'
import { taskView } from './views.ts'

/** What a task may be changed with: inside the transaction, under the locks of person and task. */
export interface HeldTask {
  tx: Queryable
  now: Date
  person: Person
  /** Written back at the end. */
  task: PictureTask
  /** Set when coins moved, so that the person's devices are told. */
  isWalletChanged: boolean
  /** Gives back what a picture cost, once, and says what became of it instead. */
  giveBack(picture: OrderedPicture, state: 'failed' | 'canceled'): Promise<void>
}

export type ChangeServices = Pick<PictureServices, 'database' | 'clock' | 'live' | 'texts'>

/**
 * Changes a task in one transaction, in which its person is locked first; their devices are told after the commit. A task
 * without a picture that still waits has ended, once. Gives null, and does nothing, when there is no such task.
 */
export async function changeTask<Result>(
  services: ChangeServices,
  taskId: string,
  work: (held: HeldTask) => Promise<Result>,
): Promise<{ result: Result; task: PictureTask } | null> {
  const now = services.clock.now()
  const changed = await services.database.transaction(async (tx) => {
    const found = await findTask(tx, taskId)
    const person = found && (await holdPerson(tx, found.personId))
    const task = person && (await findTaskLocked(tx, taskId))
    if (!task) return null
    const before = JSON.stringify(task)
    const picturesBefore = task.pictures.map((picture) => JSON.stringify(picture))
    const held = hold({ tx, now, person, task })
    const result = await work(held)
    endWhenDone(task, now)
    const isChanged = JSON.stringify(task) !== before
    if (isChanged) {
      task.userRev = await bumpUserRev(tx, person.id)
      await updateTask(tx, task)
      for (const [index, picture] of task.pictures.entries())
        if (JSON.stringify(picture) !== picturesBefore[index]) await updatePicture(tx, task.id, picture)
    }
    const wallet = held.isWalletChanged ? await readWalletOf(tx, person.id, now) : null
    return { result, task, person, isChanged, wallet }
  })
  if (!changed) return null
  const { person, task, wallet } = changed
  if (changed.isChanged)
    services.live.toPerson(person.id, { type: 'task.updated', task: taskView(services, task, person.lang) })
  if (wallet) services.live.toPerson(person.id, { type: 'wallet.updated', wallet })
  return { result: changed.result, task }
}

function hold(at: Pick<HeldTask, 'tx' | 'now' | 'person' | 'task'>): HeldTask {
  const held: HeldTask = {
    ...at,
    isWalletChanged: false,
    async giveBack(picture, state) {
      picture.state = state
      const key = chargeKey(at.task.id, picture)
      if (!(await refund(at.tx, { key, cause: 'picture_refund', now: at.now }))) return
      picture.refunded += picture.price
      held.isWalletChanged = true
    },
  }
  return held
}

function endWhenDone(task: PictureTask, now: Date): void {
  const { pictures } = task
  if (!isOpen(task) || pictures.some(({ state }) => state === 'waiting')) return
  const has = (state: OrderedPicture['state']) => pictures.some((picture) => picture.state === state)
  task.status = has('failed') ? 'failed' : has('canceled') ? 'canceled' : 'succeeded'
  task.endedAt = now
  task.share = 0
}
