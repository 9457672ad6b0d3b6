import { z } from 'zod'
import { Id } from '../ids.ts'
import { operation } from '../operation.ts'

/** Suggestions for a person's next message. */
export const suggestions = {
  helpReply: operation({
    method: 'GET',
    path: '/api/chat/helpReply',
    summary:
      'Three different suggestions for the person’s next message: curious, bold, playful. Free; built-in ones where the model’s answer cannot be used.',
    access: 'person',
    query: z.object({
      chat_id: Id,
      round: z.coerce.number().int().min(0).max(999).default(0).describe('number of earlier requests here'),
    }),
    data: z.tuple([z.string(), z.string(), z.string()]),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'AgeNotOpen', 'Conflict', 'TooManyRequests'],
  }),
} as const
