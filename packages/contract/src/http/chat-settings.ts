import { z } from 'zod'
import { Id } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'
import { ChatInfo } from './chats.ts'

/** A person's settings for one chat. */
export const chatSettings = {
  save: operation({
    method: 'POST',
    path: '/api/chat/settings',
    summary:
      'The person’s persona and lorebooks in a chat, and their author’s note. Omitted fields stay, null removes.',
    access: 'person',
    body: z.object({
      chat_id: Id,
      persona_id: Id.nullable().optional(),
      note: z
        .object({ text: z.string().max(LIMITS.noteLength), depth: z.int().min(0).max(LIMITS.noteDepth) })
        .nullable()
        .optional(),
      lorebook_ids: z.array(Id).max(LIMITS.attachedLorebooks).optional(),
    }),
    data: ChatInfo,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'AgeNotOpen', 'SafetyStop'],
  }),
} as const
