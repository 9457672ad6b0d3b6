import type { ApiData } from '@everkin/contract/api-types.ts'
import { AppError } from '../../platform/app-error.ts'
import {
  type ChatReader,
  type ChatServices,
  loadChatContext,
  loadLoreView,
  loadOwnMessage,
  measurePrompt,
} from '../chats/module.ts'
import { recallForStoredReply } from './recall/recall.ts'
import { findReceipt, loadActiveMemory } from './store/memory-store.ts'

type MemoryView = ApiData<'GET /api/chat/memory'>

/** The memory of one's own chat, and the parts of the next prompt. @throws AppError NotFound, AgeNotOpen. */
export async function loadMemoryView(services: ChatServices, reader: ChatReader, chatId: string): Promise<MemoryView> {
  const context = await loadChatContext(services, reader, chatId)
  const { summary, facts } = await loadActiveMemory(services.database, chatId, context.chat.leafSeq)
  return {
    summary: summary?.text ?? '',
    summary_covers: summary?.coversToSeq ?? 0,
    summary_updated_at: summary?.createdAt.toISOString() ?? null,
    facts: facts.map((fact) => ({
      id: fact.id,
      text: fact.text,
      pinned: fact.pinned,
      source_seq: fact.sourceSeq,
      origin: fact.origin,
      created_at: fact.createdAt.toISOString(),
    })),
    meter: await measurePrompt(services, context),
    shares_memory: context.chat.sharesMemory,
  }
}

/**
 * What one of the person's replies was written from. A reply only stores the ids of facts and messages; their text is
 * read now, so that forgotten or deleted text is missing here too. Lore comes from the rebuilt prompt.
 * @throws AppError NotFound, AgeNotOpen.
 */
export async function loadReceiptView(
  services: ChatServices,
  reader: ChatReader,
  chatId: string,
  messageId: string,
): Promise<ApiData<'GET /api/chat/receipt'>> {
  const context = await loadChatContext(services, reader, chatId)
  const message = await loadOwnMessage(services, context, messageId)
  if (message.role !== 'character') throw new AppError('NotFound')
  const receipt = await findReceipt(services.database, chatId, message.seq)
  const used = await recallForStoredReply(services.database, context, message.seq)
  const texts = new Map(used.facts.map((fact) => [fact.id, fact.text]))
  return {
    summary: used.summary || null,
    facts: (receipt?.factIds ?? []).map((id) => ({ id, text: texts.get(id) ?? '', forgotten: !texts.has(id) })),
    passages: used.passages.map(({ seq, text }) => ({ seq, text })),
    lore: await loadLoreView(services, context, message),
  }
}
