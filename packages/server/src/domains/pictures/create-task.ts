import { AppError, invalidInput } from '../../platform/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { bumpUserRev, holdPerson, loadPerson } from '../accounts/person.ts'
import { readWalletOf } from '../wallet/balance.ts'
import type { PictureRequest } from './image-model.ts'
import { payForPictures, refuseUnlessAdult } from './may-order.ts'
import { PAINT } from './paint-task.ts'
import type { OrderedPicture, PictureTask } from './picture-task.ts'
import { readTemplates } from './read-templates.ts'
import { DEADLINE_MS, TASKS_PER_HOUR } from './rules.ts'
import { screenPrompt } from './screen-prompt.ts'
import type { PictureServices } from './services.ts'
import { findTaskByKey, insertTask } from './task-store.ts'
import { taskView } from './views.ts'

export interface TaskWish {
  prompt: string
  styleId: string
  templateId: string | null
  size: PictureRequest['size']
  count: number
  seed: string | null
  /** A character of the person's own whose face it keeps. */
  cardId: string | null
  idempotencyKey: string
}

/**
 * Asks for pictures: task, coins and job in one transaction. The same key gives the same task again.
 * @throws AppError InvalidInput for a blank prompt or a style or template that is not there, NotFound for a character
 * that is not theirs, Conflict for a key that was used for something else, SafetyStop, AgeNotOpen, NotEnoughCoins,
 * NotAllowed, TooManyRequests.
 */
export async function createTask(services: PictureServices, personId: string, wish: TaskWish): Promise<PictureTask> {
  const { idempotencyKey, ...body } = wish
  const asked = JSON.stringify(body)
  const known = await findTaskByKey(services.database, personId, idempotencyKey)
  if (known) return sameTask(known, idempotencyKey, asked)
  refuseUnknownWords(wish)
  const person = await loadPerson(services.database, personId)
  if (!person) throw new AppError('NotSignedIn')
  refuseUnlessAdult(person)
  services.limiter.take(`picture-task:${personId}`, TASKS_PER_HOUR)
  await screenPrompt(services, personId, wish.prompt)
  const portrait = wish.cardId === null ? null : await services.faceOf(services.database, personId, wish.cardId)
  if (portrait === undefined) throw new AppError('NotFound')
  const now = services.clock.now()
  const id = newId(now)
  const task: PictureTask = {
    id,
    personId,
    idempotencyKey,
    asked,
    portrait,
    prompt: wish.prompt,
    styleId: wish.styleId,
    templateId: wish.templateId,
    size: wish.size,
    retryKeys: [],
    seed: wish.seed ?? newId(now),
    status: 'queued',
    fault: null,
    share: 0,
    userRev: 0,
    endedAt: null,
    deadlineAt: new Date(now.getTime() + DEADLINE_MS),
    createdAt: now,
    pictures: Array.from({ length: wish.count }, (_, position) =>
      ordered(position, services.settings.generatedImagePrice),
    ),
  }
  const made = await services.database.transaction(async (tx) => {
    const held = await holdPerson(tx, personId)
    if (!held) throw new AppError('NotSignedIn')
    refuseUnlessAdult(held)
    // The same key at the same moment: the other one has committed by now, since both lock the person.
    const theirs = await findTaskByKey(tx, personId, idempotencyKey)
    if (theirs) return { task: sameTask(theirs, idempotencyKey, asked), wallet: null }
    task.userRev = await bumpUserRev(tx, personId)
    await insertTask(tx, task)
    const hasPaid = await payForPictures(tx, task, task.pictures, now)
    await services.jobs.add(tx, { kind: PAINT, key: id, personId })
    return { task, wallet: hasPaid ? await readWalletOf(tx, personId, now) : null }
  })
  if (made.task === task)
    services.live.toPerson(personId, { type: 'task.updated', task: taskView(services, task, person.lang) })
  if (made.wallet) services.live.toPerson(personId, { type: 'wallet.updated', wallet: made.wallet })
  return made.task
}

function ordered(position: number, price: number): OrderedPicture {
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

/** A key names one wish, and no other. */
function sameTask(known: PictureTask, key: string, asked: string): PictureTask {
  if (known.idempotencyKey !== key || known.asked !== asked) throw new AppError('Conflict')
  return known
}

function refuseUnknownWords(wish: TaskWish): void {
  const { styles, templates } = readTemplates()
  if (wish.prompt.trim() === '') throw invalidInput('prompt', 'required')
  if (!styles.some(({ id }) => id === wish.styleId)) throw invalidInput('style_id')
  if (wish.templateId !== null && !templates.some(({ id }) => id === wish.templateId)) throw invalidInput('template_id')
}
