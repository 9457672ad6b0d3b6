import { z } from 'zod'
import { Id, Timestamp } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'

/** A fact worth remembering, as one sentence. */
const Fact = z
  .object({
    id: Id,
    text: z.string(),
    pinned: z.boolean().describe('pinned facts are in every prompt'),
    source_seq: z.int().nullable().describe('the message that it comes from; null for what the person wrote'),
    origin: z.enum(['person', 'model']),
    created_at: Timestamp,
  })
  .meta({ id: 'Fact' })

/** The memory of a chat, and its share of the next prompt. */
const ChatMemory = z
  .object({
    summary: z.string().describe('the part of the story that is no longer in the prompt verbatim'),
    summary_covers: z.int().describe('the summary covers everything up to this message; 0: nothing yet'),
    summary_updated_at: Timestamp.nullable(),
    facts: z.array(Fact).describe('pinned first, then newest first'),
    meter: z.object({
      context_tokens: z.int(),
      reply_tokens: z.int().describe('reserved for the reply'),
      parts: z.array(z.object({ kind: z.string(), tokens: z.int() })).describe('of the next prompt, in its order'),
      free_tokens: z.int(),
      verbatim_messages: z.int().describe('the newest messages, verbatim in the prompt'),
      older_messages: z.int().describe('messages of the active path that no longer fit'),
      clipped_tokens: z.int().describe('of the card’s texts, left out for lack of space'),
    }),
    shares_memory: z
      .boolean()
      .describe('other chats with the same character may recall these facts, and this one theirs'),
  })
  .meta({ id: 'ChatMemory' })

export const memory = {
  read: operation({
    method: 'GET',
    path: '/api/chat/memory',
    summary: 'The memory of the person’s own chat, and how full the next prompt is.',
    access: 'person',
    query: z.object({ chat_id: Id }),
    data: ChatMemory,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'AgeNotOpen'],
  }),
  save: operation({
    method: 'POST',
    path: '/api/chat/saveMemory',
    summary:
      'Changes the memory: a fact without `id` is added, `deleted: true` deletes one and what was derived from it, `deleted: false` restores it within ten minutes.',
    access: 'person',
    body: z.object({
      chat_id: Id,
      summary: z.string().trim().max(LIMITS.summaryLength).optional(),
      facts: z
        .array(
          z.object({
            id: Id.optional(),
            text: z.string().trim().min(1).max(LIMITS.factLength).optional(),
            pinned: z.boolean().optional(),
            deleted: z.boolean().optional(),
          }),
        )
        .max(LIMITS.facts)
        .optional(),
      shares_memory: z.boolean().optional(),
      forget_all: z.boolean().optional().describe('deletes summary and facts, before the rest of the call'),
    }),
    data: ChatMemory,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'AgeNotOpen', 'SafetyStop', 'TooManyRequests'],
  }),
  receipt: operation({
    method: 'GET',
    path: '/api/chat/receipt',
    summary: 'The memory that a character’s reply was written from, besides the conversation itself.',
    access: 'person',
    query: z.object({ chat_id: Id, message_id: Id }),
    data: z.object({
      summary: z.string().nullable().describe('null when it used none, or that version has been deleted'),
      facts: z.array(z.object({ id: Id, text: z.string().describe('empty once deleted'), forgotten: z.boolean() })),
      passages: z
        .array(z.object({ text: z.string(), seq: z.int() }))
        .describe('recalled older messages; deleted ones are left out'),
      lore: z
        .array(
          z.object({
            name: z.string(),
            text: z.string().nullable().describe('null when their creator keeps them private; the name is empty then'),
          }),
        )
        .describe('lorebook entries of the card'),
    }),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'AgeNotOpen'],
  }),
} as const
