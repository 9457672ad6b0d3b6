import type { JobHandler } from '../../platform/jobs/run-job.ts'
import {
  type ClaimedMedia,
  detectImageKind,
  ImageRejected,
  releaseMedia,
  storeGeneratedImage,
} from '../media/module.ts'
import type { ModerationOutcome } from '../safety/module.ts'
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
        const againAt = await generateImage(services, next.task, next.image, stopped)
        if (againAt) return { againAt }
      }
    },
  }
}

/** Marks the next waiting image and its task as running; null when there is none or the deadline has passed. */
async function startNextImage(
  services: ImageTaskServices,
  taskId: string,
): Promise<{ task: ImageTask; image: TaskImage } | null> {
  if (await expireIfLate(services, taskId)) return null
  const changed = await changeTask(services, taskId, async ({ task }) => {
    const image = task.images.find(({ state }) => state === 'waiting')
    if (!isTaskOpen(task) || !image) return null
    task.status = 'running'
    task.share = 0
    return { ...image }
  })
  return changed?.result ? { task: changed.task, image: changed.result } : null
}

/** Generates one image and stores it; returns when to continue if the provider asked for a pause. */
async function generateImage(
  services: ImageTaskServices,
  task: ImageTask,
  image: TaskImage,
  stopped: AbortSignal,
): Promise<Date | null> {
  const abort = services.runningImages.begin(task.id)
  const deadline = AbortSignal.timeout(Math.max(1, task.deadlineAt.getTime() - services.clock.now().getTime()))
  const signal = AbortSignal.any([stopped, abort.signal, deadline])
  try {
    const prompt = { surface: 'media_prompt', ref: { id: task.personId, personId: task.personId } } as const
    if (!passes(await services.moderator.checkText(task.prompt, prompt))) return moderationRetryAt(services)
    const generated = await modelOf(services, task).generate(
      {
        prompt: task.prompt,
        styleId: task.styleId,
        size: task.size,
        seed: task.seed,
        index: image.position,
        ...(task.portrait !== null && { portrait: task.portrait }),
      },
      { signal, onProgress: reportProgress(services, task, image, abort) },
    )
    // The built-in painter has no parts that could be blocked.
    if (modelOf(services, task).kind !== 'built_in' && !passes(await checkGenerated(services, task, generated)))
      return moderationRetryAt(services)
    await storeImage(services, task, image, generated)
    return null
  } catch (error) {
    // A stopping process leaves the image to the next one; a cancelled image is already handled.
    if (stopped.aborted) throw error
    if (abort.signal.aborted || deadline.aborted) return null
    if (!(error instanceof ImageModelError)) throw error
    return await handleFailure(services, task, image, error)
  } finally {
    services.runningImages.end(task.id)
  }
}

/** How long an image without a verdict waits before the moderation model is asked again. */
const MODERATION_RETRY_MS = 20_000

const moderationRetryAt = ({ clock }: ImageTaskServices): Date => new Date(clock.now().getTime() + MODERATION_RETRY_MS)

/** False without a verdict: media wait for one (M2). @throws ImageModelError for what the moderation model flags. */
function passes(outcome: ModerationOutcome): boolean {
  if (outcome.kind === 'blocked' || outcome.kind === 'doubtful') throw new ImageModelError('refused')
  return outcome.kind !== 'unavailable'
}

/** Checks the bytes as the model returned them (UPL-10); the verdict refers to the task's person. */
function checkGenerated({ moderator }: ImageTaskServices, { personId }: ImageTask, { bytes }: GeneratedImage) {
  const kind = detectImageKind(bytes)
  if (kind === null) throw new ImageModelError('garbled')
  const mediaType = `image/${kind.toLowerCase()}`
  return moderator.checkImage({ bytes, mediaType }, { surface: 'picture', ref: { id: personId, personId } })
}

/** The file first, then the row that uses it: a crash leaves an unused file, which is purged (UPL-09). */
async function storeImage(
  services: ImageTaskServices,
  task: ImageTask,
  image: TaskImage,
  generated: GeneratedImage,
): Promise<void> {
  const stored = await reencodeAndStore(services, task, generated.bytes)
  const changed = await changeTask(services, task.id, async (locked) => {
    const waiting = findStillWaiting(locked.task, image)
    if (!waiting) return releaseMedia(locked.tx, [stored.id])
    const { id: mediaId, width, height } = stored
    Object.assign(waiting, { state: 'made', mediaId, width, height, spec: generated.spec ?? null })
    locked.task.share = 0
  })
  if (!changed) await releaseMedia(services.database, [stored.id])
}

/** A kept face must be the one that the person saw, and only the built-in painter draws it again. */
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

/** Finds the image again, if it is still waiting and has not been paid for again meanwhile. */
function findStillWaiting(task: ImageTask, { position, round }: TaskImage): TaskImage | undefined {
  if (!isTaskOpen(task)) return undefined
  return task.images.find((image) => image.position === position && image.round === round && image.state === 'waiting')
}

async function handleFailure(
  services: ImageTaskServices,
  task: ImageTask,
  image: TaskImage,
  { fault, retryAfterMs }: ImageModelError,
): Promise<Date | null> {
  services.log.warn({ taskId: task.id, fault, tries: image.tries + 1 }, 'an image could not be generated')
  const changed = await changeTask(services, task.id, async (locked) => {
    const waiting = findStillWaiting(locked.task, image)
    if (!waiting) return null
    locked.task.share = 0
    waiting.tries += 1
    if (TRANSIENT_FAULTS.includes(fault) && waiting.tries < MAX_ATTEMPTS)
      return new Date(locked.now.getTime() + Math.min(MAX_RETRY_DELAY_MS, retryAfterMs ?? retryDelayMs(waiting.tries)))
    locked.task.fault = fault
    await locked.refundImage(waiting, 'failed')
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
