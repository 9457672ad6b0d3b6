import { z } from 'zod'
import { Timestamp } from '../ids.ts'
import { operation } from '../operation.ts'

/** What an operator can do about a failing service; each has a sentence on the page. */
export const SERVICE_ADVICE = [
  'key',
  'quota',
  'address',
  'busy',
  'model',
  'reply',
  'login',
  'certificate',
  'other',
] as const

const Failure = z.object({
  at: Timestamp,
  code: z.string().describe('a name of ours, or a code of the system; never a message, an address or a key'),
})

const Service = z
  .object({
    kind: z.enum(['text_model', 'images', 'speech', 'transcription', 'embeddings', 'mail']),
    name: z.string().nullable().describe('of a connection to language models, as the operator has called it'),
    source: z.enum(['server', 'built_in', 'none']).describe('another server, this process, or nothing'),
    state: z.enum(['ok', 'failing', 'untested', 'off']).describe('by its last use in this process'),
    last_success_at: Timestamp.nullable(),
    failures: z.array(Failure).describe('the last of this process, newest first'),
    advice: z.enum(SERVICE_ADVICE).nullable(),
  })
  .meta({ id: 'ServiceStatus' })

/** How the parts of this process do, for operators. */
export const deskStatus = {
  status: operation({
    method: 'GET',
    path: '/api/desk/status',
    summary: 'Services, jobs, storage and event loop with their last failures; for operators.',
    access: 'operator',
    roles: ['moderator', 'support', 'read_only'],
    data: z.object({
      services: z.array(Service),
      jobs: z.object({
        waiting: z.int(),
        running: z.int(),
        dead: z.int(),
        oldest_due_seconds: z
          .int()
          .nullable()
          .describe('how long the oldest due job has been waiting; null: none is due'),
        dead_kinds: z.array(
          z.object({ kind: z.string(), count: z.int(), error: z.string().nullable(), died_at: Timestamp }),
        ),
        recurring: z
          .array(
            z.object({ name: z.string(), failures: z.int(), last_success_at: Timestamp.nullable(), last: Failure }),
          )
          .describe('recurring jobs whose last run in this process failed'),
      }),
      storage: z.object({
        kind: z.enum(['folder', 'bucket']),
        writable: z.boolean(),
        error: z.string().nullable().describe('why it does not work: the code of the system, or of the bucket'),
        free_bytes: z.int().nullable(),
        min_free_bytes: z.int().describe('below this, uploads are refused'),
        media_files: z.int(),
        media_bytes: z.int(),
      }),
      database: z.object({
        state: z.enum(['ok', 'away', 'migrating']),
        clock_skew_ms: z.int().nullable(),
      }),
      event_loop: z.object({
        limit_ms: z.int(),
        pauses: z.array(z.object({ operation: z.string(), longest_ms: z.int(), too_long: z.int() })),
      }),
    }),
    errors: ['NotSignedIn', 'NotAllowed'],
  }),
  retryJobs: operation({
    method: 'POST',
    path: '/api/desk/retryJobs',
    summary: 'Runs the dead jobs of a kind again; for operators.',
    access: 'operator',
    body: z.object({ kind: z.string().min(1).max(100) }),
    data: z.object({ count: z.int() }),
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput'],
  }),
} as const
