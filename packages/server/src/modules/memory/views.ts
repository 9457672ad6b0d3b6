import type { ApiData } from '@everkin/contract/api-types.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { CardForChat } from '../characters/module.ts'
import {
  buildReplyPrompt,
  type ChatContext,
  type ChatReader,
  type ChatServices,
  depthOf,
  isSpoken,
  limitsOf,
  loadChatContext,
  loadLoreOf,
  loadOwnMessage,
  loadReplyContext,
  type PathEntry,
  promptTokens,
  textOf,
  toObject,
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

async function measurePrompt(services: ChatServices, context: ChatContext): Promise<MemoryView['meter']> {
  const path = await services.paths.read(services.database, context.chat)
  const reply = await loadReplyContext(services, context, { path })
  const prompt = buildReplyPrompt(services, reply.planned, reply)
  const limits = limitsOf(reply.writer)
  const { contextTokens } = limits
  const forReply = promptTokens(limits)
  const verbatim = Math.max(0, path.filter(isSpoken).length - prompt.dropped.history)
  const { all, unsaid } = await countPathMessages(services.database, context.chat, path)
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

/** The number of messages on the active path, and how many of the newest are in no prompt (notices, empty ones). */
async function countPathMessages(
  db: Queryable,
  chat: Pick<ChatContext['chat'], 'id' | 'leafSeq'>,
  path: readonly PathEntry[],
): Promise<{ all: number; unsaid: number }> {
  const unsaid = path.filter((entry) => !isSpoken(entry)).length
  return { all: await depthOf(db, chat.id, chat.leafSeq), unsaid }
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
  const lore = await loadLoreOf(services, context, message)
  const texts = new Map(used.facts.map((fact) => [fact.id, fact.text]))
  return {
    summary: used.summary || null,
    facts: (receipt?.factIds ?? []).map((id) => ({ id, text: texts.get(id) ?? '', forgotten: !texts.has(id) })),
    passages: used.passages.map(({ seq, text }) => ({ seq, text })),
    lore: lore.texts.map((text) =>
      lore.isHidden && !lore.own.includes(text)
        ? { name: '', text: null }
        : { name: loreEntryName(context.loadedCard.card, text), text },
    ),
  }
}

const MACROS = /\{\{[^{}]*\}\}/

/**
 * The name of a lore entry in a prompt, for the reader of its card; empty when it has none. The entry is identified by
 * the text between its macros, since a prompt never contains its name.
 */
function loreEntryName(card: CardForChat, text: string): string {
  const definitions = [card, ...card.members].map((each) => toObject(each.definition))
  for (const definition of definitions) {
    const { entries } = toObject(definition.character_book)
    for (const entry of Array.isArray(entries) ? entries.map(toObject) : []) {
      if (matchesTemplate(text, textOf(entry.content))) return textOf(entry.name).trim() || textOf(entry.comment).trim()
    }
  }
  return ''
}

function matchesTemplate(text: string, content: string): boolean {
  let from = 0
  for (const part of content.split(MACROS)) {
    const literal = part.trim()
    if (literal === '') continue
    const at = text.indexOf(literal, from)
    if (at < 0) return false
    from = at + literal.length
  }
  return from > 0
}
