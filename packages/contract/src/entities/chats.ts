import { z } from 'zod'
import { Id, Timestamp } from '../ids.ts'

/** The card as a chat shows it: enough for the header and the about pane, without the definition. */
export const ChatCard = z
  .object({
    id: Id,
    type: z.enum(['single', 'multiple']),
    name: z.string(),
    avatar: z.string().nullable(),
    tagline: z.string(),
    faces: z
      .array(z.object({ id: Id, name: z.string(), avatar: z.string().nullable() }))
      .optional()
      .describe('the first two members of a group, whose faces stand for it in lists'),
  })
  .meta({ id: 'ChatCard' })

const LastMessage = z
  .object({
    role: z.enum(['user', 'character', 'system']),
    speaker_name: z.string().nullable(),
    text: z.string(),
    created_at: Timestamp,
  })
  .meta({ id: 'LastMessage', description: 'The first 200 characters of the newest message on the active path.' })

export const Chat = z
  .object({
    id: Id,
    type: z.enum(['single', 'multiple']),
    card: ChatCard,
    title: z.string(),
    closed: z.boolean().describe('read-only: its character was deleted, withdrawn or blocked by this reader'),
    blocked: z.boolean().optional().describe('closed because this reader has blocked a character in it or its creator'),
    last_message: LastMessage.nullable(),
    unread: z.int(),
    pinned: z.boolean(),
    muted: z.array(Id).describe('members of a group that do not speak automatically'),
    rev: z.int(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Chat' })
