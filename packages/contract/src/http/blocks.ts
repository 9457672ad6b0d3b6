import { z } from 'zod'
import { Id, Timestamp } from '../ids.ts'
import { operation } from '../operation.ts'
import { EmptyData } from '../pagination.ts'

const TargetType = z.enum(['card', 'user']).describe('a character or group, or the person who writes them')

export const blocks = {
  list: operation({
    method: 'GET',
    path: '/api/user/blocks',
    summary: 'The cards and creators that the person has blocked, latest first.',
    access: 'person',
    data: z.object({
      list: z.array(
        z.object({
          target_type: TargetType,
          target_id: Id,
          name: z.string().nullable().describe('null for one that is gone or not for this reader’s age'),
          avatar: z.string().nullable(),
          created_at: Timestamp,
        }),
      ),
    }),
    errors: ['NotSignedIn'],
  }),
  save: operation({
    method: 'POST',
    path: '/api/user/block',
    summary: 'Blocks a card or a creator, so that the person meets them nowhere, or removes the block.',
    access: 'person',
    body: z.object({ target_type: TargetType, target_id: Id, on: z.boolean() }),
    data: EmptyData,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'Conflict'],
  }),
} as const
