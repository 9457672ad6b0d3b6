import { z } from 'zod'
import { Id, ModelId } from '../ids.ts'
import { operation } from '../operation.ts'

const ModelChoice = z
  .object({ model_id: ModelId.nullable(), preset_id: Id.nullable() })
  .meta({ id: 'ModelChoice', description: 'The model and the preset of new chats; null for the server’s default.' })

/** With which model and preset a person's new chats start. */
export const modelChoice = {
  find: operation({
    method: 'GET',
    path: '/api/model/choice',
    summary: 'The person’s model and preset for new chats.',
    access: 'person',
    data: ModelChoice,
    errors: ['NotSignedIn'],
  }),
  save: operation({
    method: 'POST',
    path: '/api/model/saveChoice',
    summary: 'Sets the person’s model and preset for new chats. Omitted fields stay, null removes.',
    access: 'person',
    body: z.object({ model_id: ModelId.nullable().optional(), preset_id: Id.nullable().optional() }),
    data: ModelChoice,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'NotAllowed'],
  }),
} as const
