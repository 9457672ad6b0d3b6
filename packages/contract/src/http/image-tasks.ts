import { z } from 'zod'
import { Task } from '../entities/pictures.ts'
import { Id } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'
import { EmptyData, PageQuery, pageOf } from '../pagination.ts'

const Name = z.string().min(1).max(100)

/** A scene as a prompt to start an image from, and its style. */
const ImageTemplate = z
  .object({
    id: Name,
    title: z.string().describe('in the reader’s language'),
    prompt: z.string().describe('in English'),
    style_id: Name,
    size: z.enum(['portrait', 'square', 'landscape']).describe('the shape that suits the scene'),
    cover: z.string().nullable().describe('the template rendered in that style'),
    cover_shows: z.enum(['words', 'character']).describe('the prompt, or the character of the scene'),
  })
  .meta({ id: 'PictureTemplate' })

const ImageStyle = z
  .object({
    id: Name,
    name: z.string().describe('in the reader’s language'),
    description: z.string().describe('in the reader’s language'),
    cover: z.string().nullable().describe('a library character in this style'),
  })
  .meta({ id: 'PictureStyle' })

/** Templates and styles for image tasks. */
export const imageTemplates = {
  templates: operation({
    method: 'GET',
    path: '/api/template/getEgTemplate',
    summary: 'The templates for images; with `id`, that one.',
    access: 'open',
    query: z.object({ id: Name.optional(), kind: z.enum(['image']).optional() }),
    data: z.array(ImageTemplate),
    errors: ['InvalidInput', 'NotFound'],
  }),
  styles: operation({
    method: 'GET',
    path: '/api/template/getImageStyleList',
    summary: 'The styles of images.',
    access: 'open',
    data: z.array(ImageStyle),
    errors: [],
  }),
} as const

/** Image tasks: each generates one to four images in the background. */
export const imageTasks = {
  createTask: operation({
    method: 'POST',
    path: '/api/task/create',
    summary: 'Creates an image task. The coins are charged at once and refunded for images that fail.',
    access: 'person',
    body: z.object({
      kind: z.literal('image'),
      prompt: z.string().min(1).max(LIMITS.promptLength),
      style_id: Name,
      template_id: Name.nullable().optional(),
      size: z.enum(['portrait', 'square', 'landscape']).default('portrait'),
      count: z.int().min(1).max(LIMITS.pictureCount).default(1),
      seed: z.string().max(100).optional().describe('the same prompt and seed give the same face'),
      card_id: Id.optional().describe('the person’s own character whose face to keep'),
      keep: z
        .object({
          for: Id.describe('the person’s draft or card'),
          is_free: z.boolean().describe('what the person was told; 1004 when it is not so'),
        })
        .optional()
        .describe('a face that the built-in painter drew in the browser; the first one for each draft is free'),
      idempotency_key: z.string().min(1).max(100),
    }),
    data: Task,
    errors: [
      'NotSignedIn',
      'InvalidInput',
      'NotFound',
      'NotAllowed',
      'Conflict',
      'NotEnoughCoins',
      'TooManyRequests',
      'SpendingCapReached',
      'SafetyStop',
      'AgeNotOpen',
      'Unavailable',
    ],
  }),
  taskInfo: operation({
    method: 'GET',
    path: '/api/task/getTaskInfo',
    summary: 'The progress of a task.',
    access: 'person',
    query: z.object({ id: Id }),
    data: Task,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
  taskList: operation({
    method: 'GET',
    path: '/api/task/list',
    summary: 'The person’s own tasks, newest first.',
    access: 'person',
    query: PageQuery,
    data: pageOf(Task),
    errors: ['NotSignedIn', 'InvalidInput'],
  }),
  cancelTask: operation({
    method: 'POST',
    path: '/api/task/cancel',
    summary: 'Cancels the remaining images and refunds them; finished images stay.',
    access: 'person',
    body: z.object({ id: Id }),
    data: Task,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'Conflict'],
  }),
  retryTask: operation({
    method: 'POST',
    path: '/api/task/retry',
    summary: 'Retries failed images, at the price of what is missing.',
    access: 'person',
    body: z.object({ id: Id, idempotency_key: z.string().min(1).max(100) }),
    data: Task,
    errors: [
      'NotSignedIn',
      'InvalidInput',
      'NotFound',
      'NotAllowed',
      'Conflict',
      'NotEnoughCoins',
      'TooManyRequests',
      'SpendingCapReached',
      'AgeNotOpen',
      'Unavailable',
    ],
  }),
  deletePicture: operation({
    method: 'POST',
    path: '/api/task/deleteImage',
    summary: 'Deletes one image of a task. If a card uses it, the card keeps its own copy.',
    access: 'person',
    body: z.object({ id: Id.describe('of the task'), image_id: Id }),
    data: EmptyData,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
} as const
