import { z } from 'zod'
import { Id, SaveKey } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'
import { EmptyData } from '../pagination.ts'

/** The identity of a person in their chats: what characters call them, and know of them. */
const Persona = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    is_default: z.boolean(),
    lorebook_ids: z.array(Id).describe('lorebooks that every chat with this persona uses'),
  })
  .meta({ id: 'Persona' })

const Personas = z.object({ list: z.array(Persona) })

export const personas = {
  list: operation({
    method: 'GET',
    path: '/api/user/personas',
    summary: 'The person’s personas, oldest first. New chats start with the default one.',
    access: 'person',
    data: Personas,
    errors: ['NotSignedIn'],
  }),
  save: operation({
    method: 'POST',
    path: '/api/user/savePersona',
    summary:
      'Creates a persona, or with `id` changes one. Without `is_default` or `lorebook_ids` these stay unchanged.',
    access: 'person',
    body: z.object({
      id: Id.optional(),
      name: z.string().max(LIMITS.nicknameLength),
      description: z.string().max(LIMITS.personaLength),
      is_default: z.boolean().optional(),
      lorebook_ids: z.array(Id).max(LIMITS.attachedLorebooks).optional(),
      idempotency_key: SaveKey,
    }),
    data: Persona,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'Conflict', 'SafetyStop', 'Unavailable'],
  }),
  delete: operation({
    method: 'POST',
    path: '/api/user/deletePersona',
    summary: 'Deletes a persona; chats that use it continue with the nickname.',
    access: 'person',
    body: z.object({ id: Id }),
    data: EmptyData,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
} as const
