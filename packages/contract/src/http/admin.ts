import { z } from 'zod'
import { Timestamp } from '../ids.ts'
import { operation } from '../operation.ts'

/** The operator's calls. */
export const admin = {
  health: operation({
    method: 'GET',
    path: '/api/desk/health',
    summary: 'How this process is and what it was set to; for operators.',
    access: 'operator',
    data: z.object({
      ready: z.boolean(),
      version: z.string(),
      mode: z.enum(['local', 'production']),
      started_at: Timestamp,
      database: z.object({ kind: z.enum(['embedded', 'postgres']), answer_ms: z.int() }),
      model: z.object({ kind: z.enum(['openai_compatible', 'gguf', 'demo']) }),
      pictures: z.object({
        kind: z.enum(['built_in', 'openai_compatible', 'stable_diffusion']),
        queued: z.int().describe('tasks that wait, of all processes'),
        running: z.int().describe('tasks being painted, of all processes'),
      }),
      mail: z.enum(['smtp', 'outbox']),
      audience: z.enum(['adults', 'adults_and_teens']),
      nsfw_enabled: z.boolean(),
      sockets: z.int().describe('open on this process'),
      replies: z.int().describe('being written by this process'),
      open_reports: z.int(),
      ledger: z
        .object({
          checked_at: Timestamp.nullable().describe('end of the last whole check'),
          accounts: z.int(),
          differing: z.int().describe('accounts whose balance is not the sum of their entries'),
          unbalanced: z.int().describe('transfers that do not sum to zero'),
          frozen: z.int().describe('accounts from which nothing can be spent now'),
        })
        .describe('what the daily check of all balances found'),
    }),
    errors: ['NotSignedIn', 'NotAllowed'],
  }),
} as const
