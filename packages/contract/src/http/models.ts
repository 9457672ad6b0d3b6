import { z } from 'zod'
import { ModelId } from '../ids.ts'
import { operation } from '../operation.ts'

const ModelAccess = z.enum(['everyone', 'members', 'operators'])

export const ModelInfo = z
  .object({
    id: ModelId,
    name: z.string(),
    connection_id: z.string(),
    connection_name: z.string(),
    context_tokens: z.int(),
    max_reply_tokens: z.int().nullable(),
    vision: z.boolean(),
    reasoning: z.boolean(),
    is_default: z.boolean(),
    access: ModelAccess,
    message_price: z.int().nullable().describe('messages that a reply costs; null: the price of the server'),
  })
  .meta({ id: 'ModelInfo' })

/** The language models that people choose from. */
export const models = {
  list: operation({
    method: 'GET',
    path: '/api/model/list',
    summary: 'The language models that this person may choose, the default one first.',
    access: 'person',
    data: z.array(ModelInfo),
    errors: ['NotSignedIn'],
  }),
} as const
