import { z } from 'zod'
import { Id, Timestamp } from '../ids.ts'
import { Restriction } from './cards.ts'
import { Attachment } from './pictures.ts'

const MessageStatus = z.enum(['streaming', 'complete', 'stopped', 'failed'])

export const Speaker = z
  .object({ card_id: Id, name: z.string(), avatar: z.string().nullable() })
  .meta({ id: 'Speaker' })

/** Why a reply failed. */
export const ReplyFault = z
  .object({
    reason: z
      .enum([
        'key',
        'credit',
        'busy',
        'too_long',
        'model',
        'timeout',
        'unreachable',
        'server',
        'refused',
        'reasoning',
        'empty',
        'cut_off',
      ])
      .describe(
        'key: the provider rejected the key; credit: none is left there; too_long: more than the model’s context; model: the provider does not know it; server: an error of the provider; refused: this request; reasoning: the model used up its reply on hidden reasoning; empty: no text came; cut_off: the connection ended',
      ),
    retry_at: Timestamp.nullable().describe('when the provider accepts requests again, if it says so'),
    status: z.int().nullable().describe('HTTP status of the provider; shown to operators only'),
    detail: z
      .string()
      .nullable()
      .describe('first 300 characters of the provider’s message, without the key or chat text; for operators only'),
  })
  .meta({ id: 'ReplyFault' })

/** Model usage of a reply: tokens, time, cost. */
export const ReplyUsage = z
  .object({
    model: z.string(),
    prompt_tokens: z.int(),
    cached_tokens: z
      .int()
      .nullable()
      .describe('the part of the prompt that the provider had in its cache, if it says so'),
    reply_tokens: z.int().describe('with hidden reasoning'),
    reasoning_tokens: z.int().nullable().describe('the part of the reply that was hidden reasoning, if known'),
    first_token_ms: z.int().describe('from the request to the first output, hidden or not'),
    tokens_per_second: z.number().nullable().describe('null for a reply that is too short to tell'),
    estimated: z.boolean().describe('the provider reported no numbers; these are estimates'),
  })
  .meta({ id: 'ReplyUsage' })

export const Message = z
  .object({
    id: Id,
    chat_id: Id,
    parent_id: Id.nullable(),
    seq: z.int(),
    rev: z.int(),
    active: z.boolean(),
    role: z.enum(['user', 'character', 'system']),
    speaker: Speaker.nullable(),
    text: z.string(),
    status: MessageStatus,
    variant: z.object({ index: z.int(), count: z.int(), ids: z.array(Id) }),
    attachments: z.array(Attachment),
    client_id: z.string().nullable(),
    voice_demo: z.boolean(),
    hidden: z.boolean().optional().describe('true: characters do not see it, and nothing is remembered of it'),
    restriction: Restriction.optional().describe('operators have withheld its text'),
    crisis: z
      .literal(true)
      .optional()
      .describe(
        'a person’s message in which the rules find a crisis: a page shows under it where help is. Never stored.',
      ),
    claims_human: z
      .literal(true)
      .optional()
      .describe(
        'a reply that claims to be human to someone who asked: a page shows under it that it is from an AI. Never stored.',
      ),
    is_cut_off: z
      .literal(true)
      .optional()
      .describe('a complete reply that its model ended at the length limit; `message.continue` goes on from there'),
    fault: ReplyFault.optional().describe('why a failed reply failed, if known'),
    reasoning: z
      .string()
      .nullable()
      .describe('what the model thought before it wrote; in lists only up to 4,000 bytes, and longer by its own call'),
    reasoning_ms: z.int().nullable().describe('how long it thought; null where it has not'),
    usage: ReplyUsage.nullable().describe('of the newest reply or part of it; null while it is written'),
    created_at: Timestamp,
  })
  .meta({ id: 'Message' })
