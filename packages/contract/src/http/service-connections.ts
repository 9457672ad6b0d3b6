import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'
import { ConnectionError } from './models.ts'

const ServicePurpose = z.enum(['embeddings', 'images', 'speech', 'transcription', 'moderation'])

export const ServiceConnection = z
  .object({
    purpose: ServicePurpose,
    base_url: z.string().nullable().describe('null: what is built in, or nothing'),
    has_key: z.boolean().describe('the key itself is never sent'),
    model: z.string().nullable(),
    voices: z.string().nullable().describe('names of voices for speech, as in SPEECH_VOICES; null: the default'),
    from_environment: z.boolean().describe('from the settings; cannot be changed here'),
    error: ConnectionError.nullable().describe('a key that can no longer be read'),
  })
  .meta({ id: 'ServiceConnection' })

const BaseUrl = z.string().trim().min(1).max(LIMITS.connectionUrlLength)
const ApiKey = z.string().trim().max(LIMITS.connectionKeyLength)
const ModelName = z.string().trim().min(1).max(LIMITS.modelNameLength)
const Voices = z.string().trim().min(1).max(LIMITS.serviceVoicesLength)

const OPERATOR_ERRORS = ['NotSignedIn', 'NotAllowed'] as const

/** Servers for what is not a chat: embeddings, images, speech, transcription and moderation. */
export const serviceConnections = {
  list: operation({
    method: 'GET',
    path: '/api/admin/services',
    summary:
      'The connections for embeddings, images, speech, transcription and moderation, one for each purpose; for operators.',
    access: 'operator',
    data: z.array(ServiceConnection),
    errors: OPERATOR_ERRORS,
  }),
  test: operation({
    method: 'POST',
    path: '/api/admin/testService',
    summary: 'Asks the server for a small piece of its work, except for an image. Stores nothing.',
    access: 'operator',
    body: z.object({
      purpose: ServicePurpose,
      base_url: BaseUrl.optional().describe('absent: the stored connection'),
      api_key: ApiKey.nullable().optional(),
      model: ModelName.nullable().optional(),
      voices: Voices.nullable().optional(),
    }),
    data: z.object({ ok: z.boolean(), error: ConnectionError.nullable() }),
    errors: ['InvalidInput', 'NotFound', ...OPERATOR_ERRORS],
  }),
  save: operation({
    method: 'POST',
    path: '/api/admin/saveService',
    summary: 'Connects a server for a purpose, or changes the connection. It is used at once.',
    access: 'operator',
    body: z.object({
      purpose: ServicePurpose,
      base_url: BaseUrl,
      api_key: ApiKey.nullable()
        .optional()
        .describe('absent: unchanged, unless the address is on another server; null: none'),
      model: ModelName.nullable().optional(),
      voices: Voices.nullable().optional(),
    }),
    data: ServiceConnection,
    errors: ['InvalidInput', 'Conflict', ...OPERATOR_ERRORS],
  }),
  delete: operation({
    method: 'POST',
    path: '/api/admin/deleteService',
    summary: 'Removes the connection of a purpose and its key.',
    access: 'operator',
    body: z.object({ purpose: ServicePurpose }),
    data: z.null(),
    errors: ['InvalidInput', 'NotFound', ...OPERATOR_ERRORS],
  }),
} as const
