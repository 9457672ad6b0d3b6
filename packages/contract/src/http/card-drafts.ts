import { z } from 'zod'
import { Id, MAX_COUNT, Timestamp } from '../ids.ts'
import { operation } from '../operation.ts'
import { EmptyData } from '../pagination.ts'

const CardDraft = z
  .object({
    id: Id,
    type: z.enum(['single', 'multiple']),
    card_id: Id.nullable().describe('the card being changed'),
    name: z.string(),
    avatar: z.string().nullable(),
    rev: z.int(),
    updated_at: Timestamp,
  })
  .meta({ id: 'CardDraft' })

/** Unsaved work of the card editor. */
export const cardDrafts = {
  drafts: operation({
    method: 'GET',
    path: '/api/editor/drafts',
    summary: 'Unsaved drafts, last changed first.',
    access: 'person',
    query: z.object({ type: z.enum(['single', 'multiple']).optional() }),
    data: z.array(CardDraft),
    errors: ['NotSignedIn', 'InvalidInput'],
  }),
  draft: operation({
    method: 'GET',
    path: '/api/editor/draft',
    summary: 'A draft with its content.',
    access: 'person',
    query: z.object({ id: Id }),
    data: CardDraft.extend({ content: z.record(z.string(), z.unknown()) }),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
  saveDraft: operation({
    method: 'POST',
    path: '/api/editor/saveDraft',
    summary:
      'Saves a draft. `rev` is the revision that the change was made on: 1004 with the newer one when another tab or device has changed it.',
    access: 'person',
    body: z.object({
      id: Id.optional(),
      type: z.enum(['single', 'multiple']),
      card_id: Id.nullable().optional(),
      content: z.record(z.string(), z.unknown()),
      rev: z.int().min(0).max(MAX_COUNT).optional(),
    }),
    data: CardDraft,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'Conflict', 'TooLarge', 'TooManyRequests', 'AgeNotOpen'],
  }),
  deleteDraft: operation({
    method: 'POST',
    path: '/api/editor/deleteDraft',
    summary: 'Deletes a draft.',
    access: 'person',
    body: z.object({ id: Id }),
    data: EmptyData,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
} as const
