import type { ApiData } from '@everkin/contract/api-types.ts'
import { AppError } from '../../platform/app-error.ts'
import { findOwnMessage } from '../chats/find-own-message.ts'
import { readTurn } from '../chats/read-turn.ts'
import type { ChatServices } from '../chats/services.ts'
import { loreOf } from '../chats/show-prompt.ts'
import { loreName } from './lore-name.ts'
import { recallUsed } from './recall-used.ts'
import { findReceipt } from './receipt-store.ts'

/**
 * What one of the person's replies was written from. Only which facts and messages is stored with a reply, their words
 * are read now: so what is forgotten or deleted is gone here too. Lore comes from the rebuilt prompt.
 * @throws AppError NotFound, AgeNotOpen.
 */
export async function readReceipt(
  services: ChatServices,
  personId: string,
  chatId: string,
  messageId: string,
): Promise<ApiData<'GET /api/chat/receipt'>> {
  const turn = await readTurn(services, personId, chatId)
  const message = await findOwnMessage(services, turn, messageId)
  if (message.role !== 'character') throw new AppError('NotFound')
  const receipt = await findReceipt(services.database, chatId, message.seq)
  const used = await recallUsed(services.database, turn, message.seq)
  const lore = await loreOf(services, turn, message)
  const texts = new Map(used.facts.map((fact) => [fact.id, fact.text]))
  return {
    summary: used.summary || null,
    facts: (receipt?.factIds ?? []).map((id) => ({ id, text: texts.get(id) ?? '', forgotten: !texts.has(id) })),
    passages: used.passages.map(({ seq, text }) => ({ seq, text })),
    lore: lore.texts.map((text) =>
      lore.isHidden ? { name: '', text: null } : { name: loreName(turn.ready.card, text), text },
    ),
  }
}
