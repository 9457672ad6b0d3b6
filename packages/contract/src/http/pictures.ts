import { z } from 'zod'
import { operation } from '../operation.ts'

const Name = z.string().min(1).max(100)

/** A scene in words to start a picture from, and the style it asks for. */
const PictureTemplate = z
  .object({
    id: Name,
    title: z.string().describe('in the reader’s language'),
    prompt: z.string().describe('in English'),
    style_id: Name,
    cover: z.string().nullable().describe('the character whom the scene is about, in the house style'),
  })
  .meta({ id: 'PictureTemplate' })

const PictureStyle = z
  .object({
    id: Name,
    name: z.string().describe('in the reader’s language'),
    description: z.string().describe('in the reader’s language'),
    cover: z.string().nullable(),
  })
  .meta({ id: 'PictureStyle' })

/** Pictures made to order: for now, what one can start from. */
export const pictures = {
  templates: operation({
    method: 'GET',
    path: '/api/template/getEgTemplate',
    summary: 'The templates for pictures; with `id`, that one.',
    access: 'open',
    query: z.object({ id: Name.optional(), kind: z.enum(['image']).optional() }),
    data: z.array(PictureTemplate),
    errors: ['InvalidInput', 'NotFound'],
  }),
  styles: operation({
    method: 'GET',
    path: '/api/template/getImageStyleList',
    summary: 'The styles in which pictures can be painted.',
    access: 'open',
    data: z.array(PictureStyle),
    errors: [],
  }),
} as const
