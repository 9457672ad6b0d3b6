import type { JobKind } from '../../platform/jobs/jobs.ts'
import { keepPicture } from '../media/keep-picture.ts'
import { PictureRefused } from '../media/media-files.ts'
import { releaseMedia } from '../media/release-media.ts'
import type { UsedMedia } from '../media/use-upload.ts'
import { changeTask } from './change-task.ts'
import { endIfLate } from './end-late-tasks.ts'
import { type MadePicture, PictureFailed, type PictureFault } from './image-model.ts'
import { PictureUnwanted } from './live-paintings.ts'
import { isOpen, type OrderedPicture, type PictureTask } from './picture-task.ts'
import { againAfterMs, MOST_TRIES, MOST_WAIT_MS, TELL_SHARE_EVERY_MS } from './rules.ts'
import type { PictureServices } from './services.ts'
import { writeShare } from './task-store.ts'
import { taskView } from './views.ts'

/** The kind of job that makes a task's pictures; its key is the task's id. */
export const PAINT = 'paint'

/** Faults that may pass. */
const PASSING: readonly PictureFault[] = ['unreachable', 'timeout', 'rate_limited', 'overloaded']

/**
 * Makes the pictures of a task one after another; each is stored when it is there. It begins with what is in the database
 * and ends there, so that it can be cut off at any step and done again.
 */
export function paintKind(services: PictureServices): JobKind {
  return {
    parallel: 2,
    // What a provider does wrong is counted with its picture; only our own faults come to this.
    attempts: 20,
    async run({ key: taskId }, stopped) {
      for (;;) {
        const next = await beginPicture(services, taskId)
        if (!next) return undefined
        const againAt = await paint(services, next.task, next.picture, stopped)
        if (againAt) return { againAt }
      }
    },
  }
}

/** The next picture that waits, and its task as one that is being made; null when there is none or time is over. */
async function beginPicture(
  services: PictureServices,
  taskId: string,
): Promise<{ task: PictureTask; picture: OrderedPicture } | null> {
  if (await endIfLate(services, taskId)) return null
  const changed = await changeTask(services, taskId, async ({ task }) => {
    const picture = task.pictures.find(({ state }) => state === 'waiting')
    if (!isOpen(task) || !picture) return null
    task.status = 'running'
    task.share = 0
    return { ...picture }
  })
  return changed?.result ? { task: changed.task, picture: changed.result } : null
}

/** Makes one picture and stores it; gives when to go on where its provider must be left alone for a while. */
async function paint(
  services: PictureServices,
  task: PictureTask,
  picture: OrderedPicture,
  stopped: AbortSignal,
): Promise<Date | null> {
  const painting = services.paintings.begin(task.id)
  const late = AbortSignal.timeout(Math.max(1, task.deadlineAt.getTime() - services.clock.now().getTime()))
  const signal = AbortSignal.any([stopped, painting.signal, late])
  try {
    const made = await services.model.make(
      {
        prompt: task.prompt,
        styleId: task.styleId,
        size: task.size,
        seed: task.seed,
        index: picture.position,
        ...(task.portrait !== null && { portrait: task.portrait }),
      },
      { signal, onProgress: tellShare(services, task, picture, painting) },
    )
    await store(services, task, picture, made)
    return null
  } catch (error) {
    // A process that stops leaves the picture to the next one; what nobody wants any more has been dealt with.
    if (stopped.aborted) throw error
    if (painting.signal.aborted || late.aborted) return null
    if (!(error instanceof PictureFailed)) throw error
    return await fail(services, task, picture, error)
  } finally {
    services.paintings.end(task.id)
  }
}

/** The file first, then the row that uses it: a crash leaves a file that nobody uses, which is swept up (UPL-09). */
async function store(
  services: PictureServices,
  task: PictureTask,
  picture: OrderedPicture,
  made: MadePicture,
): Promise<void> {
  const kept = await keep(services, task.personId, made.bytes)
  const changed = await changeTask(services, task.id, async (held) => {
    const ordered = waitingStill(held.task, picture)
    if (!ordered) return releaseMedia(held.tx, [kept.id])
    const { id: mediaId, width, height } = kept
    Object.assign(ordered, { state: 'made', mediaId, width, height, spec: made.spec ?? null })
    held.task.share = 0
  })
  if (!changed) await releaseMedia(services.database, [kept.id])
}

/** @throws PictureFailed `garbled` for what is no picture. */
async function keep(services: PictureServices, personId: string, bytes: Uint8Array): Promise<UsedMedia> {
  const madeBy = services.model.kind === 'built_in' ? 'algorithmicMedia' : 'trainedAlgorithmicMedia'
  try {
    return await keepPicture(services, { personId, bytes, madeBy })
  } catch (error) {
    throw error instanceof PictureRefused ? new PictureFailed('garbled') : error
  }
}

/** The same picture, as long as it is still to be made and has not been paid for anew meanwhile. */
function waitingStill(task: PictureTask, { position, round }: OrderedPicture): OrderedPicture | undefined {
  if (!isOpen(task)) return undefined
  return task.pictures.find(
    (picture) => picture.position === position && picture.round === round && picture.state === 'waiting',
  )
}

async function fail(
  services: PictureServices,
  task: PictureTask,
  picture: OrderedPicture,
  { fault, retryAfterMs }: PictureFailed,
): Promise<Date | null> {
  services.log.warn({ taskId: task.id, fault, tries: picture.tries + 1 }, 'a picture could not be made')
  const changed = await changeTask(services, task.id, async (held) => {
    const ordered = waitingStill(held.task, picture)
    if (!ordered) return null
    held.task.share = 0
    ordered.tries += 1
    if (PASSING.includes(fault) && ordered.tries < MOST_TRIES)
      return new Date(held.now.getTime() + Math.min(MOST_WAIT_MS, retryAfterMs ?? againAfterMs(ordered.tries)))
    held.task.fault = fault
    await held.giveBack(ordered, 'failed')
    return null
  })
  return changed?.result ?? null
}

/** Passes on what a provider tells of its progress, at most once a second and never backwards. */
function tellShare(
  services: PictureServices,
  task: PictureTask,
  { position }: OrderedPicture,
  painting: AbortController,
): (share: number) => void {
  let told = 0
  let toldAt = Number.NEGATIVE_INFINITY
  return (share) => {
    const now = services.clock.now().getTime()
    if (!(share > told && share <= 1) || now - toldAt < TELL_SHARE_EVERY_MS) return
    told = share
    toldAt = now
    writeShare(services.database, task.id, position, share)
      .then((isWanted) => {
        if (!isWanted) return painting.abort(new PictureUnwanted())
        const view = taskView(services, { ...task, share }, 'en')
        services.live.toPerson(task.personId, { type: 'task.updated', task: view })
      })
      .catch((error: unknown) => services.log.warn({ error }, 'progress could not be written down'))
  }
}
