import { z } from 'zod'
import { ReplyUsage } from '../entities/messages.ts'
import { Currency, Id, Timestamp } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'

/** An amount in millionths of a currency's main unit, so that a short reply does not round to nothing. */
const Cost = z.object({ currency: Currency, micros: z.int().min(0) }).meta({ id: 'Cost' })

const Costs = z.array(Cost).nullable().describe('by currency; null for people who are not shown costs')

const totals = {
  requests: z.int().describe('replies, and other requests to a model'),
  prompt_tokens: z.int(),
  cached_tokens: z.int().describe('the part of the prompts that providers reported as cached'),
  reply_tokens: z.int().describe('with hidden reasoning'),
  costs: Costs,
}

const UsageTotals = z.object(totals).meta({ id: 'UsageTotals' })

const Kind = z.enum(['reply', 'memory', 'suggestions', 'draft'])

const Budget = z
  .object({
    limit: z.int().nullable().describe('tokens of a day, of prompts and replies together; null: no limit'),
    used: z.int().describe('today'),
    resets_at: Timestamp,
  })
  .meta({ id: 'TokenBudget' })

const ModelId = z.string().trim().min(1).max(LIMITS.modelIdLength)

const ModelPrice = z
  .object({
    model_id: ModelId,
    currency: Currency,
    input: z.number().min(0).max(LIMITS.modelPrice).describe('per million tokens of a prompt'),
    cached_input: z.number().min(0).max(LIMITS.modelPrice).nullable().describe('null: as `input`'),
    output: z.number().min(0).max(LIMITS.modelPrice).describe('per million tokens of a reply'),
  })
  .meta({ id: 'ModelPrice' })

/** The reasoning of a reply, and its model usage. */
export const replyDetails = {
  reasoning: operation({
    method: 'GET',
    path: '/api/chat/reasoning',
    summary: 'What the model thought before it wrote a message, in full.',
    access: 'person',
    query: z.object({ chat_id: Id, message_id: Id }),
    data: z.object({ reasoning: z.string().nullable() }),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
  usage: operation({
    method: 'GET',
    path: '/api/chat/usage',
    summary: 'Model usage (tokens, time, cost) of a reply, and of all replies of its chat.',
    access: 'person',
    query: z.object({ chat_id: Id, message_id: Id.optional() }),
    data: z.object({
      reply: z.object({ usage: ReplyUsage, costs: Costs }).nullable(),
      chat: UsageTotals,
    }),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
} as const

/** Model usage of people, and its cost. */
export const modelUsage = {
  mine: operation({
    method: 'GET',
    path: '/api/user/usage',
    summary: 'This person’s model usage today and this month. Days are in UTC.',
    access: 'person',
    data: z.object({
      today: UsageTotals,
      month: UsageTotals,
      models: z.array(z.object({ model: z.string(), ...totals })).describe('this month, the most used first'),
      budget: Budget,
    }),
    errors: ['NotSignedIn'],
  }),
  all: operation({
    method: 'GET',
    path: '/api/admin/usage',
    summary: 'Model usage of all people together, by day, model, purpose and person; for operators.',
    access: 'operator',
    query: z.object({ days: z.coerce.number().int().min(1).max(90).default(30) }),
    data: z.object({
      days: z.array(z.object({ day: z.iso.date(), ...totals })).describe('newest first, without days of no use'),
      models: z.array(z.object({ model_id: z.string(), model: z.string(), ...totals })),
      kinds: z.array(z.object({ kind: Kind, ...totals })),
      people: z
        .array(z.object({ person_id: Id, nickname: z.string(), ...totals }))
        .describe('the hundred with the most usage'),
      budget: Budget.describe('of the server'),
      person_limit: z.int().nullable().describe('tokens of a day for one person; null: no limit'),
      people_at_limit: z.int().describe('people who have reached it today'),
    }),
    errors: ['NotSignedIn', 'InvalidInput', 'NotAllowed'],
  }),
  prices: operation({
    method: 'GET',
    path: '/api/admin/modelPrices',
    summary: 'Models and what their tokens cost; for operators.',
    access: 'operator',
    data: z.object({
      models: z
        .array(z.object({ model_id: z.string(), model: z.string(), price: ModelPrice.nullable() }))
        .describe('connected models, then others that have a price'),
    }),
    errors: ['NotSignedIn', 'NotAllowed'],
  }),
  savePrice: operation({
    method: 'POST',
    path: '/api/admin/saveModelPrice',
    summary: 'Sets what a model’s tokens cost from now on; null removes it. What was counted before stays.',
    access: 'operator',
    body: z.object({ model_id: ModelId, price: ModelPrice.omit({ model_id: true }).nullable() }),
    data: z.object({ price: ModelPrice.nullable() }),
    errors: ['NotSignedIn', 'InvalidInput', 'NotAllowed', 'Conflict'],
  }),
} as const
