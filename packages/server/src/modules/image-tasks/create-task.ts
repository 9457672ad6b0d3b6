import { findCues, withoutShielded } from '@everkin/text-safety'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { bumpUserRev, loadPerson, lockPersonRow, type Person } from '../accounts/module.ts'
import { CUE, isAdult, isMinor, recordVerdict, screeningLexicon, screenText } from '../safety/module.ts'
import { charge, loadWallet } from '../wallet/module.ts'
import { GENERATE_IMAGES_JOB } from './generate-images.ts'
import type { ImageRequest } from './image-model.ts'
import { type ImageTask, imageChargeKey, type TaskImage } from './image-task.ts'
import { DEADLINE_MS, TASKS_PER_HOUR } from './rules.ts'
import type { ImageTaskServices } from './services.ts'
import { findTaskByKey, hasKeptFace, insertTask } from './task-store.ts'
import { loadTemplates } from './templates.ts'
import { toTaskView } from './views.ts'

/** Passes for adults (A5). @throws AppError AgeNotOpen. */
export function assertAdult(person: Pick<Person, 'ageState'>): void {
  if (isMinor(person.ageState)) throw new AppError('AgeNotOpen', { reason: 'under_18' })
  if (!isAdult(person.ageState)) throw new AppError('AgeNotOpen', { reason: 'age_unknown' })
}

/**
 * Charges the price of the images, each under its own key, all or none. Returns whether coins moved.
 * @throws AppError NotEnoughCoins with the total price, NotAllowed while the account is frozen.
 */
export async function chargeImages(
  tx: Transaction,
  task: { id: string; personId: string },
  images: readonly TaskImage[],
  now: Date,
): Promise<boolean> {
  const price = images.reduce((sum, image) => sum + image.price, 0)
  if (price === 0) return false
  const wallet = await loadWallet(tx, task.personId, now)
  if (wallet.coin_num < price) throw new AppError('NotEnoughCoins', { wallet, price })
  for (const image of images)
    await charge(tx, {
      personId: task.personId,
      asset: 'coin',
      amount: image.price,
      key: imageChargeKey(task.id, image),
      cause: 'picture',
      ref: task.id,
      now,
    })
  return true
}

/**
 * The local rules for an image prompt (B1, B2, B6). Images are stricter than text: what is only doubtful elsewhere is
 * rejected here, and so are nudity of anyone and anybody under 18, whatever they do, since every image can become the
 * portrait of a public character. The moderation model reads it too; without its verdict the task waits for one (M2).
 * The verdict is stored, the prompt is not.
 * @throws AppError SafetyStop.
 */
export async function screenPrompt(
  services: Pick<ImageTaskServices, 'database' | 'clock' | 'moderator'>,
  personId: string,
  prompt: string,
): Promise<void> {
  const verdict = screenText(prompt, { surface: 'media_prompt', adultMode: false })
  const ref = { id: personId, personId }
  await recordVerdict(services.database, { surface: 'media_prompt', ref, verdict, now: services.clock.now() })
  if (verdict.kind !== 'clear') throw new AppError('SafetyStop', { category: verdict.category })
  const cues = withoutShielded(findCues(prompt, screeningLexicon).cues, CUE.shield)
  if (cues.some(({ group }) => group === CUE.minor)) throw new AppError('SafetyStop', { category: 'minor_safety' })
  if (cues.some(({ group }) => group === CUE.undress)) throw new AppError('SafetyStop', { category: 'real_person' })
  if (cues.some(({ group }) => group === CUE.act)) throw new AppError('SafetyStop', { category: 'sexual' })
  const outcome = await services.moderator.checkText(prompt, { surface: 'media_prompt', ref })
  if (outcome.kind === 'blocked' || outcome.kind === 'doubtful')
    throw new AppError('SafetyStop', { category: outcome.category })
}

export interface CreateTaskInput {
  prompt: string
  styleId: string
  templateId: string | null
  size: ImageRequest['size']
  count: number
  seed: string | null
  /** A character of the person's own whose face the images keep. */
  cardId: string | null
  idempotencyKey: string
  /** The draft or card that a face is kept for, and whether the person was told that it is free. */
  keep?: { for: string; isFree: boolean }
}

/**
 * Creates an image task: task, charge and job in one transaction. The same idempotency key returns the same task.
 * @throws AppError InvalidInput for a blank prompt or an unknown style or template; NotFound for a character that is
 * not theirs; Conflict for a key that was used for another request, or when a face costs something else than the person
 * was told; SafetyStop, AgeNotOpen, NotEnoughCoins, NotAllowed, TooManyRequests.
 */
