import { z } from 'zod'
import { Order } from '../entities/billing.ts'
import { Chat } from '../entities/chats.ts'
import { Message } from '../entities/messages.ts'
import { EmergencyNumber, HelpLine, Wallet } from '../entities/people.ts'
import { Task } from '../entities/pictures.ts'
import { ClientId, Id, MAX_COUNT, ModelId, Timestamp } from '../ids.ts'
import { LIMITS } from '../limits.ts'

/** Everything a client may send over the websocket; one JSON object per frame. */
export const ClientFrame = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('message.send'),
      chat_id: Id,
      client_id: ClientId,
      text: z.string().max(LIMITS.messageLength).describe('may be empty beside pictures'),
      speak_card_id: Id.optional(),
      attachments: z
        .array(Id)
        .max(LIMITS.messagePictures)
        .optional()
        .describe('ids from `common/upload` with the purpose `chat`'),
    })
    .refine(({ text, attachments }) => text !== '' || (attachments?.length ?? 0) > 0, { path: ['text'] }),
  z.object({
    type: z.literal('message.regenerate'),
    chat_id: Id,
    message_id: Id,
    model_id: ModelId.optional().describe('writes this version only; by default the chat’s model'),
  }),
  z.object({ type: z.literal('message.continue'), chat_id: Id, message_id: Id }),
  z.object({ type: z.literal('message.select'), chat_id: Id, message_id: Id }),
  z.object({
    type: z.literal('message.edit'),
    chat_id: Id,
    message_id: Id,
    text: z
      .string()
      .min(1)
      .max(LIMITS.importedMessageLength)
      .describe(`at most ${LIMITS.messageLength} characters, or as many as the message has now`),
    branch: z
      .boolean()
      .optional()
      .describe('keeps the old text: a new variant, which is answered where it is the person’s own message'),
  }),
  z.object({ type: z.literal('message.delete'), chat_id: Id, message_id: Id }),
  z
    .object({ type: z.literal('message.restore'), chat_id: Id, message_id: Id })
    .describe('brings back what `message.delete` with this message has deleted within the last minute'),
  z.object({ type: z.literal('message.hide'), chat_id: Id, message_id: Id, hidden: z.boolean() }),
  z
    .object({ type: z.literal('generation.prepare'), chat_id: Id })
    .describe('a message is being written: the server gets ready to answer it. Nothing is stored, charged or answered'),
  z.object({ type: z.literal('generation.stop'), chat_id: Id }),
  z.object({ type: z.literal('generation.speak'), chat_id: Id, card_id: Id }),
  z.object({
    type: z.literal('sync'),
    user_rev: z.int().min(0).optional(),
    chats: z.array(z.object({ chat_id: Id, rev: z.int().min(0).max(MAX_COUNT) })).max(LIMITS.syncChats),
    streams: z
      .array(z.object({ message_id: Id, offset: z.int().min(0), reasoning_offset: z.int().min(0).optional() }))
      .max(LIMITS.syncStreams),
  }),
  z.object({ type: z.literal('ping'), t: z.number() }),
])

/** What a guest may send; every other frame answers as if nobody were signed in. */
export const GUEST_FRAMES: readonly z.infer<typeof ClientFrame>['type'][] = [
  'ping',
  'sync',
  'message.send',
  'generation.prepare',
  'generation.stop',
]

const SafetyNotice = z.object({
  type: z.literal('safety.notice'),
  kind: z.enum(['crisis', 'crisis_imminent', 'ai_reminder', 'break', 'blocked', 'age']),
  chat_id: Id.nullable(),
  message_id: Id.nullable(),
  text: z.string(),
  help_lines: z.array(HelpLine),
  emergency: EmergencyNumber.nullable().describe('of a crisis: the emergency number of the reader’s likely country'),
})

/** Everything the server may send over the websocket. */
export const ServerFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), user_id: Id, server_time: Timestamp, user_rev: z.int() }),
  z.object({ type: z.literal('ack'), client_id: z.string(), message: Message }),
  z.object({ type: z.literal('nack'), client_id: z.string(), code: z.int(), msg: z.string(), data: z.unknown() }),
  z.object({ type: z.literal('message.created'), message: Message }),
  z.object({ type: z.literal('message.delta'), chat_id: Id, message_id: Id, offset: z.int(), text: z.string() }),
  z.object({
    type: z.literal('message.reasoning'),
    chat_id: Id,
    message_id: Id,
    offset: z.int().describe('UTF-16 units of the reasoning so far'),
    text: z.string(),
    ms: z.int().describe('how long the model has thought so far'),
  }),
  z.object({ type: z.literal('message.completed'), message: Message }),
  z.object({ type: z.literal('message.updated'), message: Message }),
  z.object({
    type: z.literal('path.changed'),
    chat_id: Id,
    rev: z.int(),
    parent_id: Id.nullable(),
    list: z.array(Message),
  }),
  z.object({ type: z.literal('message.deleted'), chat_id: Id, ids: z.array(Id), rev: z.int() }),
  z.object({ type: z.literal('chat.updated'), chat: Chat }),
  z.object({
    type: z.literal('chat.deleted'),
    chat_id: Id,
    hidden: z.boolean().optional().describe('the chat is still there, but its reader may not see it now'),
  }),
  z.object({ type: z.literal('wallet.updated'), wallet: Wallet }),
  z.object({ type: z.literal('order.updated'), order: Order }),
  z.object({ type: z.literal('task.updated'), task: Task }),
  z
    .object({
      type: z.literal('notices.updated'),
      notice_id: Id.describe('of the latest one'),
      unread: z.int(),
      text: z.string().describe('what to say, in the reader’s language'),
      action: z.string().describe('the label of the way to the notices'),
    })
    .describe('a moderator has decided something that concerns the reader'),
  SafetyNotice,
  z.object({
    type: z.literal('synced'),
    user_rev: z.int(),
    chats: z.array(z.object({ chat_id: Id, rev: z.int() })),
  }),
  z.object({ type: z.literal('resync'), chat_id: Id }),
  z.object({
    type: z.literal('error'),
    code: z.int(),
    msg: z.string(),
    data: z.unknown(),
    chat_id: Id.nullable(),
    message_id: Id.nullable(),
  }),
  z.object({ type: z.literal('pong'), t: z.number() }),
])
