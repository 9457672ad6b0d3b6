import type { imageTasks, imageTemplates } from '@everkin/contract/http/image-tasks.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { libraryPictureUrl } from '../../platform/library-file.ts'
import { loadOwnTask } from './change-task.ts'
import { createTask } from './create-task.ts'
import type { ImageTask } from './image-task.ts'
import { POLLS_PER_MINUTE } from './rules.ts'
import type { ImageTaskServices } from './services.ts'
import { cancelTask, deleteImage, retryTask } from './task-actions.ts'
import { listTasks } from './task-queries.ts'
import { coverName, loadTemplates } from './templates.ts'
import { toTaskView } from './views.ts'

/** The handlers for image styles and templates. The library is read once: it changes only with the software. */
export function imageTemplateHandlers(): Handlers<typeof imageTemplates> {
  const { styles, templates } = loadTemplates()
  return {
    templates: async ({ query }, { locale }) => {
      const wanted = query.id === undefined ? templates : templates.filter(({ id }) => id === query.id)
      if (wanted.length === 0) throw new AppError('NotFound')
      return wanted.map(({ id, titles, prompt, style_id, size, cover_shows }) => ({
        id,
        title: titles[locale],
        prompt,
        style_id,
        size,
        cover_shows,
        cover: libraryPictureUrl(coverName('template', id)),
      }))
    },
    styles: async (_, { locale }) =>
      styles.map(({ id, names, descriptions }) => ({
        id,
        name: names[locale],
        description: descriptions[locale],
        cover: libraryPictureUrl(coverName('style', id)),
      })),
  }
}

/** The HTTP handlers of image tasks. */
export function imageTaskHandlers(services: ImageTaskServices): Handlers<typeof imageTasks> {
  const view = (task: ImageTask, caller: Caller) => toTaskView(services, task, caller.locale)
  return {
    createTask: async ({ body }, caller) => {
      const input = {
        prompt: body.prompt,
        styleId: body.style_id,
        templateId: body.template_id ?? null,
        size: body.size,
        count: body.count,
        seed: body.seed ?? null,
        cardId: body.card_id ?? null,
        idempotencyKey: body.idempotency_key,
        ...(body.keep && { keep: { for: body.keep.for, isFree: body.keep.is_free } }),
      }
      return view(await createTask(services, caller.identity.personId, input), caller)
    },
    taskInfo: async ({ query }, caller) => {
      const { personId } = caller.identity
      await services.limiter.consume(`picture-poll:${personId}`, POLLS_PER_MINUTE)
      return view(await loadOwnTask(services.database, personId, query.id), caller)
    },
    taskList: async ({ query }, caller) => {
      const page = await listTasks(services.database, caller.identity.personId, query)
      return { list: page.list.map((task) => view(task, caller)), next_cursor: page.nextCursor }
    },
    cancelTask: async ({ body }, caller) => view(await cancelTask(services, caller.identity.personId, body.id), caller),
    retryTask: async ({ body }, caller) => {
      const input = { id: body.id, idempotencyKey: body.idempotency_key }
      return view(await retryTask(services, caller.identity.personId, input), caller)
    },
    deletePicture: async ({ body }, caller) => {
      await deleteImage(services, caller.identity.personId, { id: body.id, imageId: body.image_id })
      return {}
    },
  }
}
