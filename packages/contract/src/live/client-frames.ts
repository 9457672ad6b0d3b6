import { z } from 'zod'
import { ClientId, Id, MOST_COUNTED } from '../ids.ts'
import { LIMITS } from '../limits.ts'

const MessageText = z.string().min(1).max(LIMITS.messageLength)

/** Everything a client may say over the websocket; one JSON object a frame. */
export const ClientFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message.send'),
    chat_id: Id,
    client_id: ClientId,
    text: MessageText,
    speak_card_id: Id.optional(),
  }),
  z.object({ type: z.literal('message.regenerate'), chat_id: Id, message_id: Id }),
  z.object({ type: z.literal('message.continue'), chat_id: Id, message_id: Id }),
  z.object({ type: z.literal('message.select'), chat_id: Id, message_id: Id }),
  z.object({
    type: z.literal('message.edit'),
    chat_id: Id,
    message_id: Id,
    text: MessageText,
    branch: z.boolean().optional(),
  }),
  z.object({ type: z.literal('message.delete'), chat_id: Id, message_id: Id }),
  z.object({ type: z.literal('generation.stop'), chat_id: Id }),
  z.object({ type: z.literal('generation.speak'), chat_id: Id, card_id: Id }),
  z.object({
    type: z.literal('sync'),
    user_rev: z.int().min(0).optional(),
    chats: z.array(z.object({ chat_id: Id, rev: z.int().min(0).max(MOST_COUNTED) })).max(200),
    streams: z.array(z.object({ message_id: Id, offset: z.int().min(0) })).max(50),
  }),
  z.object({ type: z.literal('ping'), t: z.number() }),
])
