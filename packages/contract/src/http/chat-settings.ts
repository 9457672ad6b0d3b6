import { z } from 'zod'
import { Id, ModelId } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'
import { ChatInfo } from './chats.ts'

/** A person's settings for one chat. */
export const chatSettings = {
  save: operation({
    method: 'POST',
    path: '/api/chat/settings',
    summary:
      'The person’s persona in a chat, their lorebooks and author’s note, the model and the preset. Omitted fields stay, null removes.',
    access: 'person',
    body: z.object({
      chat_id: Id,
      persona_id: Id.nullable().optional(),
      note: z
        .object({ text: z.string().max(LIMITS.noteLength), depth: z.int().min(0).max(LIMITS.noteDepth) })
        .nullable()
        .optional(),
      model_id: ModelId.nullable().optional(),
      preset_id: Id.nullable().optional(),
      for_new_chats: z
        .boolean()
        .optional()
        .describe('new chats of this person with the same card start with this chat’s model and preset, too'),
      lorebook_ids: z.array(Id).max(LIMITS.attachedLorebooks).optional(),
    }),
    data: ChatInfo,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'NotAllowed', 'AgeNotOpen', 'SafetyStop'],
  }),
} as const
