import type { models } from '@everkin/contract/http/models.ts'
import type { ModelInfo } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { loadPerson } from '../accounts/module.ts'
import { listUsableModels } from './choice/usable-model.ts'
import type { ModelEntry } from './model-registry.ts'
import type { ModelServices } from './services.ts'

/** The handlers of the models that people choose from. */
export function modelHandlers(services: ModelServices): Handlers<typeof models> {
  return {
    list: async (_input, caller) => {
      const person = await loadPerson(services.database, caller.identity.personId)
      if (!person) throw new AppError('NotSignedIn')
      const isDefault = ({ id }: ModelEntry) => id === services.models.find(null).id
      return listUsableModels(services, person).map((entry) => modelInfo(entry, isDefault(entry)))
    },
  }
}

function modelInfo(entry: ModelEntry, isDefault: boolean): ModelInfo {
  const { id, name, connectionId, connectionName, access, messagePrice, model } = entry
  return {
    id,
    name,
    connection_id: connectionId,
    connection_name: connectionName,
    context_tokens: model.contextTokens,
    max_reply_tokens: null,
    vision: model.vision ?? false,
    reasoning: (model.reasoningTokens ?? 0) > 0,
    is_default: isDefault,
    access,
    message_price: messagePrice,
  }
}
