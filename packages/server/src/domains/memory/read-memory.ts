import type { ApiData } from '@everkin/contract/api-types.ts'
import { promptOf, replyRoom } from '../chats/open-reply.ts'
import { isSaid } from '../chats/prompt-path.ts'
import { readTurn } from '../chats/read-turn.ts'
import { replySetting } from '../chats/reply-setting.ts'
import type { ChatServices } from '../chats/services.ts'
import type { Turn } from '../chats/turn.ts'
import { readActiveMemory } from './active-memory.ts'
import { countPath } from './count-path.ts'

type MemoryView = ApiData<'GET /api/chat/memory'>

/** What is remembered of one's own chat, and what the next prompt is made of. @throws AppError NotFound, AgeNotOpen. */
export async function readMemory(services: ChatServices, personId: string, chatId: string): Promise<MemoryView> {
  const turn = await readTurn(services, personId, chatId)
  const { summary, facts } = await readActiveMemory(services.database, chatId, turn.chat.leafSeq)
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
    meter: await measurePrompt(services, turn),
    shares_memory: turn.chat.sharesMemory,
  }
}

async function measurePrompt(services: ChatServices, turn: Turn): Promise<MemoryView['meter']> {
  const path = await services.paths.read(services.database, turn.chat)
  const prompt = promptOf(services, await replySetting(services, turn, { path }))
  const contextTokens = services.model.contextTokens
  const forReply = replyRoom(services.model)
  const verbatim = Math.max(0, path.filter(isSaid).length - prompt.dropped.history)
  const { all, unsaid } = await countPath(services.database, turn.chat, path)
  return {
    context_tokens: contextTokens,
    reply_tokens: forReply,
    parts: prompt.sections.map(({ kind, tokens }) => ({ kind, tokens })),
    free_tokens: Math.max(0, contextTokens - forReply - prompt.tokens),
    verbatim_messages: verbatim,
    older_messages: Math.max(0, all - unsaid - verbatim),
    clipped_tokens: prompt.dropped.cardTokens,
  }
}
