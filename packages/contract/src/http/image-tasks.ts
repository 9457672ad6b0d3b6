import { z } from 'zod'
import { Task } from '../entities.ts'
import { Id } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'
import { Nothing, PageQuery, pageOf } from '../pagination.ts'

const Name = z.string().min(1).max(100)

/** A scene in words to start a picture from, and the style it asks for. */
const ImageTemplate = z
  .object({
    id: Name,
    title: z.string().describe('in the reader’s language'),
    prompt: z.string().describe('in English'),
    style_id: Name,
    size: z.enum(['portrait', 'square', 'landscape']).describe('the shape that suits the scene'),
    cover: z.string().nullable().describe('painted in that style'),
    cover_shows: z.enum(['words', 'character']).describe('the prompt, or the character whom the scene is about'),
  })
  .meta({ id: 'PictureTemplate' })

const ImageStyle = z
  .object({
    id: Name,
    name: z.string().describe('in the reader’s language'),
    description: z.string().describe('in the reader’s language'),
    cover: z.string().nullable().describe('a character of the library in this style'),
  })
  .meta({ id: 'PictureStyle' })

/** What pictures made to order can start from. */
export const imageTemplates = {
  templates: operation({
    method: 'GET',
    path: '/api/template/getEgTemplate',
    summary: 'The templates for pictures; with `id`, that one.',
    access: 'open',
    query: z.object({ id: Name.optional(), kind: z.enum(['image']).optional() }),
    data: z.array(ImageTemplate),
    errors: ['InvalidInput', 'NotFound'],
  }),
  styles: operation({
    method: 'GET',
    path: '/api/template/getImageStyleList',
    summary: 'The styles in which pictures can be painted.',
    access: 'open',
    data: z.array(ImageStyle),
    errors: [],
  }),
} as const

/** The making of pictures: one task paints one to four of them, in the background. */
export const imageTasks = {
  createTask: operation({
    method: 'POST',
    path: '/api/task/create',
    summary: 'Asks for pictures. The coins are taken at once and given back for what can not be made.',
    access: 'person',
    body: z.object({
      kind: z.literal('image'),
      prompt: z.string().min(1).max(LIMITS.promptLength),
      style_id: Name,
      template_id: Name.nullable().optional(),
      size: z.enum(['portrait', 'square', 'landscape']).default('portrait'),
      count: z.int().min(1).max(LIMITS.pictureCount).default(1),
      seed: z.string().max(100).optional().describe('the same words and seed give the same face'),
      card_id: Id.optional().describe('a character of one’s own whose face it keeps'),
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
    summary: 'How far a task is.',
    access: 'person',
    query: z.object({ id: Id }),
    data: Task,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
  taskList: operation({
    method: 'GET',
    path: '/api/task/list',
    summary: 'One’s own tasks, newest first.',
    access: 'person',
    query: PageQuery,
    data: pageOf(Task),
    errors: ['NotSignedIn', 'InvalidInput'],
  }),
  cancelTask: operation({
    method: 'POST',
    path: '/api/task/cancel',
    summary: 'Stops what is not painted yet and gives its coins back; pictures that are there stay.',
    access: 'person',
    body: z.object({ id: Id }),
    data: Task,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'Conflict'],
  }),
  retryTask: operation({
    method: 'POST',
    path: '/api/task/retry',
    summary: 'Asks once more for what failed, at the price of what is missing.',
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
    summary: 'Deletes one picture of a task. Where a card uses it, the card keeps its own copy.',
    access: 'person',
    body: z.object({ id: Id.describe('of the task'), image_id: Id }),
    data: Nothing,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
} as const
