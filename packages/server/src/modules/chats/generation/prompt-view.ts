import type { ApiData } from '@everkin/contract/api-types.ts'
import { AppError } from '../../../platform/app-error.ts'
import { loadOwnMessage } from '../context/change-chat.ts'
import type { ChatContext } from '../context/chat-context.ts'
import { loadChatContext } from '../context/load-chat-context.ts'
import type { ChatReader } from '../context/participant-policy.ts'
import { findWriter, limitsOf, pathTokensFor } from '../context/reply-writer.ts'
import type { BuiltPrompt } from '../prompt/prompt-input.ts'
import type { ChatServices } from '../services.ts'
import type { MessageRow } from '../store/message-store.ts'
import { entryOf, loadPromptPath } from '../store/path-cache.ts'
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
  const { prompt, setting: replyContext, replyBefore } = await promptBefore(services, turn, message)
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

/** The lore entries that a character's message was written with, and whether the card's creator keeps its own hidden. */
export async function loadLoreOf(
  services: ChatServices,
  turn: ChatContext,
  message: MessageRow,
): Promise<{ texts: string[]; own: string[]; isHidden: boolean }> {
  const { prompt, setting: replyContext } = await promptBefore(services, turn, message)
  return { texts: prompt.scene.lore, own: prompt.ownLore, isHidden: isHiddenSection(replyContext, { kind: 'lore' }) }
}

async function promptBefore(
  services: ChatServices,
  turn: ChatContext,
  message: MessageRow | null,
): Promise<{ prompt: BuiltPrompt; setting: ReplyContext; replyBefore: MessageRow | null }> {
  const leafSeq = message ? message.parentSeq : turn.chat.leafSeq
  const writer = await findWriter(services, turn)
  const room = pathTokensFor(writer.entry.model)
  const rows = await loadPromptPath(services.database, turn.chat.id, leafSeq, room)
  const used = message ? await services.memory.recallUsed(turn, message.seq) : undefined
  const place = { path: rows.map(entryOf), used, writer, ...(message?.speakerId && { speakerId: message.speakerId }) }
  const replyContext = await loadReplyContext(services, turn, place)
  const last = rows.findLast((row) => row.role === 'character')
  return {
    prompt: buildReplyPrompt(services, replyContext.planned, replyContext),
    setting: replyContext,
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
