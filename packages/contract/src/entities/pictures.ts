import { z } from 'zod'
import { Id, Timestamp } from '../ids.ts'

/** Things from a character's world: the kinds that the painter draws. */
export const KEEPSAKE_KINDS = [
  'label',
  'leaf',
  'letter',
  'log',
  'map',
  'menu',
  'photoStrip',
  'programme',
  'recipe',
  'score',
  'setList',
  'slip',
  'stamp',
  'ticket',
  'timetable',
] as const

export const Attachment = z
  .object({
    id: Id,
    kind: z.enum(['image', 'video']),
    locked: z.boolean(),
    price: z.int().describe('coins; 0 while nothing may be offered to the reader (C3)'),
    thumbnail: z.string(),
    url: z.string().nullable().describe('null while locked; signed for its reader and valid for some minutes'),
    width: z.int(),
    height: z.int(),
    duration_ms: z.int().nullable().describe('of a video'),
    caption: z.string().describe('in the reader’s language; empty when the creator wrote none'),
    generated: z.boolean().describe('AI-generated: shown with the label “AI picture” (H3)'),
    keepsake: z
      .enum(KEEPSAKE_KINDS)
      .optional()
      .describe('a thing from the character’s world: its kind and its caption are shown while it is locked'),
    quote: z
      .string()
      .optional()
      .describe('what the reader said in the chat where they unlocked it; nobody else gets it'),
  })
  .meta({ id: 'Attachment' })

const TaskStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'canceled'])

/** An image task. */
export const Task = z
  .object({
    id: Id,
    kind: z.literal('image'),
    status: TaskStatus,
    progress: z.number().min(0).max(1).describe('progress of the whole task; never more than is done'),
    images: z.array(
      z.object({
        id: Id,
        url: z.string(),
        thumbnail: z.string(),
        width: z.int(),
        height: z.int(),
      }),
    ),
    count: z.int(),
    failed: z.int().describe('how many of them failed'),
    prompt: z.string(),
    style_id: z.string(),
    template_id: z.string().nullable(),
    size: z.enum(['portrait', 'square', 'landscape']),
    price: z.int().describe('coins charged for all of it'),
    refunded: z.int().describe('coins refunded for failed images'),
    error: z.string().nullable().describe('why it failed, in the reader’s language'),
    created_at: Timestamp,
  })
  .meta({ id: 'Task' })
