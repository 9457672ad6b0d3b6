import { z } from 'zod'
import { Id, SaveKey } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'
import { SAMPLER_LIMITS } from '../preset-limits.ts'

const bounded = ({ min, max, isWhole }: { min: number; max: number; isWhole?: boolean }) =>
  (isWhole ? z.int() : z.number()).min(min).max(max).nullable()

const Samplers = z
  .object({
    temperature: bounded(SAMPLER_LIMITS.temperature),
    top_p: bounded(SAMPLER_LIMITS.top_p),
    top_k: bounded(SAMPLER_LIMITS.top_k),
    min_p: bounded(SAMPLER_LIMITS.min_p),
    repetition_penalty: bounded(SAMPLER_LIMITS.repetition_penalty),
    frequency_penalty: bounded(SAMPLER_LIMITS.frequency_penalty),
    presence_penalty: bounded(SAMPLER_LIMITS.presence_penalty),
    seed: bounded(SAMPLER_LIMITS.seed),
  })
  .meta({ id: 'Samplers', description: 'How a model picks its words. A null is not sent.' })

const PresetContent = z.object({
  name: z.string().max(LIMITS.presetNameLength),
  samplers: Samplers,
  stop: z
    .array(z.string().min(1).max(LIMITS.stopLength))
    .max(LIMITS.stopStrings)
    .describe('a reply ends before the first of these'),
  max_reply_tokens: bounded(SAMPLER_LIMITS.max_reply_tokens).describe('null: the usual length'),
  context_tokens: bounded(SAMPLER_LIMITS.context_tokens).describe('uses no more of the model’s context; null: all'),
  reasoning: z.enum(['off', 'low', 'medium', 'high']).nullable().describe('null: as the model does by itself'),
})

const Preset = PresetContent.extend({ id: Id, builtin: z.boolean() }).meta({
  id: 'Preset',
  description: 'How replies are written: samplers, length and context.',
})

/** What was made of the fields of a preset file. */
const PresetReport = z
  .object({
    format: z.enum(['everkin', 'text_completion', 'chat_completion']),
    used: z.array(z.string()).describe('fields that were read'),
    changed: z
      .array(z.object({ field: z.string(), from: z.number(), to: z.number() }))
      .describe('numbers outside of what is possible here'),
    ignored: z.array(
      z.object({
        field: z.string(),
        kind: z
          .enum(['sampler', 'prompt', 'other'])
          .describe('sampler: a setting that no connection here takes; prompt: text of a prompt'),
      }),
    ),
  })
  .meta({ id: 'PresetReport' })

export const presets = {
  list: operation({
    method: 'GET',
    path: '/api/preset/list',
    summary: 'The presets that the person can choose: built-in ones first, then their own, oldest first.',
    access: 'person',
    data: z.array(Preset),
    errors: ['NotSignedIn'],
  }),
  save: operation({
    method: 'POST',
    path: '/api/preset/save',
    summary: 'Creates a preset, or with `id` changes one of the person’s own.',
    access: 'person',
    body: PresetContent.extend({ id: Id.optional(), idempotency_key: SaveKey }),
    data: Preset,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'Conflict', 'SafetyStop'],
  }),
  delete: operation({
    method: 'POST',
    path: '/api/preset/delete',
    summary: 'Deletes a preset; chats that use it continue with the model’s own settings.',
    access: 'person',
    body: z.object({ id: Id }),
    data: z.null(),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
  read: operation({
    method: 'POST',
    path: '/api/preset/read',
    summary: 'Reads a preset file of Everkin or SillyTavern and reports what is used of it. Stores nothing.',
    access: 'person',
    body: z.object({
      file_name: z.string().max(LIMITS.fileNameLength),
      content: z.string().max(LIMITS.presetFileLength),
    }),
    data: z.object({ preset: PresetContent, report: PresetReport }),
    errors: ['NotSignedIn', 'InvalidInput', 'FileType'],
  }),
  exportPreset: operation({
    method: 'GET',
    path: '/api/preset/export',
    summary: 'A preset as a file, for Everkin or for SillyTavern.',
    access: 'person',
    query: z.object({ id: Id, format: z.enum(['everkin', 'text_completion', 'chat_completion']) }),
    data: z.unknown(),
    file: 'application/json',
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
} as const
