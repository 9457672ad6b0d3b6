import { suggestions } from '@everkin/contract/http/suggestions.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { NO_PERSONAL_DATA } from '../../platform/personal-data.ts'
import type { ServerModule } from '../../platform/server-module.ts'
import type { ChatServices } from '../chats/module.ts'
import { suggestionHandlers } from './routes.ts'

export function createSuggestionsModule(chats: ChatServices): ServerModule {
  return {
    name: 'suggestions',
    operations: bindHandlers(suggestions, suggestionHandlers(chats)),
    frames: {},
    onConnect: null,
    syncSource: null,
    recurringJobs: [],
    personalData: NO_PERSONAL_DATA,
    mediaUsage: null,
    metrics: null,
    lifecycle: {},
  }
}
