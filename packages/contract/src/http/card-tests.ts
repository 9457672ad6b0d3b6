import { z } from 'zod'
import { CrisisHelp } from '../entities/people.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'
import { SingleCardFields } from './card-input.ts'

const TestReply = z.object({
  text: z.string(),
  voice_demo: z.boolean(),
  help: CrisisHelp.nullable().describe('after a crisis message, in place of a reply; else null'),
})

/** Trying out a card while it is written. */
export const cardTests = {
  testLorebook: operation({
    method: 'POST',
    path: '/api/editor/testLorebook',
    summary: 'Which entries of a lorebook a text triggers, by the same rules as replies.',
    access: 'person',
    body: z.object({
      character_book: z.unknown(),
      text: z.string().max(LIMITS.messageLength),
      name: z.string().max(LIMITS.nameLength).optional().describe('of the character, for `{{char}}` and filters'),
    }),
    data: z.object({
      entries: z.array(
        z.object({
          index: z.int(),
          fires: z.boolean(),
          keys: z.array(z.string()).describe('those that matched'),
          why: z.enum([
            'constant',
            'key',
            'recursion',
            'none',
            'disabled',
            'over_budget',
            'invalid_key',
            'delay',
            'recursion_only',
            'group',
            'filter',
            'outlet',
          ]),
        }),
      ),
      tokens: z.int(),
    }),
    errors: ['NotSignedIn', 'InvalidInput', 'TooLarge', 'TooManyRequests'],
  }),
  testReply: operation({
    method: 'POST',
    path: '/api/editor/testReply',
    summary: 'A test reply of a character that is being edited. Nothing is stored or charged; limited per day.',
    access: 'person',
    body: z.object({
      card: SingleCardFields,
      messages: z
        .array(z.object({ role: z.enum(['user', 'character']), text: z.string().max(LIMITS.messageLength) }))
        .min(1)
        .max(LIMITS.testMessages),
    }),
    data: TestReply,
    events: z.discriminatedUnion('type', [
      z.object({ type: z.literal('delta'), text: z.string() }),
      TestReply.extend({ type: z.literal('done') }),
      z.object({ type: z.literal('error'), code: z.int(), msg: z.string(), data: z.unknown() }),
    ]),
    errors: [
      'NotSignedIn',
      'InvalidInput',
      'TooLarge',
      'TooManyRequests',
      'TokenBudgetSpent',
      'SafetyStop',
      'AgeNotOpen',
      'NoModel',
      'Unavailable',
    ],
  }),
} as const
