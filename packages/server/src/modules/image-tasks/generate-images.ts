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

/** The kind of the job that generates a task's images; its key is the task's id. */
export const GENERATE_IMAGES_JOB = 'paint'

/** Faults that are worth a retry. */
const TRANSIENT_FAULTS: readonly ImageFault[] = ['unreachable', 'timeout', 'rate_limited', 'overloaded']

/**
 * Generates the images of a task one after another and stores each when it is done. All its state is in the database,
 * so that it can be interrupted at any step and repeated.
 */
export function generateImagesJob(services: ImageTaskServices): JobHandler {
  return {
    concurrency: 2,
    // Provider faults are counted per image; only our own faults count here.
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

/** Marks the next waiting image and its task as running; null when there is none or the deadline has passed. */
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

/** Generates one image and stores it; returns when to continue if the provider asked for a pause. */
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
    const made = await modelOf(services, task).generate(
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
    // A stopping process leaves the image to the next one; a cancelled image is already handled.
    if (stopped.aborted) throw error
    if (abort.signal.aborted || deadline.aborted) return null
    if (!(error instanceof ImageModelError)) throw error
    return await handleFailure(services, task, picture, error)
  } finally {
    services.runningImages.end(task.id)
  }
}

/** The file first, then the row that uses it: a crash leaves an unused file, which is purged (UPL-09). */
async function storeImage(
  services: ImageTaskServices,
  task: ImageTask,
  picture: TaskImage,
  made: GeneratedImage,
): Promise<void> {
  const stored = await reencodeAndStore(services, task, made.bytes)
  const changed = await changeTask(services, task.id, async (locked) => {
    const ordered = findStillWaiting(locked.task, picture)
    if (!ordered) return releaseMedia(locked.tx, [stored.id])
    const { id: mediaId, width, height } = stored
    Object.assign(ordered, { state: 'made', mediaId, width, height, spec: made.spec ?? null })
    locked.task.share = 0
  })
  if (!changed) await releaseMedia(services.database, [stored.id])
}

/** A kept face is the one that was seen, which only the built-in painter draws. */
const modelOf = (services: ImageTaskServices, { keptFor }: ImageTask) =>
  keptFor === null ? services.model : services.painter

/** @throws ImageModelError `garbled` for bytes that are not an image. */
async function reencodeAndStore(
  services: ImageTaskServices,
  task: ImageTask,
  bytes: Uint8Array,
): Promise<ClaimedMedia> {
  const { personId } = task
  const sourceType = modelOf(services, task).kind === 'built_in' ? 'algorithmicMedia' : 'trainedAlgorithmicMedia'
  try {
    return await storeGeneratedImage(services, { personId, bytes, madeBy: sourceType })
  } catch (error) {
    throw error instanceof ImageRejected ? new ImageModelError('garbled') : error
  }
}

/** The same image, if it is still waiting and has not been paid for again meanwhile. */
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
  services.log.warn({ taskId: task.id, fault, tries: picture.tries + 1 }, 'an image could not be generated')
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

/** Stores the provider's progress, at most once a second and never backwards. */
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
      .catch((error: unknown) => services.log.warn({ error }, 'progress could not be stored'))
  }
}
