import { z } from 'zod'
import { Id, SaveKey } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'
import { EmptyData } from '../pagination.ts'

const Lorebook = z
  .object({
    id: Id,
    name: z.string(),
    entries: z.int(),
    bytes: z.int(),
    rev: z.int(),
    all_chats: z.boolean().describe('used in all chats of the person'),
    personas: z.array(z.object({ id: Id, name: z.string() })).describe('used in chats with these'),
    chats: z
      .array(z.object({ id: Id, name: z.string() }))
      .describe('used in these chats; name of the chat or its card'),
    updated_at: z.string(),
  })
  .meta({ id: 'Lorebook' })

const Content = z.record(z.string(), z.unknown())

/** The books of a person that belong to no character. A file is read with `importLorebook` and then saved here. */
export const lorebooks = {
  list: operation({
    method: 'GET',
    path: '/api/lorebook/list',
    summary: 'The person’s lorebooks, oldest first, and where they are used.',
    access: 'person',
    data: z.object({ list: z.array(Lorebook) }),
    errors: ['NotSignedIn'],
  }),
  get: operation({
    method: 'GET',
    path: '/api/lorebook/get',
    summary: 'One lorebook with its content, a `character_book` of the card format.',
    access: 'person',
    query: z.object({ id: Id }),
    data: Lorebook.extend({ content: Content }),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
  save: operation({
    method: 'POST',
    path: '/api/lorebook/save',
    summary: 'Creates a lorebook, or with `id` changes one; omitted fields stay. With `rev`, only that revision.',
    access: 'person',
    body: z.object({
      id: Id.optional(),
      rev: z.int().optional(),
      name: z.string().max(LIMITS.nameLength).optional(),
      content: Content.optional(),
      all_chats: z.boolean().optional(),
      idempotency_key: SaveKey,
    }),
    data: Lorebook,
    errors: [
      'NotSignedIn',
      'InvalidInput',
      'NotFound',
      'Conflict',
      'TooLarge',
      'TooManyRequests',
      'SafetyStop',
      'Unavailable',
    ],
  }),
  delete: operation({
    method: 'POST',
    path: '/api/lorebook/delete',
    summary: 'Deletes a lorebook; chats and personas that use it continue without it.',
    access: 'person',
    body: z.object({ id: Id }),
    data: EmptyData,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
  export: operation({
    method: 'GET',
    path: '/api/lorebook/export',
    summary: 'A lorebook as a file.',
    access: 'person',
    query: z.object({ id: Id, format: z.enum(['v3', 'sillytavern']).default('v3') }),
    file: 'application/json',
    data: z.unknown(),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
} as const
