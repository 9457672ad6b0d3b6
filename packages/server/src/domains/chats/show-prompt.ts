import type { ApiData } from '@everkin/contract/api-types.ts'
import { AppError } from '../../platform/app-error.ts'
import { findOwnMessage } from './find-own-message.ts'
import { isHiddenSection } from './hidden-sections.ts'
import type { MessageRow } from './message-store.ts'
import { promptOf, roomFor } from './open-reply.ts'
import { entryOf } from './path-cache.ts'
import type { BuiltPrompt } from './prompt/prompt-input.ts'
import { readPromptPath } from './prompt-path.ts'
import { readTurn } from './read-turn.ts'
import { type ReplySetting, replySetting } from './reply-setting.ts'
import type { ChatServices } from './services.ts'
import type { Turn } from './turn.ts'

/**
 * What the model saw for a character's message, or would see now: rebuilt by the same pure function from the same path.
 * Only for one's own chats; of a group, as the member who spoke last would see it now. What its maker keeps to themselves
 * has no text. @throws AppError NotFound.
 */
export async function showPrompt(
  services: ChatServices,
  personId: string,
  chatId: string,
  messageId: string | undefined,
): Promise<ApiData<'GET /api/chat/prompt'>> {
  const turn = await readTurn(services, personId, chatId)
  const message = messageId === undefined ? null : await findOwnMessage(services, turn, messageId)
  if (message && message.role !== 'character') throw new AppError('NotFound')
  const { prompt, setting } = await promptBefore(services, turn, message)
  return {
    model: services.model.name,
    context_tokens: services.model.contextTokens,
    tokens: prompt.tokens,
    sections: prompt.sections.map((section) => {
      const { kind, label, tokens, text, clipped = 0 } = section
      return { kind, label, tokens, text: isHiddenSection(setting, section) ? null : text, clipped }
    }),
  }
}

/** The world notes that a character's message was written with, and whether their maker keeps them to themselves. */
export async function loreOf(
  services: ChatServices,
  turn: Turn,
  message: MessageRow,
): Promise<{ texts: string[]; isHidden: boolean }> {
  const { prompt, setting } = await promptBefore(services, turn, message)
  return { texts: prompt.scene.lore, isHidden: isHiddenSection(setting, { kind: 'lore' }) }
}

async function promptBefore(
  services: ChatServices,
  turn: Turn,
  message: MessageRow | null,
): Promise<{ prompt: BuiltPrompt; setting: ReplySetting }> {
  const leafSeq = message ? message.parentSeq : turn.chat.leafSeq
  const room = roomFor(services.model)
  const rows = await readPromptPath(services.database, turn.chat.id, leafSeq, room)
  const used = message ? await services.memory.recallUsed(turn, message.seq) : undefined
  const place = { path: rows.map(entryOf), used, ...(message?.speakerId && { speakerId: message.speakerId }) }
  const setting = await replySetting(services, turn, place)
  return { prompt: promptOf(services, setting), setting }
}
