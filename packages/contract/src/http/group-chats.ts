import { z } from 'zod'
import { Id } from '../ids.ts'
import { operation } from '../operation.ts'
import { EmptyData } from '../pagination.ts'

export const groupChats = {
  mute: operation({
    method: 'POST',
    path: '/api/chat/mute',
    summary: 'Mutes or unmutes a member of a group. When asked manually or with “@” a muted member still speaks.',
    access: 'person',
    body: z.object({ chat_id: Id, card_id: Id, on: z.boolean() }),
    data: EmptyData,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'AgeNotOpen'],
  }),
} as const
