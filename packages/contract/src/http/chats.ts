import { z } from 'zod'
import { Scene } from '../entities/cards.ts'
import { Chat } from '../entities/chats.ts'
import { Message } from '../entities/messages.ts'
import { Id, MAX_COUNT, ModelId } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'
import { EmptyData, PageQuery, pageOf } from '../pagination.ts'

const ChatMember = z
  .object({ card_id: Id, name: z.string(), avatar: z.string().nullable(), muted: z.boolean() })
  .meta({ id: 'ChatMember', description: 'A member of a group, as the reader’s language names them.' })

export const ChatInfo = Chat.extend({
  members: z.array(ChatMember).describe('of a group, in its order; empty for a single character'),
  scene: Scene.nullable().describe('where the character or group is met'),
  memory: z.object({ summary: z.string() }),
  settings: z.object({
    model: z.string().describe('the name of the model that answers now'),
    voice_demo: z.boolean(),
    message_price: z.int().describe('messages that a reply takes from this person now; 0: nothing is counted'),
    model_id: ModelId.nullable().describe('as chosen for this chat; null: the server’s default'),
    model_missing: z.boolean().describe('the chosen model cannot be used any more, so the default one answers'),
    preset_id: Id.nullable().describe('null: the model’s own settings'),
    pictures: z
      .enum(['seen', 'described', 'unseen'])
      .describe('seen: the model sees pictures; described: another model describes them to it; unseen: neither'),
    persona_id: Id.nullable().describe('null: the person’s nickname'),
    note: z.object({ text: z.string(), depth: z.int() }).nullable(),
    lorebook_ids: z.array(Id).describe('the person’s own lorebooks that this chat uses'),
  }),
}).meta({ id: 'ChatInfo' })

/** One part of a prompt; `kind` names its source. */
const PromptSection = z
  .object({
    kind: z.string(),
    label: z.string(),
    tokens: z.int(),
    text: z.string().nullable().describe('null when it comes from a definition that its creator keeps private'),
    clipped: z.int().describe('tokens of it that were left out for lack of space'),
  })
  .meta({ id: 'PromptSection' })

export const chats = {
  list: operation({
    method: 'GET',
    path: '/api/chat/list',
    summary: 'The person’s chats, pinned first, then newest first.',
    access: 'person',
    query: PageQuery.extend({ q: z.string().max(LIMITS.searchLength).optional() }),
    data: pageOf(Chat),
    errors: ['NotSignedIn', 'InvalidInput'],
  }),
  getMessages: operation({
    method: 'GET',
    path: '/api/chat/getMessages',
    summary:
      'The active path, oldest first: its end, or what precedes `before_seq`; with `after_rev` every change since.',
    access: 'guest',
    query: z.object({
      chat_id: Id,
      before_seq: z.coerce.number().int().min(0).max(MAX_COUNT).optional(),
      after_rev: z.coerce.number().int().min(0).max(MAX_COUNT).optional(),
      limit: z.coerce.number().int().min(1).max(LIMITS.maxPageSize).default(50),
    }),
    data: z.object({
      list: z.array(Message),
      has_more: z.boolean(),
      rev: z.int(),
      deleted: z.array(Id).optional(),
    }),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
  info: operation({
    method: 'GET',
    path: '/api/chat/info',
    summary: 'One chat with its memory and settings.',
    access: 'guest',
    query: z.object({ chat_id: Id }),
    data: ChatInfo,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
  unread: operation({
    method: 'GET',
    path: '/api/chat/unread',
    summary: 'The chats with unread messages, newest first (200 at most), and the revision of the list to `sync` from.',
    access: 'person',
    data: z.object({ user_rev: z.int(), list: z.array(z.object({ chat_id: Id, unread: z.int() })) }),
    errors: ['NotSignedIn'],
  }),
  start: operation({
    method: 'POST',
    path: '/api/chat/start',
    summary: 'Starts a chat with a character or a group, or resumes the existing one unless `fresh`.',
    access: 'guest',
    body: z.object({ card_id: Id.optional(), group_id: Id.optional(), fresh: z.boolean().optional() }),
    data: Chat,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'Conflict', 'TooManyRequests', 'AgeNotOpen'],
  }),
  deleteChat: operation({
    method: 'POST',
    path: '/api/chat/delete',
    summary: 'Deletes a chat; it can be restored for ten minutes.',
    access: 'person',
    body: z.object({ chat_id: Id }),
    data: EmptyData,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
  restore: operation({
    method: 'POST',
    path: '/api/chat/restore',
    summary: 'Restores a chat that was deleted less than ten minutes ago.',
    access: 'person',
    body: z.object({ chat_id: Id }),
    data: Chat,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
  pin: operation({
    method: 'POST',
    path: '/api/chat/pin',
    summary: 'Pins a chat to the top, or unpins it.',
    access: 'person',
    body: z.object({ chat_id: Id, on: z.boolean() }),
    data: EmptyData,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
  read: operation({
    method: 'POST',
    path: '/api/chat/read',
    summary: 'Marks a chat as read up to a message.',
    access: 'guest',
    body: z.object({ chat_id: Id, seq: z.int().min(0).max(MAX_COUNT) }),
    data: EmptyData,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
  prompt: operation({
    method: 'GET',
    path: '/api/chat/prompt',
    summary: 'What the model saw, or would see now, for a character’s message in the person’s own chat.',
    access: 'person',
    query: z.object({ chat_id: Id, message_id: Id.optional() }),
    data: z.object({
      model: z.string(),
      context_tokens: z.int(),
      tokens: z.int(),
      unchanged_share: z
        .number()
        .nullable()
        .describe('how much of it, from its beginning, is the same as for the reply before; null for the first reply'),
      sections: z.array(PromptSection),
    }),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'AgeNotOpen'],
  }),
} as const
