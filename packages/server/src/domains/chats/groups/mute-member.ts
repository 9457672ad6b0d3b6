import { AppError, invalidInput } from '../../../platform/app-error.ts'
import { changeChat, publishChange } from '../change-chat.ts'
import { readTurn } from '../read-turn.ts'
import type { ChatServices } from '../services.ts'
import { noteCast, speakerIn } from './cast.ts'

/**
 * Keeps a member of a group from speaking by itself, or lets it again; one that has its turn coming loses it.
 * @throws AppError NotFound (no chat, or nobody of its group), InvalidInput (a single character), AgeNotOpen.
 */
export async function muteMember(
  services: ChatServices,
  personId: string,
  asked: { chatId: string; cardId: string; isMuted: boolean },
): Promise<void> {
  const { chatId, cardId, isMuted } = asked
  await services.turns.take(chatId, async () => {
    const { chat: known, ready } = await readTurn(services, personId, chatId)
    if (known.type === 'single') throw invalidInput('chat_id', 'single')
    if (!speakerIn(ready, cardId)) throw new AppError('NotFound')
    const { chat } = await changeChat(services, personId, chatId, async (held) => {
      noteCast(held.chat, ready)
      const others = held.chat.muted.filter((id) => id !== cardId)
      held.chat.muted = isMuted ? [...others, cardId] : others
    })
    await publishChange(services, chat, [])
  })
}
