import type { memory } from '@everkin/contract/http/memory.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import type { ChatServices } from '../chats/module.ts'
import { saveMemory } from './save-memory.ts'
import type { MemoryServices } from './services.ts'
import { loadMemoryView, loadReceiptView } from './views.ts'

/** The HTTP handlers of this module. */
export function memoryHandlers(services: MemoryServices & { chats: ChatServices }): Handlers<typeof memory> {
  return {
    read: async ({ query }, caller) => loadMemoryView(services.chats, caller, query.chat_id),
    save: async ({ body }, caller) => {
      const { chat_id: chatId, ...change } = body
      await saveMemory(services, caller, chatId, change)
      return loadMemoryView(services.chats, caller, chatId)
    },
    receipt: async ({ query }, caller) => loadReceiptView(services.chats, caller, query.chat_id, query.message_id),
  }
}
