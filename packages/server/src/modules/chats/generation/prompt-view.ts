import type { ApiData } from '@everkin/contract/api-types.ts'
import { AppError } from '../../../platform/app-error.ts'
import { canReadDefinition } from '../../characters/module.ts'
import { loadOwnMessage } from '../context/change-chat.ts'
import type { ChatContext } from '../context/chat-context.ts'
import { loadChatContext } from '../context/load-chat-context.ts'
import type { BuiltPrompt } from '../prompt/prompt-input.ts'
import type { PromptSection, SectionKind } from '../prompt/sections.ts'
import type { ChatServices } from '../services.ts'
import type { MessageRow } from '../store/message-store.ts'
import { entryOf, loadPromptPath } from '../store/path-cache.ts'
import { buildReplyPrompt, historyTokensFor } from './open-reply.ts'
import { loadReplyContext, type ReplyContext } from './reply-context.ts'

/** Sections that do not come from a card. Every other section is hidden together with the definition. */
const NOT_OF_THE_CARD: ReadonlySet<SectionKind> = new Set<SectionKind>([
  'safety',
  'persona',
  'memory',
  'history',
  'note',
  'continue',
  'unasked',
])

/**
 * Whether a section of a prompt would reveal a definition that its creator keeps hidden. In a group the speaking member
 * counts, because each member's material is only in its own prompts.
 */
export function isHiddenSection(replyContext: ReplyContext, section: Pick<PromptSection, 'kind'>): boolean {
  const { card, prepared } = replyContext.speaker
  if (NOT_OF_THE_CARD.has(section.kind) || canReadDefinition(replyContext.person.id, card)) return false
  // Without instructions in the card, the text is the built-in one.
  if (section.kind === 'instructions') return prepared.systemPrompt.length > 0
  if (section.kind === 'post_history') return prepared.postHistory.length > 0
  if (section.kind === 'scenario') return prepared.scenario.length > 0 && !hasPlainScenario(replyContext)
  return true
}

/** A group's own scenario replaces the member's, unless it is empty after its macros are expanded. */
function hasPlainScenario({ ready }: ReplyContext): boolean {
  const scenario = ready.card.type === 'multiple' ? (ready.card.casting?.scenario ?? '') : ''
  return scenario.trim() !== '' && !/\{\{|</.test(scenario)
}

/**
 * What the model saw for a character's message, or would see now: rebuilt by the same pure function from the same path.
 * Only for the person's own chats. In a group it is the prompt of the member who spoke last. Sections that the creator
 * keeps hidden have no text. @throws AppError NotFound.
 */
export async function loadPromptView(
  services: ChatServices,
  personId: string,
  chatId: string,
  messageId: string | undefined,
): Promise<ApiData<'GET /api/chat/prompt'>> {
  const turn = await loadChatContext(services, personId, chatId)
  const message = messageId === undefined ? null : await loadOwnMessage(services, turn, messageId)
  if (message && message.role !== 'character') throw new AppError('NotFound')
  const { prompt, setting: replyContext } = await promptBefore(services, turn, message)
  return {
    model: services.model.name,
    context_tokens: services.model.contextTokens,
    tokens: prompt.tokens,
    sections: prompt.sections.map((section) => {
      const { kind, label, tokens, text, clipped = 0 } = section
      return { kind, label, tokens, text: isHiddenSection(replyContext, section) ? null : text, clipped }
    }),
  }
}

/** The lore entries that a character's message was written with, and whether their creator keeps them hidden. */
export async function loadLoreOf(
  services: ChatServices,
  turn: ChatContext,
  message: MessageRow,
): Promise<{ texts: string[]; isHidden: boolean }> {
  const { prompt, setting: replyContext } = await promptBefore(services, turn, message)
  return { texts: prompt.scene.lore, isHidden: isHiddenSection(replyContext, { kind: 'lore' }) }
}

async function promptBefore(
  services: ChatServices,
  turn: ChatContext,
  message: MessageRow | null,
): Promise<{ prompt: BuiltPrompt; setting: ReplyContext }> {
  const leafSeq = message ? message.parentSeq : turn.chat.leafSeq
  const room = historyTokensFor(services.model)
  const rows = await loadPromptPath(services.database, turn.chat.id, leafSeq, room)
  const used = message ? await services.memory.recallUsed(turn, message.seq) : undefined
  const place = { path: rows.map(entryOf), used, ...(message?.speakerId && { speakerId: message.speakerId }) }
  const replyContext = await loadReplyContext(services, turn, place)
  return { prompt: buildReplyPrompt(services, replyContext), setting: replyContext }
}
