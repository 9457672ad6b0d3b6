import { z } from 'zod'
import { Id } from '../ids.ts'
import { operation } from '../operation.ts'
import { Nothing } from '../pagination.ts'

export const groupChats = {
  mute: operation({
    method: 'POST',
    path: '/api/chat/mute',
    summary:
      'A member of a group no longer speaks by itself, or does again. Asked by hand or with “@” it still speaks.',
    access: 'person',
    body: z.object({ chat_id: Id, card_id: Id, on: z.boolean() }),
    data: Nothing,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'AgeNotOpen'],
  }),
} as const
