import type { JobHandler } from '../../platform/jobs/job-queue.ts'
import { type ClaimedMedia, ImageRejected, releaseMedia, storeGeneratedImage } from '../media/module.ts'
import { changeTask, expireIfLate } from './change-task.ts'
import { type GeneratedImage, type ImageFault, ImageModelError } from './image-model.ts'
import { type ImageTask, isTaskOpen, type TaskImage } from './image-task.ts'
import { MAX_ATTEMPTS, MAX_RETRY_DELAY_MS, PROGRESS_INTERVAL_MS, retryDelayMs } from './rules.ts'
import type { ImageTaskServices } from './services.ts'
import { ImageCanceled } from './services.ts'
import { updateProgress } from './task-store.ts'
import { toTaskView } from './views.ts'

/** The kind of job that makes a task's pictures; its key is the task's id. */
export const GENERATE_IMAGES_JOB = 'paint'

/** Faults that may pass. */
const TRANSIENT_FAULTS: readonly ImageFault[] = ['unreachable', 'timeout', 'rate_limited', 'overloaded']

/**
 * Makes the pictures of a task one after another; each is stored when it is there. It begins with what is in the database
 * and ends there, so that it can be cut off at any step and done again.
 */
export function generateImagesJob(services: ImageTaskServices): JobHandler {
  return {
    concurrency: 2,
    // What a provider does wrong is counted with its picture; only our own faults come to this.
    maxAttempts: 20,
    async run({ key: taskId }, stopped) {
      for (;;) {
        const next = await startNextImage(services, taskId)
        if (!next) return undefined
        const againAt = await generateImage(services, next.task, next.picture, stopped)
        if (againAt) return { againAt }
      }
    },
  }
}

/** The next picture that waits, and its task as one that is being made; null when there is none or time is over. */
async function startNextImage(
  services: ImageTaskServices,
  taskId: string,
): Promise<{ task: ImageTask; picture: TaskImage } | null> {
  if (await expireIfLate(services, taskId)) return null
  const changed = await changeTask(services, taskId, async ({ task }) => {
    const picture = task.pictures.find(({ state }) => state === 'waiting')
    if (!isTaskOpen(task) || !picture) return null
    task.status = 'running'
    task.share = 0
    return { ...picture }
  })
  return changed?.result ? { task: changed.task, picture: changed.result } : null
}

/** Makes one picture and stores it; gives when to go on where its provider must be left alone for a while. */
async function generateImage(
  services: ImageTaskServices,
  task: ImageTask,
  picture: TaskImage,
  stopped: AbortSignal,
): Promise<Date | null> {
  const abort = services.runningImages.begin(task.id)
  const deadline = AbortSignal.timeout(Math.max(1, task.deadlineAt.getTime() - services.clock.now().getTime()))
  const signal = AbortSignal.any([stopped, abort.signal, deadline])
  try {
    const made = await services.model.generate(
      {
        prompt: task.prompt,
        styleId: task.styleId,
        size: task.size,
        seed: task.seed,
        index: picture.position,
        ...(task.portrait !== null && { portrait: task.portrait }),
      },
      { signal, onProgress: reportProgress(services, task, picture, abort) },
    )
    await storeImage(services, task, picture, made)
    return null
  } catch (error) {
    // A process that stops leaves the picture to the next one; what nobody wants any more has been dealt with.
    if (stopped.aborted) throw error
    if (abort.signal.aborted || deadline.aborted) return null
    if (!(error instanceof ImageModelError)) throw error
    return await handleFailure(services, task, picture, error)
  } finally {
    services.runningImages.end(task.id)
  }
}

/** The file first, then the row that uses it: a crash leaves a file that nobody uses, which is swept up (UPL-09). */
async function storeImage(
  services: ImageTaskServices,
  task: ImageTask,
  picture: TaskImage,
  made: GeneratedImage,
): Promise<void> {
  const stored = await reencodeAndStore(services, task.personId, made.bytes)
  const changed = await changeTask(services, task.id, async (locked) => {
    const ordered = findStillWaiting(locked.task, picture)
    if (!ordered) return releaseMedia(locked.tx, [stored.id])
    const { id: mediaId, width, height } = stored
    Object.assign(ordered, { state: 'made', mediaId, width, height, spec: made.spec ?? null })
    locked.task.share = 0
  })
  if (!changed) await releaseMedia(services.database, [stored.id])
}

/** @throws PictureFailed `garbled` for what is no picture. */
async function reencodeAndStore(
  services: ImageTaskServices,
  personId: string,
  bytes: Uint8Array,
): Promise<ClaimedMedia> {
  const sourceType = services.model.kind === 'built_in' ? 'algorithmicMedia' : 'trainedAlgorithmicMedia'
  try {
    return await storeGeneratedImage(services, { personId, bytes, madeBy: sourceType })
  } catch (error) {
    throw error instanceof ImageRejected ? new ImageModelError('garbled') : error
  }
}

/** The same picture, as long as it is still to be made and has not been paid for anew meanwhile. */
function findStillWaiting(task: ImageTask, { position, round }: TaskImage): TaskImage | undefined {
  if (!isTaskOpen(task)) return undefined
  return task.pictures.find(
    (picture) => picture.position === position && picture.round === round && picture.state === 'waiting',
  )
}

async function handleFailure(
  services: ImageTaskServices,
  task: ImageTask,
  picture: TaskImage,
  { fault, retryAfterMs }: ImageModelError,
): Promise<Date | null> {
  services.log.warn({ taskId: task.id, fault, tries: picture.tries + 1 }, 'a picture could not be made')
  const changed = await changeTask(services, task.id, async (locked) => {
    const ordered = findStillWaiting(locked.task, picture)
    if (!ordered) return null
    locked.task.share = 0
    ordered.tries += 1
    if (TRANSIENT_FAULTS.includes(fault) && ordered.tries < MAX_ATTEMPTS)
      return new Date(locked.now.getTime() + Math.min(MAX_RETRY_DELAY_MS, retryAfterMs ?? retryDelayMs(ordered.tries)))
    locked.task.fault = fault
    await locked.refundImage(ordered, 'failed')
    return null
  })
  return changed?.result ?? null
}

/** Passes on what a provider tells of its progress, at most once a second and never backwards. */
function reportProgress(
  services: ImageTaskServices,
  task: ImageTask,
  { position }: TaskImage,
  abort: AbortController,
): (share: number) => void {
  let lastShare = 0
  let lastReportedAt = Number.NEGATIVE_INFINITY
  return (share) => {
    const now = services.clock.now().getTime()
    if (!(share > lastShare && share <= 1) || now - lastReportedAt < PROGRESS_INTERVAL_MS) return
    lastShare = share
    lastReportedAt = now
    updateProgress(services.database, task.id, position, share)
      .then((isWanted) => {
        if (!isWanted) return abort.abort(new ImageCanceled())
        const view = toTaskView(services, { ...task, share }, 'en')
        services.live.publishToPerson(task.personId, { type: 'task.updated', task: view })
      })
      .catch((error: unknown) => services.log.warn({ error }, 'progress could not be written down'))
  }
}