export async function createTask(
  services: ImageTaskServices,
  personId: string,
  input: CreateTaskInput,
): Promise<ImageTask> {
  const { idempotencyKey, ...body } = input
  const requestBody = JSON.stringify(body)
  const known = await findTaskByKey(services.database, personId, idempotencyKey)
  if (known) return assertSameTask(known, idempotencyKey, requestBody)
  assertKnownOptions(input)
  const person = await loadPerson(services.database, personId)
  if (!person) throw new AppError('NotSignedIn')
  assertAdult(person)
  await services.limiter.consume(`picture-task:${personId}`, TASKS_PER_HOUR)
  await screenPrompt(services, personId, input.prompt)
  const portrait =
    input.cardId === null ? null : await services.findPortraitSpec(services.database, personId, input.cardId)
  if (portrait === undefined) throw new AppError('NotFound')
  const lacksPortrait = input.keep && (await services.lacksPortrait(services.database, personId, input.keep.for))
  if (input.keep && lacksPortrait === undefined) throw new AppError('NotFound')
  const now = services.clock.now()
  const task = queuedTask(personId, input, { requestBody, portrait, now, price: services.settings.generatedImagePrice })
  const created = await services.database.transaction(async (tx) => {
    const lockedPerson = await lockPersonRow(tx, personId)
    if (!lockedPerson) throw new AppError('NotSignedIn')
    assertAdult(lockedPerson)
    // The same key at the same moment: the other request has committed by now, since both lock the person.
    const concurrent = await findTaskByKey(tx, personId, idempotencyKey)
    if (concurrent) return assertSameTask(concurrent, idempotencyKey, requestBody)
    if (input.keep) {
      const isFree = lacksPortrait === true && !(await hasKeptFace(tx, personId, input.keep.for))
      if (isFree !== input.keep.isFree && services.settings.generatedImagePrice > 0) throw new AppError('Conflict')
      if (isFree) for (const image of task.images) Object.assign(image, { price: 0, paid: 0 })
    }
    task.userRev = await bumpUserRev(tx, personId)
    await insertTask(tx, task)
    await chargeImages(tx, task, task.images, now)
    await services.jobs.enqueue(tx, { kind: GENERATE_IMAGES_JOB, key: task.id, personId })
    return task
  })
  if (created === task)
    services.live.publishToPerson(personId, { type: 'task.updated', task: toTaskView(services, task, person.lang) })
  return created
}

interface TaskDetails {
  /** The request as it is compared with a later one under the same key. */
  requestBody: string
  portrait: ImageTask['portrait']
  now: Date
  /** Of one image. */
  price: number
}

function queuedTask(
  personId: string,
  input: CreateTaskInput,
  { requestBody, portrait, now, price }: TaskDetails,
): ImageTask {
  return {
    id: newId(now),
    personId,
    idempotencyKey: input.idempotencyKey,
    requestBody,
    portrait,
    prompt: input.prompt,
    styleId: input.styleId,
    templateId: input.templateId,
    size: input.size,
    retryKeys: [],
    seed: input.seed ?? newId(now),
    keptFor: input.keep?.for ?? null,
    status: 'queued',
    fault: null,
    share: 0,
    userRev: 0,
    endedAt: null,
    deadlineAt: new Date(now.getTime() + DEADLINE_MS),
    createdAt: now,
    images: Array.from({ length: input.count }, (_, position) => newTaskImage(position, price)),
  }
}

function newTaskImage(position: number, price: number): TaskImage {
  return {
    position,
    price,
    paid: price,
    refunded: 0,
    state: 'waiting',
    tries: 0,
    round: 0,
    mediaId: null,
    width: null,
    height: null,
    spec: null,
  }
}

/** @throws AppError Conflict for a key that was used for another request. */
function assertSameTask(known: ImageTask, key: string, requestBody: string): ImageTask {
  if (known.idempotencyKey !== key || known.requestBody !== requestBody) throw new AppError('Conflict')
  return known
}

function assertKnownOptions(input: CreateTaskInput): void {
  // A face is one picture in the house style: the one that was seen.
  if (input.keep && (input.count !== 1 || input.size !== 'portrait' || input.seed === null)) throw invalidInput('keep')
  const { styles, templates } = loadTemplates()
  if (input.prompt.trim() === '') throw invalidInput('prompt', 'required')
  if (!styles.some(({ id }) => id === input.styleId)) throw invalidInput('style_id')
  if (input.templateId !== null && !templates.some(({ id }) => id === input.templateId))
    throw invalidInput('template_id')
}
