import { AppError, invalidInput, stoppedSave } from '../../../platform/app-error.ts'
import { attachLorebooks } from '../../lorebooks/module.ts'
import { findPreset, requireUsableModel, storeChoice } from '../../models/module.ts'
import { findPersona } from '../../personas/module.ts'
import { claimsCharacterUnder18 } from '../../safety/module.ts'
import { changeChat, publishChange } from '../context/change-chat.ts'
import { loadChatContext } from '../context/load-chat-context.ts'
import type { ChatReader } from '../context/participant-policy.ts'
import { recordMembership, speakerOfMessage } from '../context/participants.ts'
import { moderateOwnText } from '../messages/moderate-message.ts'
import type { ChatServices } from '../services.ts'
import type { AuthorsNote, ChatRow } from '../store/chat-store.ts'

/** Undefined leaves a setting as it is; null removes it. */
interface ChatSettings {
  personaId?: string | null | undefined
  note?: AuthorsNote | null | undefined
  modelId?: string | null | undefined
  presetId?: string | null | undefined
  /** New chats with the same card start with this chat's model and preset, too. */
  isForNewChats?: boolean | undefined
  lorebookIds?: readonly string[] | undefined
}

/**
 * Saves the person's persona, lorebooks and author's note for a chat, its model and its preset. The chat takes a new
 * revision, so that no reply is written from a cached context. A blank note is removed. A reply that is being written is
 * finished by the model that began it.
 * @throws AppError NotFound for a chat, a persona, a lorebook, a model or a preset that is not there for them,
 * NotAllowed for a model that is not for them, AgeNotOpen, SafetyStop for a note that moderation blocks or that makes a
 * character a minor (B1, B6).
 */
export async function saveChatSettings(
  services: ChatServices,
  reader: ChatReader,
  chatId: string,
  settings: ChatSettings,
): Promise<ChatRow> {
  const { personId } = reader.identity
  const context = await loadChatContext(services, reader, chatId)
  const note = settings.note?.text.trim() === '' ? null : settings.note
  const { modelId, presetId } = settings
  if (modelId) requireUsableModel(services, context.person, modelId)
  if (note) {
    await moderateOwnText(services, context, await services.paths.read(services.database, context.chat), note.text, {
      isSave: true,
    })
    const { card } = context.loadedCard
    const names = [card.name, ...(card.members ?? []).map((member) => member.name), '{{char}}']
    if (names.some((name) => claimsCharacterUnder18(note.text, name))) throw stoppedSave('minor_safety')
  }
  const { chat } = await changeChat(services, personId, chatId, async (locked) => {
    // Under the person's lock, which deleting a persona takes too.
    if (settings.personaId && !(await findPersona(locked.tx, personId, settings.personaId)))
      throw new AppError('NotFound')
    if (settings.personaId !== undefined) locked.chat.personaId = settings.personaId
    if (note !== undefined) locked.chat.note = note
    if (presetId && !(await findPreset(locked.tx, personId, presetId))) throw new AppError('NotFound')
    if (modelId !== undefined) locked.chat.modelId = modelId
    if (presetId !== undefined) locked.chat.presetId = presetId
    if (settings.isForNewChats) await storeChoice(locked.tx, personId, locked.chat.cardId, locked.chat)
    if (settings.lorebookIds) await attachLorebooks(services, locked.tx, personId, { chatId }, settings.lorebookIds)
    locked.nextRev()
  })
  services.contextCache.forget(chatId)
  publishChange(services, chat, context.forReader.card)
  return chat
}

/**
 * Mutes a member of a group, so that it does not speak unasked, or unmutes it. A muted member loses its pending turn.
 * @throws AppError NotFound (no such chat, or not a member of its group), InvalidInput (a single character),
 * AgeNotOpen.
 */
export async function muteMember(
  services: ChatServices,
  reader: ChatReader,
  asked: { chatId: string; cardId: string; isMuted: boolean },
): Promise<void> {
  const { chatId, cardId, isMuted } = asked
  const { personId } = reader.identity
  await services.lock.take(chatId, async () => {
    const { chat: known, loadedCard, forReader } = await loadChatContext(services, reader, chatId)
    if (known.type === 'single') throw invalidInput('chat_id', 'single')
    if (!speakerOfMessage(loadedCard, cardId)) throw new AppError('NotFound')
    const { chat } = await changeChat(services, personId, chatId, async (locked) => {
      recordMembership(locked.chat, loadedCard)
      const others = locked.chat.muted.filter((id) => id !== cardId)
      locked.chat.muted = isMuted ? [...others, cardId] : others
    })
    publishChange(services, chat, forReader.card)
  })
}
