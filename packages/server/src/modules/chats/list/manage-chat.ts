import { isBlank } from '@everkin/contract/is-blank.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import type { Chat } from '@everkin/contract/types.ts'
import { AppError, stoppedSave } from '../../../platform/app-error.ts'
import { bumpUserRev, type Person } from '../../accounts/module.ts'
import { assertModelPasses, isMinor, recordVerdict, screenText } from '../../safety/module.ts'
import { changeChat, publishChange } from '../context/change-chat.ts'
import { loadChatContext } from '../context/load-chat-context.ts'
import { type ChatReader, loadVisibleChat } from '../context/participant-policy.ts'
import { chatView } from '../context/views.ts'
import { stopReply } from '../generation/stop-reply.ts'
import { releasePicturesOfChats } from '../pictures/message-pictures.ts'
import type { ChatServices } from '../services.ts'
import { findChat, purgeDeletedChats, setChatDeleted, setChatRestored, setTitle } from '../store/chat-store.ts'

/** Pins a chat to the top of the list, or unpins it. @throws AppError NotFound. */
export async function pinChat(
  services: ChatServices,
  reader: ChatReader,
  chatId: string,
  isPinned: boolean,
): Promise<void> {
  const { personId } = reader.identity
  const { loadedCard } = await loadVisibleChat(services, reader, chatId)
  const { chat } = await changeChat(services, personId, chatId, async (locked) => {
    locked.chat.pinned = isPinned
  })
  publishChange(services, chat, loadedCard.card)
}

/**
 * Marks a chat as read up to a message. A mark older than the stored one changes nothing. @throws AppError NotFound.
 */
export async function markRead(services: ChatServices, reader: ChatReader, chatId: string, seq: number): Promise<void> {
  const { personId } = reader.identity
  const { chat: known, loadedCard } = await loadVisibleChat(services, reader, chatId)
  if (seq <= known.readSeq && known.unread === 0) return
  const { chat } = await changeChat(services, personId, chatId, async (locked) => {
    if (seq < locked.chat.readSeq) return
    locked.chat.readSeq = Math.min(seq, locked.chat.nextSeq - 1)
    if (locked.chat.readSeq >= locked.chat.leafSeq) locked.chat.unread = 0
  })
  publishChange(services, chat, loadedCard.card)
}

/** Soft-deletes a chat. It can be restored for ten minutes; then it is purged. @throws AppError NotFound. */
export async function deleteChat(
  services: ChatServices,
  { identity: { personId }, locale }: ChatReader & { locale: Locale },
  chatId: string,
): Promise<void> {
  const chat = await findChat(services.database, chatId, personId)
  if (!chat) throw new AppError('NotFound')
  await stopReply(services, chat, locale)
  const now = services.clock.now()
  const isDeleted = await services.database.transaction(async (tx) =>
    setChatDeleted(tx, { chatId, personId, now, userRev: await bumpUserRev(tx, personId) }),
  )
  if (!isDeleted) throw new AppError('NotFound')
  services.live.publishToPerson(personId, { type: 'chat.deleted', chat_id: chatId })
}

/** Restores a deleted chat within ten minutes. @throws AppError NotFound. */
export async function restoreChat(
  services: ChatServices,
  reader: ChatReader & { locale: Locale },
  chatId: string,
): Promise<Chat> {
  const { personId } = reader.identity
  const since = new Date(services.clock.now().getTime() - LIMITS.chatRestoreMs)
  const isRestored = await services.database.transaction(async (tx) =>
    setChatRestored(tx, { chatId, personId, since, userRev: await bumpUserRev(tx, personId) }),
  )
  if (!isRestored) throw new AppError('NotFound')
  const { chat, loadedCard } = await loadVisibleChat(services, reader, chatId)
  const view = chatView(chat, loadedCard.card)
  services.live.publishToPerson(personId, { type: 'chat.updated', chat: view })
  return view
}

/** Purges the chats that can no longer be restored (D2). */
export async function purgeChats(services: ChatServices): Promise<number> {
  const before = new Date(services.clock.now().getTime() - LIMITS.chatRestoreMs)
  return services.database.transaction(async (tx) => {
    await releasePicturesOfChats(tx, before)
    return purgeDeletedChats(tx, before)
  })
}

/**
 * Renames a chat; an empty name restores its character's name.
 * @throws AppError NotFound, SafetyStop, Unavailable (then the old name stays).
 */
export async function renameChat(
  services: ChatServices,
  reader: ChatReader,
  chatId: string,
  title: string,
): Promise<Chat> {
  const { personId } = reader.identity
  const { person, forReader } = await loadChatContext(services, reader, chatId)
  const screened = await moderateTitle(services, person, chatId, title)
  const { chat } = await changeChat(services, personId, chatId, async (locked) => {
    locked.chat.title = screened
    // A new revision, so that no turn uses a cached context with the old name.
    locked.nextRev()
    await setTitle(locked.tx, locked.chat.id, screened)
  })
  publishChange(services, chat, forReader.card)
  return chatView(chat, forReader.card)
}

/**
 * Returns a name in its stored form: empty when nothing of it can be seen, and checked by moderation (B6). @throws
 * AppError SafetyStop, Unavailable.
 */
export async function moderateTitle(
  services: ChatServices,
  person: Person,
  chatId: string,
  title: string,
): Promise<string> {
  const plain = isBlank(title) ? '' : title.trim()
  const ref = { id: chatId, personId: person.id }
  const verdict = screenText(plain, { surface: 'nickname', adultMode: person.nsfw })
  if (verdict.kind === 'blocked') {
    await recordVerdict(services.database, { surface: 'nickname', ref, verdict, now: services.clock.now() })
    throw stoppedSave(verdict.category)
  }
  const isTeen = isMinor(person.ageState)
  await assertModelPasses(services, { text: plain, surface: 'nickname', ref, isTeen })
  return plain
}
