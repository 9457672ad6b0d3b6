import { findPersona } from '../../modules/personas/personas.ts'
import { claimsCharacterUnder18 } from '../../modules/safety/screening/age-claims.ts'
import { AppError } from '../../platform/app-error.ts'
import { changeChat, publishChange } from './change-chat.ts'
import type { AuthorsNote, ChatRow } from './chat-store.ts'
import { readTurn } from './read-turn.ts'
import { screenOwnText } from './screen-own-text.ts'
import type { ChatServices } from './services.ts'

/** What stays as it is, is undefined; null takes it away. */
interface ChatSettings {
  personaId?: string | null | undefined
  note?: AuthorsNote | null | undefined
}

/**
 * Sets who the person is in a chat, and their note to the author. The chat takes a new revision, so that no reply is
 * written from what was remembered of it before. A blank note is none.
 * @throws AppError NotFound for a chat or a persona that is not theirs, AgeNotOpen, SafetyStop for a note that the
 * rules block or that makes a character a minor (B1, B6).
 */
export async function saveChatSettings(
  services: ChatServices,
  personId: string,
  chatId: string,
  settings: ChatSettings,
): Promise<ChatRow> {
  const turn = await readTurn(services, personId, chatId)
  const note = settings.note?.text.trim() === '' ? null : settings.note
  if (note) {
    await screenOwnText(services, turn, await services.paths.read(services.database, turn.chat), note.text)
    const { card } = turn.ready
    const names = [card.name, ...(card.members ?? []).map((member) => member.name), '{{char}}']
    if (names.some((name) => claimsCharacterUnder18(note.text, name)))
      throw new AppError('SafetyStop', { category: 'minor_safety' })
  }
  const { chat } = await changeChat(services, personId, chatId, async (held) => {
    // Under the person's lock, which deleting a persona takes too.
    if (settings.personaId && !(await findPersona(held.tx, personId, settings.personaId)))
      throw new AppError('NotFound')
    if (settings.personaId !== undefined) held.chat.personaId = settings.personaId
    if (note !== undefined) held.chat.note = note
    held.nextRev()
  })
  services.turnCache.forget(chatId)
  await publishChange(services, chat, [])
  return chat
}
