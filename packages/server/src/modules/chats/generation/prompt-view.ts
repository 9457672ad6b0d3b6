import type { ApiData } from '@everkin/contract/api-types.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { CardForChat } from '../../characters/module.ts'
import { loadOwnMessage } from '../context/change-chat.ts'
import type { ChatContext } from '../context/chat-context.ts'
import { loadChatContext } from '../context/load-chat-context.ts'
import type { ChatReader } from '../context/participant-policy.ts'
import { loadPathLength } from '../context/recall-queries.ts'
import { findWriter, limitsOf, maxPathTokens, reservedTokens } from '../context/reply-writer.ts'
import type { BuiltPrompt } from '../prompt/prompt-input.ts'
import { textOf, toObject } from '../prompt/untrusted-fields.ts'
import type { ChatServices } from '../services.ts'
import type { MessageRow } from '../store/message-row.ts'
import { entryOf, isSpoken, loadPromptPath, type PathEntry } from '../store/path-cache.ts'
import { isHiddenSection } from './hidden-definition.ts'
import { buildReplyPrompt } from './open-reply.ts'
import { loadReplyContext, type ReplyContext } from './reply-context.ts'

/**
 * What the model saw for a character's message, or would see now: rebuilt by the same pure function from the same path.
 * Only for the person's own chats. In a group it is the prompt of the member who spoke last. Sections that the creator
 * keeps hidden have no text. @throws AppError NotFound.
 */
export async function loadPromptView(
  services: ChatServices,
  reader: ChatReader,
  chatId: string,
  messageId: string | undefined,
): Promise<ApiData<'GET /api/chat/prompt'>> {
  const turn = await loadChatContext(services, reader, chatId)
  const message = messageId === undefined ? null : await loadOwnMessage(services, turn, messageId)
  if (message && message.role !== 'character') throw new AppError('NotFound')
  const { prompt, replyContext, replyBefore } = await promptBefore(services, turn, message)
  const before = replyBefore && (await promptBefore(services, turn, replyBefore)).prompt
  return {
    model: replyContext.writer.entry.name,
    context_tokens: limitsOf(replyContext.writer).contextTokens,
    tokens: prompt.tokens,
    unchanged_share: before && unchangedShare(before, prompt),
    sections: prompt.sections.map((section) => {
      const { kind, label, tokens, text, clipped = 0 } = section
      return { kind, label, tokens, text: isHiddenSection(replyContext, section) ? null : text, clipped }
    }),
  }
}

/**
 * The lore entries that a character's message was written with, by name. Those of a hidden definition have neither name
 * nor text.
 */
export async function loadLoreView(
  services: ChatServices,
  turn: ChatContext,
  message: MessageRow,
): Promise<ApiData<'GET /api/chat/receipt'>['lore']> {
  const { prompt, replyContext } = await promptBefore(services, turn, message)
  const isHidden = isHiddenSection(replyContext, { kind: 'lore' })
  return prompt.scene.lore.map((text) =>
    isHidden && !prompt.ownLore.includes(text)
      ? { name: '', text: null }
      : { name: loreEntryName(turn.loadedCard.card, text), text },
  )
}

/** How full the next prompt of a chat is. */
export async function measurePrompt(
  services: ChatServices,
  context: ChatContext,
): Promise<ApiData<'GET /api/chat/memory'>['meter']> {
  const path = await services.paths.read(services.database, context.chat)
  const reply = await loadReplyContext(services, context, { path })
  const prompt = buildReplyPrompt(services, reply.planned, reply)
  const limits = limitsOf(reply.writer)
  const { contextTokens } = limits
  const forReply = reservedTokens(limits)
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
  return { all: await loadPathLength(db, chat.id, chat.leafSeq), unsaid }
}

async function promptBefore(
  services: ChatServices,
  turn: ChatContext,
  message: MessageRow | null,
): Promise<{ prompt: BuiltPrompt; replyContext: ReplyContext; replyBefore: MessageRow | null }> {
  const leafSeq = message ? message.parentSeq : turn.chat.leafSeq
  const writer = await findWriter(services, turn)
  const maxTokens = maxPathTokens(writer.entry.model)
  const rows = await loadPromptPath(services.database, turn.chat.id, leafSeq, maxTokens)
  const used = message ? await services.memory.recallUsed(turn, message.seq) : undefined
  const place = { path: rows.map(entryOf), used, writer, ...(message?.speakerId && { speakerId: message.speakerId }) }
  const replyContext = await loadReplyContext(services, turn, place)
  const last = rows.findLast((row) => row.role === 'character')
  return {
    prompt: buildReplyPrompt(services, replyContext.planned, replyContext),
    replyContext,
    // An opening was written without a prompt.
    replyBefore: last && last.parentSeq > 0 ? last : null,
  }
}

/** How much of a prompt is the same as the beginning of the one before it, from 0 to 1: what a model server has read. */
function unchangedShare(before: Pick<BuiltPrompt, 'messages'>, after: Pick<BuiltPrompt, 'messages'>): number {
  const [one, other] = [flatPrompt(before), flatPrompt(after)]
  let same = 0
  while (same < other.length && one[same] === other[same]) same += 1
  return other.length === 0 ? 0 : same / other.length
}

/** A prompt as one text, as a model server's cache compares it. */
export function flatPrompt({ messages }: Pick<BuiltPrompt, 'messages'>): string {
  return messages.map(({ role, content }) => `<|${role}|>\n${content}\n`).join('')
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
